import type { TermFilter, TermsBody } from "../../language/aggregations/terms.ts";
import { illegalOnShard } from "../../language/errors.ts";
import { f64, u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import { termTest } from "../query/regexp.ts";
import type { AggregationContext, Below, Bucket, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { bucketOrder, type Compare, firstOf } from "./order.ts";
import { countAllTerms, countTerms, eachTerm, type TermSource, termSource } from "./term-source.ts";
import { checkValues, eachNumber, numberSource } from "./values.ts";

/** Buckets by value of a field, by default the most frequent first. */
export const terms: MakeCollector<TermsBody> = (body, context, below, name) => {
  const keys = keysOf(body, context);
  checkHint(body, keys);
  return new TermsCollector(keys, acceptance(keys, body, context, name), body, context, below);
};

function checkHint({ executionHint: hint }: TermsBody, { ordinals }: Keys): void {
  if (hint === undefined || !ordinals || hint === "map" || hint === "global_ordinals") return;
  throw illegalOnShard(`Unknown \`execution_hint\`: [${hint}], expected any of [map, global_ordinals]`);
}

/** Values of a field as numeric keys: ordinals of terms, or the numbers themselves. */
interface Keys {
  /** Exclusive upper bound of ordinals; undefined for numbers. */
  readonly range: number | undefined;
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
  /** Set where keys are ordinals: documents can be counted by ordinal alone. */
  readonly ordinals?: TermSource;
  /** Calls `take` with every key in the index. */
  all(take: (key: number) => void): void;
  /** The key as text and as members: `"key":…,`, with `key_as_string` where the type has one. */
  named(key: number): Pick<Bucket, "name" | "before" | "key">;
  compare: Compare;
  /** Set where keys are texts. */
  readonly textOf?: (key: number) => string;
  /**
   * The key of an exact value; undefined for a term that no document has.
   * @throws ShardFailure for an invalid number
   */
  keyOf(value: string): number | undefined;
}

function keysOf(body: TermsBody, context: AggregationContext): Keys {
  const { field, missing, valueType } = body;
  const isUnmapped = checkValues(body, context) === undefined;
  const isNumeric = valueType !== undefined && valueType !== "string" && valueType !== "ip";
  if (isUnmapped && (missing === undefined || !isNumeric)) return onlyMissing(missing);
  const source = termSource("terms", field, context, missing);
  if (source) {
    return {
      range: source.size,
      ordinals: source,
      each: (segment, docs, count, take) => eachTerm(source, segment, docs, count, take),
      all: (take) => {
        for (let key = 0; key < source.size; key++) take(key);
      },
      named: (key) => namedByText(source.text(key)),
      textOf: source.text,
      compare: (a, b) => source.compare(a, b),
      keyOf: source.ordinalOf,
    };
  }
  const numbers = numberSource("terms", field, context, body);
  return {
    range: undefined,
    each: (segment, docs, count, take) => eachNumber(numbers.values(segment), numbers.missing, docs, count, take),
    all: (take) => {
      for (const segment of context.index.segments)
        for (const key of numbers.values(segment)?.sortedValues ?? []) take(key);
    },
    named: (key) => {
      // An unmapped field has no doubles but the missing value, if that is one.
      const isWhole = isUnmapped && Number.isInteger(key);
      const [number, text] = [isWhole ? String(key) : numbers.print(key), numbers.asText(key)];
      const asString = text === undefined ? "" : `"key_as_string":${JSON.stringify(text)},`;
      return { name: text ?? number, before: `"key":${number},${asString}`, key };
    },
    compare: (a, b) => a - b,
    keyOf: numbers.read,
  };
}

const namedByText = (name: string) => ({ name, before: `"key":${JSON.stringify(name)},` });

/** Keys of an unmapped field: every document has the missing value, if there is one. */
function onlyMissing(missing: string | number | undefined): Keys {
  const text = String(missing);
  return {
    range: 1,
    each: (_segment, _docs, count, take) => {
      if (missing !== undefined) for (let index = 0; index < count; index++) take(index, 0);
    },
    all: (take) => {
      if (missing !== undefined) take(0);
    },
    named: () => namedByText(text),
    textOf: () => text,
    compare: () => 0,
    keyOf: (value) => (value === text ? 0 : undefined),
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
  /**
   * Orders in which a shard selects buckets and in which the answer has them. They differ for metrics without a number.
   */
  readonly #shardOrder: Compare;
  readonly #answerOrder: Compare;
  readonly #byCountDescending: boolean;
  /** Documents by ordinal, if there are no sub-aggregations. `answer` makes buckets of them. */
  #counts: Uint32Array | undefined;
  readonly #byKey: boolean;

  constructor(
    keys: Keys,
    accepts: ((key: number) => boolean) | undefined,
    body: TermsBody,
    context: AggregationContext,
    below: Below,
  ) {
    this.#keys = keys;
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#table = new BucketTable(keys.range, () => context.work.addBucket(1 + below.size));
    this.#batch = new BucketBatch(below);
    this.#accepts = accepts;
    this.#shardOrder = bucketOrder(body.order, this.#table, keys.compare, below, "last");
    this.#answerOrder = bucketOrder(body.order, this.#table, keys.compare, below, "largest");
    const [first] = body.order;
    this.#byCountDescending = first?.path === "_count" && !first.ascending;
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

  result(owner: number, inFiller: boolean): Buckets {
    if (this.#counts) this.#addCounted(this.#counts);
    const { size, shardSize, minDocCount, showError } = this.#body;
    if (minDocCount === 0 && !inFiller) this.#addEmptyBuckets(owner);
    const { counts, keys } = this.#table;
    const all = this.#table.bucketsOf(owner);
    const sum = (buckets: readonly number[]) => buckets.reduce((total, bucket) => total + u32(counts, bucket), 0);
    const sent = firstOf(all, shardSize, this.#shardOrder);
    const counted = sent.filter((bucket) => u32(counts, bucket) >= minDocCount).sort(this.#answerOrder);
    const shown = counted.slice(0, size);
    this.#context.countBuckets(shown.length);
    const error = !this.#byCountDescending && !this.#byKey && sent.length >= shardSize ? -1 : 0;
    const others = sum(all) - sum(sent) + sum(counted) - sum(shown);
    const behind = showError ? `,"doc_count_error_upper_bound":${error}` : "";
    const buckets = shown.map((number) => ({
      ...this.#keys.named(f64(keys, number)),
      number,
      documents: u32(counts, number),
      behind,
    }));
    return {
      before: `"doc_count_error_upper_bound":${error},"sum_other_doc_count":${others},`,
      buckets,
      keyed: false,
    };
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

/** Test of `include` and `exclude`; undefined if every key is accepted. */
function acceptance(
  keys: Keys,
  { include, exclude }: TermsBody,
  context: AggregationContext,
  name: string,
): ((key: number) => boolean) | undefined {
  if (!include && !exclude) return undefined;
  const test = (filter: TermFilter) => {
    if (!("pattern" in filter)) {
      const values = new Set(filter.map(keys.keyOf));
      return (key: number) => values.has(key);
    }
    if (keys.textOf) return patternTest(filter.pattern, keys.textOf, context);
    throw illegalOnShard(
      `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of numeric values for include/exclude clauses used to filter numeric fields`,
    );
  };
  const [wanted, unwanted] = [include && test(include), exclude && test(exclude)];
  return (key) => (!wanted || wanted(key)) && !unwanted?.(key);
}

/** Approximate size of a number and its result in a Map, in V8. */
const MAP_ENTRY_BYTES = 40;

/** Each term is tested once. */
function patternTest(
  pattern: string,
  textOf: (key: number) => string,
  context: AggregationContext,
): (key: number) => boolean {
  const { work } = context;
  const test = termTest(pattern, context);
  const known = new Map<number, boolean>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) {
      const text = textOf(key);
      work.take(MAP_ENTRY_BYTES);
      work.spend(text.length);
      result = test(text);
      known.set(key, result);
    }
    return result;
  };
}
