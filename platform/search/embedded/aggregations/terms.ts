import type { TermsBody } from "../../language/aggregations/terms.ts";
import { f64, u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { AggregationContext, Below, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { bucketOrder, type Compare, firstOf } from "./order.ts";
import { countAllTerms, countTerms, eachTerm, type TermSource, termSource } from "./term-source.ts";
import { eachNumber, numberSource } from "./values.ts";

/** A bucket for each value of a field, the most frequent first. */
export const terms: MakeCollector<TermsBody> = (body, context, below) =>
  new TermsCollector(keysOf(body, context), body, context, below);

/** The values of a field as numbers: ordinals of terms, or themselves. */
interface Keys {
  /** Ordinals end here; undefined for plain numbers. */
  readonly range: number | undefined;
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
  /** Counting by key alone, where keys are ordinals. */
  readonly ordinals?: TermSource;
  /** Every key that some document of the index has. */
  all(take: (key: number) => void): void;
  /** `"key":…`, with `key_as_string` where the type has one. */
  members(key: number): string;
  compare: Compare;
  /** The key of an exact value; undefined when no document has it. */
  keyOf(value: string): number | undefined;
}

function keysOf({ field, missing, format }: TermsBody, context: AggregationContext): Keys {
  const unmapped = context.index.fields.field(field) === undefined;
  if (unmapped && missing !== undefined) return onlyMissing(missing);
  const source = termSource("terms", field, context, missing);
  if (source) {
    return {
      range: source.size,
      ordinals: source,
      each: (segment, docs, count, take) => eachTerm(source, segment, docs, count, take),
      all: (take) => {
        for (let key = 0; key < source.size; key++) take(key);
      },
      members: (key) => `"key":${JSON.stringify(source.text(key))}`,
      compare: (a, b) => source.compare(a, b),
      keyOf: source.ordinalOf,
    };
  }
  const numbers = numberSource("terms", field, context, { missing, format });
  return {
    range: undefined,
    each: (segment, docs, count, take) => eachNumber(numbers.values(segment), numbers.missing, docs, count, take),
    all: (take) => {
      for (const segment of context.index.segments)
        for (const key of numbers.values(segment)?.sortedValues ?? []) take(key);
    },
    members: (key) => {
      const text = numbers.asText(key);
      return `"key":${numbers.print(key)}${text === undefined ? "" : `,"key_as_string":${JSON.stringify(text)}`}`;
    },
    compare: (a, b) => a - b,
    keyOf: numbers.read,
  };
}

/** An unmapped field: every document counts as the missing value. */
function onlyMissing(missing: string): Keys {
  return {
    range: 1,
    each: (_segment, _docs, count, take) => {
      for (let index = 0; index < count; index++) take(index, 0);
    },
    all: (take) => take(0),
    members: () => `"key":${JSON.stringify(missing)}`,
    compare: () => 0,
    keyOf: (value) => (value === missing ? 0 : undefined),
  };
}

class TermsCollector implements Collector {
  readonly #keys: Keys;
  readonly #body: TermsBody;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #table: BucketTable;
  readonly #batch: BucketBatch;
  readonly #accepts: ((key: number) => boolean) | undefined;
  /** Which buckets are worth keeping, and how those are shown: Elasticsearch's shards and its last step differ in this. */
  readonly #choose: Compare;
  readonly #compare: Compare;
  readonly #countsDown: boolean;
  /** Documents by key, where nothing else is collected; made into buckets for the answer. */
  #counts: Uint32Array | undefined;
  readonly #byKey: boolean;

  constructor(keys: Keys, body: TermsBody, context: AggregationContext, below: Below) {
    this.#keys = keys;
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#table = new BucketTable(keys.range, () => context.work.addBucket(1 + below.size));
    this.#batch = new BucketBatch(below);
    this.#accepts = acceptance(keys, body);
    this.#choose = bucketOrder(body.order, this.#table, keys.compare, below, "last");
    this.#compare = bucketOrder(body.order, this.#table, keys.compare, below, "largest");
    const [first] = body.order;
    this.#countsDown = first?.path === "_count" && !first.ascending;
    this.#byKey = first?.path === "_key";
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { ordinals } = this.#keys;
    if (ordinals && !owners && this.#below.isEmpty) {
      countTerms(ordinals, segment, docs, count, this.#countsOf(ordinals));
      return;
    }
    const accepts = this.#accepts;
    const [table, batch, below] = [this.#table, this.#batch, this.#below];
    let [lastIndex, lastKey] = [-1, Number.NaN];
    this.#keys.each(segment, docs, count, (index, key) => {
      // A document counts once in a bucket, however often it has the value.
      if (index === lastIndex && key === lastKey) return;
      lastIndex = index;
      lastKey = key;
      if (accepts && !accepts(key)) return;
      const bucket = table.add(owners ? u32(owners, index) : 0, key);
      if (!below.isEmpty) batch.add(segment, u32(docs, index), bucket);
    });
    batch.flush(segment);
  }

  collectAll(segment: SegmentReader): boolean {
    const { ordinals } = this.#keys;
    if (!ordinals || !this.#below.isEmpty) return false;
    return countAllTerms(ordinals, segment, this.#countsOf(ordinals));
  }

  #countsOf({ size }: TermSource): Uint32Array {
    if (!this.#counts) {
      this.#context.work.take(4 * size);
      this.#counts = new Uint32Array(size);
    }
    return this.#counts;
  }

  answer(owner: number): string {
    if (this.#counts) this.#addCounted(this.#counts);
    const { size, shardSize, minDocCount, showError } = this.#body;
    if (minDocCount === 0) this.#addEmptyBuckets(owner);
    const { counts, keys } = this.#table;
    const all = this.#table.bucketsOf(owner);
    const sum = (buckets: readonly number[]) => buckets.reduce((total, bucket) => total + u32(counts, bucket), 0);
    const sent = firstOf(all, shardSize, this.#choose);
    const counted = sent.filter((bucket) => u32(counts, bucket) >= minDocCount).sort(this.#compare);
    const shown = counted.slice(0, size);
    this.#context.countBuckets(shown.length);
    const error = !this.#countsDown && !this.#byKey && sent.length >= shardSize ? -1 : 0;
    const others = sum(all) - sum(sent) + sum(counted) - sum(shown);
    const perBucket = showError ? `,"doc_count_error_upper_bound":${error}` : "";
    const buckets = shown.map(
      (bucket) =>
        `{${this.#keys.members(f64(keys, bucket))},"doc_count":${counts[bucket]}${perBucket}${this.#below.answer(bucket)}}`,
    );
    return `"doc_count_error_upper_bound":${error},"sum_other_doc_count":${others},"buckets":[${buckets.join(",")}]`;
  }

  #addCounted(documents: Uint32Array): void {
    const table = this.#table;
    for (let key = 0; key < documents.length; key++) {
      if (documents[key] === 0 || (this.#accepts && !this.#accepts(key))) continue;
      const bucket = table.reach(0, key);
      table.counts[bucket] = u32(documents, key);
    }
  }

  #addEmptyBuckets(owner: number): void {
    this.#keys.all((key) => {
      if (!this.#accepts || this.#accepts(key)) this.#table.reach(owner, key);
    });
  }
}

function acceptance(keys: Keys, { include, exclude }: TermsBody): ((key: number) => boolean) | undefined {
  if (!include && !exclude) return undefined;
  const keySet = (values: readonly string[]) => new Set(values.map(keys.keyOf));
  const [wanted, unwanted] = [include && keySet(include), exclude && keySet(exclude)];
  return (key) => (!wanted || wanted.has(key)) && !unwanted?.has(key);
}
