import { AggregationOptions } from "../../language/aggregations/options.ts";
import { illegalArgument } from "../../language/errors.ts";
import { isArray, type JsonValue } from "../../language/json.ts";
import type { SegmentReader } from "../index/segment.ts";
import {
  type AggregationContext,
  type AggregationKind,
  type Below,
  type Collector,
  MOST_BUCKETS,
} from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { bucketOrder, type Compare, firstOf, type OrderBy, readOrder } from "./order.ts";
import { countAllTerms, countTerms, eachTerm, type TermSource, termSource } from "./term-source.ts";
import { eachNumber, numberSource } from "./values.ts";

interface TermsOptions {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly order: readonly OrderBy[];
  readonly showError: boolean;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** A bucket for each value of a field, the most frequent first. */
export const terms: AggregationKind = {
  name: "terms",
  options: [
    ...["field", "missing", "format", "size", "shard_size", "min_doc_count", "order", "include", "exclude"],
    ...["show_term_doc_count_error", "collect_mode", "execution_hint"],
  ],
  buckets: true,
  parse(body, name) {
    const read = new AggregationOptions("terms", name, body);
    const [field, missing, format] = [read.field(), read.missing(), read.text("format")];
    const options = readOptions(read);
    return (context, below) => {
      const keys = keysOf(field, context, { missing, format });
      return new TermsCollector(keys, options, context, below);
    };
  },
};

function readOptions(read: AggregationOptions): TermsOptions {
  const size = positive(read, "size") ?? 10;
  const order = readOrder("terms", read.body) ?? [{ path: "_count", ascending: false }];
  const byKey = order[0]?.path === "_key";
  // What a shard would send on is what Elasticsearch's sums and bounds of errors are made of.
  const shardSize = positive(read, "shard_size") ?? (byKey ? size : Math.trunc(size * 1.5 + 10));
  read.text("collect_mode");
  read.text("execution_hint");
  return {
    size,
    shardSize: Math.max(size, shardSize),
    minDocCount: read.minDocCount() ?? 1,
    order,
    showError: read.boolean("show_term_doc_count_error") ?? false,
    include: exactValues(read, "include"),
    exclude: exactValues(read, "exclude"),
  };
}

function positive(read: AggregationOptions, member: "size" | "shard_size"): number | undefined {
  const value = read.integer(member);
  if (value !== undefined && value > MOST_BUCKETS) {
    throw illegalArgument(
      `[${member}] must be less than or equal to [${MOST_BUCKETS}]. Found [${value}] in [${read.name}]`,
    );
  }
  if (value === undefined || value > 0) return value;
  const spelling = member === "size" ? "size" : "shardSize";
  throw read.failed(
    member,
    "illegal_argument_exception",
    `[${spelling}] must be greater than 0. Found [${value}] in [${read.name}]`,
  );
}

function exactValues(read: AggregationOptions, member: "include" | "exclude"): readonly string[] | undefined {
  const value = read.body.get(member);
  if (value === undefined) return undefined;
  if (!isArray(value)) throw illegalArgument(`[terms] supports [${member}] as an array of exact values only`);
  return value.map((each: JsonValue) => read.scalar(member, each));
}

/** The values of a field as numbers: ordinals of terms, or themselves. */
interface Keys {
  readonly type: "sterms" | "dterms" | "lterms" | "umterms";
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

function keysOf(
  field: string,
  context: AggregationContext,
  options: { missing: string | undefined; format: string | undefined },
): Keys {
  const unmapped = context.index.fields.field(field) === undefined;
  if (unmapped && options.missing !== undefined) return onlyMissing(options.missing);
  const source = termSource("terms", field, context, options.missing);
  if (source) {
    return {
      type: "sterms",
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
  const numbers = numberSource("terms", field, context, options);
  return {
    type: unmapped ? "umterms" : numbers.type === "double" ? "dterms" : "lterms",
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

/** A field that nobody has: every document counts as the missing value. */
function onlyMissing(missing: string): Keys {
  return {
    type: "sterms",
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
  readonly #options: TermsOptions;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #table: BucketTable;
  readonly #batch = new BucketBatch();
  readonly #accepts: ((key: number) => boolean) | undefined;
  /** Which buckets are worth keeping, and how those are shown: Elasticsearch's shards and its last step differ in this. */
  readonly #choose: Compare;
  readonly #compare: Compare;
  readonly #countsDown: boolean;
  /** Documents by key, when nobody asks for more than that; they become buckets in the end. */
  #counts: Uint32Array | undefined;
  readonly #byKey: boolean;

  constructor(keys: Keys, options: TermsOptions, context: AggregationContext, below: Below) {
    this.#keys = keys;
    this.#options = options;
    this.#context = context;
    this.#below = below;
    this.#table = new BucketTable(keys.range);
    this.#accepts = acceptance(keys, options);
    this.#choose = bucketOrder(options.order, this.#table, keys.compare, below, "last");
    this.#compare = bucketOrder(options.order, this.#table, keys.compare, below, "largest");
    const [first] = options.order;
    this.#countsDown = first?.path === "_count" && !first.ascending;
    this.#byKey = first?.path === "_key";
  }

  get resultType(): string {
    return this.#keys.type;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { ordinals } = this.#keys;
    if (ordinals && !owners && this.#below.isEmpty) {
      this.#counts ??= new Uint32Array(ordinals.size);
      countTerms(ordinals, segment, docs, count, this.#counts);
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
      const bucket = table.add(owners ? owners[index]! : 0, key);
      if (!below.isEmpty) batch.add(docs[index]!, bucket);
    });
    batch.passTo(below, segment);
  }

  collectAll(segment: SegmentReader): boolean {
    const { ordinals } = this.#keys;
    if (!ordinals || !this.#below.isEmpty) return false;
    this.#counts ??= new Uint32Array(ordinals.size);
    return countAllTerms(ordinals, segment, this.#counts);
  }

  answer(owner: number): string {
    if (this.#counts) this.#addCounted(this.#counts);
    const { size, shardSize, minDocCount, showError } = this.#options;
    if (minDocCount === 0) this.#addEmptyBuckets(owner);
    const { counts, keys } = this.#table;
    const all = this.#table.bucketsOf(owner);
    const sum = (buckets: readonly number[]) => buckets.reduce((total, bucket) => total + counts[bucket]!, 0);
    const sent = firstOf(all, shardSize, this.#choose);
    const counted = sent.filter((bucket) => counts[bucket]! >= minDocCount).sort(this.#compare);
    const shown = counted.slice(0, size);
    this.#context.countBuckets(shown.length);
    const error = !this.#countsDown && !this.#byKey && sent.length >= shardSize ? -1 : 0;
    const others = sum(all) - sum(sent) + sum(counted) - sum(shown);
    const perBucket = showError ? `,"doc_count_error_upper_bound":${error}` : "";
    const buckets = shown.map(
      (bucket) =>
        `{${this.#keys.members(keys[bucket]!)},"doc_count":${counts[bucket]}${perBucket}${this.#below.answer(bucket)}}`,
    );
    return `"doc_count_error_upper_bound":${error},"sum_other_doc_count":${others},"buckets":[${buckets.join(",")}]`;
  }

  #addCounted(documents: Uint32Array): void {
    const table = this.#table;
    for (let key = 0; key < documents.length; key++) {
      if (documents[key] === 0 || (this.#accepts && !this.#accepts(key))) continue;
      const bucket = table.reach(0, key);
      table.counts[bucket] = documents[key]!;
    }
  }

  #addEmptyBuckets(owner: number): void {
    this.#keys.all((key) => {
      if (!this.#accepts || this.#accepts(key)) this.#table.reach(owner, key);
    });
  }
}

function acceptance(keys: Keys, { include, exclude }: TermsOptions): ((key: number) => boolean) | undefined {
  if (!include && !exclude) return undefined;
  const keySet = (values: readonly string[]) => new Set(values.map(keys.keyOf));
  const [wanted, unwanted] = [include && keySet(include), exclude && keySet(exclude)];
  return (key) => (!wanted || wanted.has(key)) && !unwanted?.has(key);
}
