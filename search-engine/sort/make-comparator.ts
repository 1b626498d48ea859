import type { SegmentReader } from "../index/segment.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { doubleIn, javaDouble, javaFloat } from "../language/java/java-numbers.ts";
import { type Scalar, scalarText } from "../language/members/options.ts";
import type { DistanceKey } from "../language/sort/distance.ts";
import { type AfterValue, badSearchAfter, type FieldKey, isIndexOrder, type SortKey } from "../language/sort/read.ts";
import type { CompileContext } from "../query/kind.ts";
import { fielddataRefused } from "../query/request-values.ts";
import type { Comparator } from "./comparator.ts";
import { byDistance } from "./distance-sort.ts";
import { fieldOrder } from "./field-order.ts";
import { KeywordComparator } from "./keyword-comparator.ts";
import { NumberComparator, type NumberOrder } from "./number-comparator.ts";
import { checkFormat, checkNested, checkWithoutNumbers, javaInt, sortedField } from "./sorted-field.ts";

/** Creates the comparator of a sort key for `slots` documents. */
export type MakeComparator = (slots: number) => Comparator;

/** Binds a sort key to the index. `after`: the key's `search_after` value. @throws ShardFailure */
export function makeComparator(key: SortKey, after: AfterValue | undefined, context: CompileContext): MakeComparator {
  const order = numberOrder(key, after, context);
  return "kind" in order ? keywordOrder(order, after) : (slots) => new NumberComparator(order, slots);
}

/** The numbers that a key sorts by; the key itself where it sorts by terms. @throws ShardFailure */
export function numberOrder(
  key: SortKey,
  after: AfterValue | undefined,
  context: CompileContext,
): NumberOrder | FieldKey {
  if (key.kind === "distance") return distanceOrder(key, after, context);
  if (key.field === "_score" || isIndexOrder(key.field)) return placeOrder(key, after);
  const sorted = sortedField(key, context);
  switch (sorted.kind) {
    case "keyword":
      checkWithoutNumbers(sorted, key);
      checkFormat(sorted, key);
      return key;
    case "date":
    case "double":
    case "boolean":
    case "long":
    case "int":
      checkFormat(sorted, key);
      return fieldOrder(sorted, key, after, context);
    case "geo_point":
      checkWithoutNumbers(sorted, key);
      throw illegalOnShard(
        "can't sort on geo_point or point field without using specific sorting feature, like geo_distance",
      );
    default:
      throw fielddataRefused(sorted.field, context.index.indexName);
  }
}

const BY_SCORE = { needsScores: true, read: () => (_doc: number, score: number) => score, print: javaFloat };
const BY_PLACE = { read: (segment: SegmentReader) => (doc: number) => segment.base + doc, print: String };

/** Best score first. */
export const bestScoreFirst: MakeComparator = (slots) =>
  new NumberComparator({ ...BY_SCORE, after: undefined, reverse: true }, slots);

function placeOrder({ field, reverse }: FieldKey, value: AfterValue | undefined): NumberOrder {
  // Elasticsearch reports `null` for a sort key without a field.
  const name = field === "_shard_doc" ? field : "null";
  const read = field === "_doc" ? afterDocument : afterNumber;
  const after = value === undefined ? undefined : read(name, value);
  const order = field === "_score" ? { ...BY_SCORE, after: after && Math.fround(after) } : { ...BY_PLACE, after };
  return { ...order, reverse };
}

function distanceOrder(key: DistanceKey, after: AfterValue | undefined, context: CompileContext): NumberOrder {
  const distances = byDistance(key, context);
  checkNested(key.nested);
  return {
    reverse: key.reverse,
    after: after === undefined ? undefined : afterNumber(key.field, after),
    print: javaDouble,
    ...distances,
  };
}

function keywordOrder(key: FieldKey, after: AfterValue | undefined): MakeComparator {
  const { field, mode, missing, reverse } = key;
  const order = {
    field,
    reverse,
    mode: mode === "min" || mode === "max" ? mode : reverse ? "max" : "min",
    missing: missingTerm(missing),
    after: after === undefined || after === null ? after : scalarText(after),
  } as const;
  return (slots) => new KeywordComparator(order, slots);
}

function missingTerm(missing: Scalar | undefined): "first" | "last" | { term: string } {
  if (missing === undefined || missing === "_last") return "last";
  if (missing === "_first") return "first";
  return { term: scalarText(missing) };
}

function afterDocument(field: string, value: AfterValue): number {
  const int = javaInt(value);
  if (int === undefined) throw badSearchAfter(field, String(value));
  return int;
}

function afterNumber(field: string, value: AfterValue): number {
  if (value === null || typeof value === "boolean") throw badSearchAfter(field);
  const text = scalarText(value);
  const number = doubleIn(text);
  if (number === undefined) throw badSearchAfter(field, text);
  return number;
}
