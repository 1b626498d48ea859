import type { Bounds, DateHistogramBody } from "../../language/aggregations/date-histogram.ts";
import { offsetsAsked, type TimeZone, timeZone, UTC } from "../../language/dates/zone.ts";
import { illegalOnShard } from "../../language/errors.ts";
import { MAX_BUCKETS } from "../../language/limits.ts";
import { f64, firstAtLeast, u32 } from "../index/arrays.ts";
import { eachDeleted, type SegmentReader } from "../index/segment.ts";
import type { NumberValues } from "../index/segment-data.ts";
import type { AggregationContext, Below, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { bucketOrder, type Compare } from "./order.ts";
import { calendarRounding, fixedRounding, prepared, type Rounding, shifted } from "./rounding.ts";
import { eachNumber, type NumberSource, numberSource, unsupported } from "./values.ts";

/** Milliseconds since 1970; undefined leaves a side open. */
interface InstantBounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Buckets by calendar unit or fixed interval. */
export const dateHistogram: MakeCollector<DateHistogramBody> = (body, context, below, name) => {
  const { field, missing, format, extendedBounds, hardBounds } = body;
  const zone = body.timeZone === undefined ? UTC : timeZone(body.timeZone);
  const mapped = context.index.fields.field(field);
  if (mapped && mapped.kind !== "date" && mapped.kind !== "boolean") {
    throw unsupported("date_histogram", mapped, context.index.indexName);
  }
  const rounding = roundingOf(body, zone);
  const source = numberSource("date_histogram", field, context, { missing, format, zone });
  const extended = instantsOf(extendedBounds, "extended_bounds", source, name);
  const hard = instantsOf(hardBounds, "hard_bounds", source, name);
  return new DateHistogram({ body, rounding, source, extended, hard, context, below });
};

function roundingOf({ interval, offset }: DateHistogramBody, zone: TimeZone): Rounding {
  if (interval === undefined) {
    throw illegalOnShard("Invalid interval specified, must be non-null and non-empty");
  }
  const rounding = typeof interval === "number" ? fixedRounding(interval, zone) : calendarRounding(interval, zone);
  return shifted(rounding, offset);
}

function instantsOf(
  texts: Bounds | undefined,
  member: "extended_bounds" | "hard_bounds",
  source: NumberSource,
  name: string,
): InstantBounds | undefined {
  if (!texts) return undefined;
  // A number is always milliseconds since 1970, whatever the format.
  const read = (text: string | undefined) =>
    text === undefined ? undefined : /^-?\d{5,}$/.test(text) ? Number(text) : source.read(text);
  const [min, max] = [read(texts.min), read(texts.max)];
  if (min !== undefined && max !== undefined && min > max) {
    const reason = `[${member}.min][${min}] cannot be greater than [${member}.max][${max}] for histogram aggregation [${name}]`;
    throw illegalOnShard(reason);
  }
  return { min, max };
}

interface HistogramParts {
  readonly body: DateHistogramBody;
  readonly rounding: Rounding;
  readonly source: NumberSource;
  readonly extended: InstantBounds | undefined;
  readonly hard: InstantBounds | undefined;
  readonly context: AggregationContext;
  readonly below: Below;
}

/** What asking for the offset of a region counts: a fifth of a million of them reach the limit of a search. */
const STEPS_OF_AN_OFFSET = 1_000;

class DateHistogram implements Collector {
  readonly #parts: HistogramParts;
  readonly #table: BucketTable;
  readonly #batch: BucketBatch;
  readonly #compare: Compare;
  /** The rounding laid out for the values in [from, to]: those of all segments so far. */
  #prepared: { readonly from: number; readonly to: number; readonly rounding: Rounding } | undefined;

  constructor(parts: HistogramParts) {
    const { context, below } = parts;
    this.#parts = parts;
    this.#table = new BucketTable(undefined, () => context.work.addBucket(1 + below.size));
    this.#batch = new BucketBatch(below);
    this.#compare = bucketOrder(parts.body.order, this.#table, (a, b) => a - b, parts.below, "largest");
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    this.#countingOffsets(() => this.#collect(...given));
  }

  #collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { source, below, hard } = this.#parts;
    const { missing } = source;
    const values = source.values(segment);
    const { round } = this.#roundingFor(values?.sortedValues);
    const [table, batch] = [this.#table, this.#batch];
    let [lastIndex, lastKey] = [-1, Number.NaN];
    eachNumber(values, missing, docs, count, (index, value) => {
      const key = round(value);
      if (index === lastIndex && key === lastKey) return;
      lastIndex = index;
      lastKey = key;
      if (hard && ((hard.min !== undefined && key < hard.min) || (hard.max !== undefined && key >= hard.max))) return;
      const bucket = table.add(owners ? u32(owners, index) : 0, key);
      if (!below.isEmpty) batch.add(segment, u32(docs, index), bucket);
    });
    batch.flush(segment);
  }

  /** Only where each document has at most one value: values are sorted, so the bounds of an interval give its count. */
  collectAll(segment: SegmentReader): boolean {
    const { source, below, hard } = this.#parts;
    const values = source.values(segment);
    if (!below.isEmpty || hard || !Number.isNaN(source.missing) || values?.offsets) return false;
    if (!values) return true;
    let counts: Map<number, number> | undefined;
    this.#countingOffsets(() => {
      counts = this.#countAll(segment, values);
    });
    for (const [key, count] of counts ?? []) if (count > 0) this.#table.add(0, key, count);
    return counts !== undefined;
  }

  #countAll(segment: SegmentReader, { values, sortedValues }: NumberValues): Map<number, number> | undefined {
    const rounding = this.#roundingFor(sortedValues);
    const counts = countRuns(sortedValues, rounding);
    if (!counts) return undefined;
    eachDeleted(segment, (doc) => {
      const value = f64(values, doc);
      if (Number.isNaN(value)) return;
      const key = rounding.round(value);
      counts.set(key, (counts.get(key) ?? 0) - 1);
    });
    return counts;
  }

  /** Lays the intervals out again only where the values of a segment exceed those of the segments before. */
  #roundingFor(sorted: Float64Array | undefined): Rounding {
    const { rounding, source } = this.#parts;
    const range = [sorted?.[0] ?? Number.NaN, sorted?.at(-1) ?? Number.NaN, source.missing].filter(
      (each) => !Number.isNaN(each),
    );
    if (range.length === 0) return rounding;
    const known = this.#prepared;
    const from = Math.min(known?.from ?? Number.POSITIVE_INFINITY, ...range);
    const to = Math.max(known?.to ?? Number.NEGATIVE_INFINITY, ...range);
    if (known && (known.rounding === rounding || (from === known.from && to === known.to))) return known.rounding;
    this.#prepared = { from, to, rounding: prepared(rounding, from, to) };
    return this.#prepared.rounding;
  }

  result(owner: number): Buckets {
    const { source, context } = this.#parts;
    const { minDocCount, keyed } = this.#parts.body;
    if (minDocCount === 0) this.#countingOffsets(() => this.#addEmptyBuckets(owner));
    const { counts, keys } = this.#table;
    const shown = this.#table.bucketsOf(owner).filter((bucket) => u32(counts, bucket) >= minDocCount);
    context.countBuckets(shown.length);
    const buckets = shown.sort(this.#compare).map((number) => {
      const key = f64(keys, number);
      const name = source.asText(key) ?? String(key);
      const before = `"key_as_string":${JSON.stringify(name)},"key":${key},`;
      return { number, documents: u32(counts, number), before, name, key };
    });
    return { before: "", buckets, keyed };
  }

  /** Offsets of regions cost far more than the documents that need them. */
  #countingOffsets(work: () => void): void {
    const before = offsetsAsked();
    work();
    this.#parts.context.work.spend((offsetsAsked() - before) * STEPS_OF_AN_OFFSET);
  }

  /** Adds the empty intervals between the first bucket and the last, and up to the extended bounds. */
  #addEmptyBuckets(owner: number): void {
    const { context, extended } = this.#parts;
    const { round, next } = this.#parts.rounding;
    const found = this.#table.bucketsOf(owner).map((bucket) => f64(this.#table.keys, bucket));
    const { min, max } = extended ?? {};
    const known = found.reduce(
      (range, key) => ({ first: Math.min(range.first, key), last: Math.max(range.last, key) }),
      {
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
      },
    );
    if (found.length === 0 && (min === undefined || max === undefined)) return;
    const first = min === undefined ? known.first : Math.min(known.first, round(min));
    const last = max === undefined ? known.last : Math.max(known.last, round(max));
    let missing = 0;
    for (let key = first; key <= last; key = next(key)) {
      this.#table.reach(owner, key);
      // Checked in the loop, so that seconds over a century fail before they exhaust the memory.
      if (++missing > MAX_BUCKETS) context.countBuckets(missing);
    }
  }
}

/** Number of values per interval. `sorted` ascends. Undefined when the intervals are not consecutive. */
function countRuns(sorted: Float64Array, { round, next }: Rounding): Map<number, number> | undefined {
  const counts = new Map<number, number>();
  for (let from = 0; from < sorted.length; ) {
    const key = round(f64(sorted, from));
    const end = firstAtLeast(sorted, next(key), from);
    if (end === from || round(f64(sorted, end - 1)) !== key || counts.has(key)) return undefined;
    counts.set(key, end - from);
    from = end;
  }
  return counts;
}
