import { f64, firstAtLeast, item, u32 } from "../bytes/arrays.ts";
import { eachDeleted, type SegmentReader } from "../index/segment.ts";
import type { NumberValues } from "../index/segment-data.ts";
import type { OrderBy } from "../language/aggregations/order.ts";
import { MAX_BUCKETS } from "../limits.ts";
import { countingDates } from "../work/counting-dates.ts";
import type { AggregationContext, Bucket, Buckets, Collector, SubAggregations } from "./aggregation.ts";
import { type BucketTable, KeyBuckets } from "./buckets.ts";
import { eachBucket } from "./each-bucket.ts";
import { LaidOutRounding } from "./laid-out-rounding.ts";
import { BucketOrder } from "./order.ts";
import type { Rounding } from "./rounding.ts";
import { eachNumber, type NumberSource } from "./values.ts";

/** Undefined leaves a side open. */
export interface HistogramBounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface HistogramParts {
  readonly rounding: Rounding;
  /** A faster rounding for values in [from, to]. */
  readonly prepare: (from: number, to: number) => Rounding;
  readonly source: NumberSource;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly keyed: boolean;
  /** Empty buckets are added up to these keys. */
  readonly extended: HistogramBounds | undefined;
  /** Whether there may be a bucket with this key; undefined: always. */
  readonly accepts: ((key: number) => boolean) | undefined;
  readonly printKey: (key: number) => string;
  readonly context: AggregationContext;
  readonly below: SubAggregations;
}

/** Buckets by intervals of numbers, with empty ones between them. */
export class Histogram implements Collector {
  readonly #parts: HistogramParts;
  readonly #buckets: KeyBuckets;
  readonly #table: BucketTable;
  readonly #order: BucketOrder;
  readonly #rounding: LaidOutRounding;

  constructor(parts: HistogramParts) {
    const { context, below } = parts;
    this.#parts = parts;
    this.#buckets = new KeyBuckets(undefined, below, context.work);
    this.#table = this.#buckets.table;
    this.#rounding = new LaidOutRounding(parts.rounding, parts.prepare, parts.source.missing);
    const ordered = { table: this.#table, compareKeys: (a: number, b: number) => a - b, below, work: context.work };
    this.#order = new BucketOrder(parts.order, ordered, "largest");
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    countingDates(this.#parts.context.work, () => this.#collect(...given));
  }

  #collect(...given: Parameters<Collector["collect"]>): void {
    const [segment, docs, , count] = given;
    const { source, accepts } = this.#parts;
    const values = source.values(segment);
    const { round } = this.#rounding.of(values?.sortedValues);
    this.#buckets.collect(given, (take) => {
      eachNumber(source, segment, docs, count, (index, value) => {
        const key = round(value);
        if (!accepts || accepts(key)) take(index, key);
      });
    });
  }

  /** Only where each document has at most one value: values are sorted, so the bounds of an interval give its count. */
  collectAll(segment: SegmentReader): boolean {
    const { source, below, accepts, context } = this.#parts;
    const values = source.values(segment);
    if (!below.isEmpty || accepts || !Number.isNaN(source.missing) || values?.offsets) return false;
    if (!values) return true;
    const counts = countingDates(context.work, () => this.#countAll(segment, values));
    for (const [key, count] of counts ?? []) if (count > 0) this.#table.add(0, key, count);
    return counts !== undefined;
  }

  #countAll(segment: SegmentReader, { values, sortedValues }: NumberValues): Map<number, number> | undefined {
    const rounding = this.#rounding.of(sortedValues);
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

  result(owner: number): Buckets {
    const { source, context, minDocCount, keyed, printKey } = this.#parts;
    if (minDocCount === 0) countingDates(context.work, () => this.#addEmptyBuckets(owner));
    const { counts, keys } = this.#table;
    const shown = this.#table.bucketsOf(owner).filter((bucket) => u32(counts, bucket) >= minDocCount);
    context.countBuckets(shown.length);
    const buckets = eachBucket(this.#order.sorted(shown), (number) => {
      const key = f64(keys, number);
      return histogramBucket({ number, key, documents: u32(counts, number) }, printKey(key), source.asText(key));
    });
    return { before: "", buckets, keyed };
  }

  /** Adds the empty intervals between the first bucket and the last, and up to the extended bounds. */
  #addEmptyBuckets(owner: number): void {
    const { extended } = this.#parts;
    const { next } = this.#parts.rounding;
    const { min, max } = extended ?? {};
    const found = this.#table.bucketsOf(owner).map((bucket) => f64(this.#table.keys, bucket));
    if (found.length === 0 && (min === undefined || max === undefined)) return;
    found.sort((a, b) => a - b);
    const fill = new Filling(this.#table, owner, this.#parts.context);
    const [first, last] = [found[0], found.at(-1)];
    if (min !== undefined) for (let key = min; key < (first ?? max ?? min); key = next(key)) fill.add(key);
    for (let place = 1; place < found.length; place++) {
      const end = item(found, place);
      for (let key = next(item(found, place - 1)); key < end; key = next(key)) fill.add(key);
    }
    if (max === undefined) return;
    if (first === undefined) fill.add(max);
    else for (let key = next(last ?? first); key <= max; key = next(key)) fill.add(key);
  }
}

/** A bucket of a histogram. `printed` is its key as JSON, `text` the key in the format of the field. */
export function histogramBucket(
  bucket: Required<Pick<Bucket, "number" | "key" | "documents">>,
  printed: string,
  text: string | null | undefined,
): Bucket {
  const asString = text === undefined || text === null ? "" : `"key_as_string":${JSON.stringify(text)},`;
  return {
    ...bucket,
    before: `${asString}"key":${printed},`,
    name: text ?? printed,
    isFiller: bucket.documents === 0,
  };
}

/** Puts empty buckets between others. */
class Filling {
  readonly #table: BucketTable;
  readonly #owner: number;
  readonly #context: AggregationContext;
  #added = 0;

  constructor(table: BucketTable, owner: number, context: AggregationContext) {
    this.#table = table;
    this.#owner = owner;
    this.#context = context;
  }

  /** Counted here, so that intervals of a second over a century fail before they exhaust the memory. */
  add(key: number): void {
    this.#table.reach(this.#owner, key);
    if (++this.#added > MAX_BUCKETS) this.#context.countBuckets(this.#added);
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
