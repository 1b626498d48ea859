import { f64, firstAbove, item, u32 } from "../bytes/arrays.ts";
import type { AutoDateHistogramBody } from "../language/aggregations/auto-date-histogram.ts";
import { timeZone, UTC } from "../language/dates/zone.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { MAX_BUCKETS } from "../limits.ts";
import { countingDates } from "../work/counting-dates.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { finalIntervals, type Intervals } from "./auto-date-intervals.ts";
import { type Level, levelsFrom, maxMultiple } from "./auto-date-levels.ts";
import { OwnerLevels } from "./auto-date-owners.ts";
import { BucketTable } from "./buckets.ts";
import { DeferredDocuments } from "./deferred-documents.ts";
import { eachBucket } from "./each-bucket.ts";
import { histogramBucket } from "./histogram-collector.ts";
import { LaidOutRounding } from "./laid-out-rounding.ts";
import { prepared, type Rounding } from "./rounding.ts";
import { eachNumber, type NumberSource, numberSource } from "./values.ts";

/** Buckets by an interval of time chosen to give about the number of buckets that the body asks for. */
export const autoDateHistogram: MakeCollector<AutoDateHistogramBody> = (body, context, below) => {
  const zone = body.timeZone === undefined ? undefined : timeZone(body.timeZone);
  const source = numberSource("auto_date_histogram", body.field, context, { ...body, zone, unmapped: "date" });
  const levels = levelsFrom(body.minimumInterval, zone ?? UTC, context.work);
  const ceiling = Math.trunc(MAX_BUCKETS / Math.max(...levels.slice(0, -1).map(maxMultiple)));
  if (body.buckets > ceiling) throw illegalOnShard(`buckets must be less than ${ceiling}`);
  return new AutoDateHistogram({ levels, target: body.buckets, source, context, below });
};

interface Parts {
  readonly levels: readonly Level[];
  readonly target: number;
  readonly source: NumberSource;
  readonly context: AggregationContext;
  readonly below: SubAggregations;
}

/** The buckets of one owner, numbered from `first` on. */
interface Plan extends Intervals {
  readonly first: number;
  /** Documents of each. */
  readonly counts: Uint32Array;
}

/** Documents are collected in units that become coarser. The intervals that they are merged into are known at the end. */
class AutoDateHistogram implements Collector {
  readonly #parts: Parts;
  readonly #units: BucketTable;
  readonly #owners: OwnerLevels;
  readonly #roundings: readonly LaidOutRounding[];
  readonly #deferred: DeferredDocuments | undefined;
  readonly #plans: (Plan | undefined)[] = [];
  /** The bucket of each unit, where there are sub-aggregations. */
  #bucketOf = new Uint32Array(0);
  #buckets = 0;

  constructor(parts: Parts) {
    const { levels, target, source, context, below } = parts;
    this.#parts = parts;
    this.#units = new BucketTable(undefined, () => context.work.addBucket(1));
    this.#owners = new OwnerLevels(levels, target, this.#units, context.hasOneOwner, context.work);
    this.#roundings = levels.map(
      ({ rounding }) => new LaidOutRounding(rounding, (from, to) => prepared(rounding, from, to), source.missing),
    );
    if (!below.isEmpty) this.#deferred = new DeferredDocuments(context);
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    countingDates(this.#parts.context.work, () => this.#collect(...given));
  }

  #collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { source } = this.#parts;
    const values = source.values(segment);
    const roundings: Rounding[] = [];
    const roundingAt = (level: number): Rounding => {
      const known = roundings[level] ?? item(this.#roundings, level).of(values?.sortedValues);
      roundings[level] = known;
      return known;
    };
    let [lastIndex, lastUnit] = [-1, Number.NaN];
    eachNumber(source, segment, docs, count, (index, value) => {
      const owner = owners ? u32(owners, index) : 0;
      const unit = roundingAt(this.#owners.of(owner)).round(Math.trunc(value));
      if (index === lastIndex && unit === lastUnit) return;
      [lastIndex, lastUnit] = [index, unit];
      const known = this.#units.size;
      const bucket = this.#units.add(owner, unit);
      this.#deferred?.add(segment, u32(docs, index), bucket);
      if (this.#units.size > known) this.#owners.met(owner, unit);
    });
  }

  *finish(): Generator<void> {
    if (!this.#deferred) return;
    this.#bucketOf = new Uint32Array(this.#units.size);
    for (let owner = 0; owner < this.#owners.owners; owner++) {
      this.#planOf(owner);
      yield;
    }
    yield* this.#deferred.collect(this.#parts.below, this.#bucketOf);
  }

  result(owner: number): Buckets {
    const { source, context } = this.#parts;
    const { starts, level, multiple, first, counts } = this.#planOf(owner);
    context.countBuckets(starts.length);
    const buckets = eachBucket(starts, (key, place) =>
      histogramBucket({ number: first + place, key, documents: u32(counts, place) }, String(key), source.asText(key)),
    );
    return { before: "", buckets, behind: `,"interval":"${multiple}${level.abbreviation}"`, keyed: false };
  }

  #planOf(owner: number): Plan {
    const plan = this.#plans[owner] ?? countingDates(this.#parts.context.work, () => this.#makePlan(owner));
    this.#plans[owner] = plan;
    return plan;
  }

  /** @throws ShardFailure when the search makes too many buckets */
  #makePlan(owner: number): Plan {
    const { context, below } = this.#parts;
    const units = this.#units.bucketsOf(owner);
    const keys = units.map((unit) => f64(this.#units.keys, unit)).sort((a, b) => a - b);
    const intervals = finalIntervals(keys, this.#owners.of(owner), this.#parts);
    const starts = Float64Array.from(intervals.starts);
    context.work.addBucket(starts.length * (1 + below.size));
    const [first, counts] = [this.#buckets, new Uint32Array(starts.length)];
    this.#buckets += starts.length;
    for (const unit of units) {
      const place = firstAbove(starts, f64(this.#units.keys, unit)) - 1;
      counts[place] = u32(counts, place) + u32(this.#units.counts, unit);
      if (this.#deferred) this.#bucketOf[unit] = first + place;
    }
    return { ...intervals, first, counts };
  }
}
