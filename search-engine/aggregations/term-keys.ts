import { murmur } from "../bytes/murmur.ts";
import type { SegmentReader } from "../index/segment.ts";
import { utf8 } from "../index/terms.ts";
import type { TermFilter, TermFilters } from "../language/aggregations/term-filters.ts";
import type { ValuesBody } from "../language/aggregations/values.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { termTest } from "../query/regexp.ts";
import type { AggregationContext, Bucket, Collector } from "./aggregation.ts";
import type { KeyBuckets } from "./buckets.ts";
import type { Compare } from "./order.ts";
import { eachTerm, type TermSource, termSource } from "./term-source.ts";
import { checkValues, eachNumber, numberSource, type SourceOptions } from "./values.ts";

/** Keys of buckets, as numbers. */
export interface BucketKeys {
  /** Exclusive upper bound of ordinals; undefined for numbers. */
  readonly range: number | undefined;
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
  /** Set where keys are ordinals: documents can be counted by ordinal alone. */
  readonly ordinals?: TermSource;
  /** Calls `take` with every key in the index. Set where buckets may be empty. */
  all?(take: (key: number) => void): void;
  /** The key as text and as members: `"key":…,`, with `key_as_string` where the type has one. */
  named(key: number): Pick<Bucket, "name" | "before" | "key">;
  compare: Compare;
}

/** Values of a field as keys: ordinals of terms, or the numbers themselves. */
export interface TermKeys extends BucketKeys {
  all(take: (key: number) => void): void;
  /** The key as JSON, written in its format. Its text without quotes is the name of the key. */
  json(key: number): string;
  /** Set where keys are the doubles of a field. */
  readonly isDouble?: boolean;
  /** A number as the 64 bits that Elasticsearch keeps. Set where keys are numbers. */
  readonly bits?: (key: number) => bigint;
  /** Text of a key. Set where keys are texts. */
  readonly textOf?: (key: number) => string;
  /**
   * The key of an exact value; undefined for a term that no document has.
   * @throws ShardFailure for an invalid number
   */
  keyOf(value: string): number | undefined;
}

/** @throws ShardFailure when the field has no such values */
export function termKeys(
  kind: string,
  body: ValuesBody & Pick<SourceOptions, "zone">,
  context: AggregationContext,
): TermKeys {
  const { field, missing, valueType } = body;
  const isUnmapped = checkValues(body, context) === undefined;
  const isNumeric = valueType !== undefined && valueType !== "string" && valueType !== "ip";
  if (isUnmapped && (missing === undefined || !isNumeric)) return onlyMissing(missing);
  const source = termSource(kind, field, context, missing);
  if (source) {
    return {
      range: source.size,
      ordinals: source,
      each: (segment, docs, count, take) => eachTerm(source, segment, docs, count, take),
      all: (take) => {
        for (let key = 0; key < source.size; key++) take(key);
      },
      named: (key) => namedByText(source.text(key)),
      json: (key) => JSON.stringify(source.text(key)),
      textOf: source.text,
      compare: (a, b) => source.compare(a, b),
      keyOf: source.ordinalOf,
    };
  }
  const numbers = numberSource(kind, field, context, body);
  // An unmapped field has no doubles but the missing value, which may be one.
  const print = (key: number) => (isUnmapped && Number.isInteger(key) ? String(key) : numbers.print(key));
  return {
    range: undefined,
    each: (segment, docs, count, take) => eachNumber(numbers, segment, docs, count, take),
    all: (take) => {
      for (const segment of context.index.segments)
        for (const key of numbers.values(segment)?.sortedValues ?? []) take(key);
    },
    named: (key) => {
      const [number, text] = [print(key), numbers.asText(key)];
      const asString = text === undefined ? "" : `"key_as_string":${JSON.stringify(text)},`;
      return { name: text ?? number, before: `"key":${number},${asString}`, key };
    },
    json: (key) => {
      const text = numbers.asText(key);
      if (text === undefined) return print(key);
      return numbers.type === "boolean" ? String(text) : JSON.stringify(text);
    },
    isDouble: numbers.type === "double" && !isUnmapped,
    bits: numbers.type === "double" ? sortableBits : (key) => BigInt(Math.trunc(key)),
    compare: (a, b) => a - b,
    keyOf: numbers.read,
  };
}

const namedByText = (name: string) => ({ name, before: `"key":${JSON.stringify(name)},` });

/** Keys of an unmapped field: every document has the missing value, if there is one. */
function onlyMissing(missing: string | number | undefined): TermKeys {
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
    json: () => JSON.stringify(text),
    textOf: () => text,
    compare: () => 0,
    keyOf: (value) => (value === text ? 0 : undefined),
  };
}

/** Collects documents in the buckets of their accepted keys. */
export function collectKeys(
  keys: BucketKeys,
  accepts: ((key: number) => boolean) | undefined,
  buckets: KeyBuckets,
  given: Parameters<Collector["collect"]>,
): void {
  const [segment, docs, , count] = given;
  buckets.collect(given, (take) => {
    const takeAccepted = (index: number, key: number) => accepts?.(key) && take(index, key);
    keys.each(segment, docs, count, accepts ? takeAccepted : take);
  });
}

/** Test of `include` and `exclude`; undefined if every key is accepted. */
export function acceptance(
  keys: TermKeys,
  { include, exclude }: TermFilters,
  context: AggregationContext,
  name: string,
): ((key: number) => boolean) | undefined {
  if (!include && !exclude) return undefined;
  const test = (filter: TermFilter) => {
    if ("partition" in filter) {
      return eachOnce((key) => partitionOf(keys, key, filter.of) === filter.partition, context);
    }
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

function patternTest(
  pattern: string,
  textOf: (key: number) => string,
  context: AggregationContext,
): (key: number) => boolean {
  const test = termTest(pattern, context);
  return eachOnce((key) => {
    const text = textOf(key);
    context.work.spend(text.length);
    return test(text);
  }, context);
}

/** Approximate size of a number and its result in a Map, in V8. */
const MAP_ENTRY_BYTES = 40;

/** Each key is tested once. */
function eachOnce(test: (key: number) => boolean, { work }: AggregationContext): (key: number) => boolean {
  const known = new Map<number, boolean>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) {
      work.take(MAP_ENTRY_BYTES);
      result = test(key);
      known.set(key, result);
    }
    return result;
  };
}

/** Elasticsearch's seed. */
const PARTITION_SEED = 31;

/** The partition that the hash of a key decides, of `partitions`. */
function partitionOf({ textOf, bits }: TermKeys, key: number, partitions: number): number {
  if (textOf) return partOf(BigInt(murmur(utf8(textOf(key)), PARTITION_SEED)), partitions);
  return partOf(mixed(bits?.(key) ?? 0n), partitions);
}

/** Hashes may be negative. */
function partOf(hash: bigint, partitions: number): number {
  const remainder = Number(hash % BigInt(partitions));
  return remainder < 0 ? remainder + partitions : remainder;
}

/** The bits of a double, in an order equal to that of the numbers. */
function sortableBits(key: number): bigint {
  const bits = new BigInt64Array(new Float64Array([key]).buffer)[0] ?? 0n;
  return bits < 0n ? bits ^ 0x7fffffffffffffffn : bits;
}

/** Elasticsearch's mix of the bits of a 64-bit integer. */
function mixed(value: bigint): bigint {
  const first = BigInt.asUintN(64, value);
  const second = BigInt.asUintN(64, (first ^ (first >> 32n)) * 0x4cd6944c5cc20b6dn);
  const third = BigInt.asUintN(64, (second ^ (second >> 29n)) * 0xfc12c5b19d3259e9n);
  return BigInt.asIntN(64, third ^ (third >> 32n));
}
