import { DEFAULT_DATE_PATTERN, dateFormat } from "../../language/dates/format.ts";
import { illegalOnShard, queryShardException } from "../../language/errors.ts";
import { javaDouble, javaFloat } from "../../language/java-numbers.ts";
import { type Scalar, scalarText } from "../../language/options.ts";
import type { DistanceKey } from "../../language/sort/distance.ts";
import { type AfterValue, badSearchAfter, type FieldKey, noMapping, type SortKey } from "../../language/sort/read.ts";
import { asShardFailure, fielddataRefused, numberIn } from "../field-values.ts";
import { byDistance } from "../geo/distance-sort.ts";
import type { Field, FieldKind } from "../index/mapping.ts";
import type { SegmentReader } from "../index/segment.ts";
import { instantOf } from "../query/field-terms.ts";
import type { CompileContext } from "../query/kind.ts";
import type { Comparator } from "./comparator.ts";
import { KeywordComparator } from "./keyword-comparator.ts";
import { NumberComparator, type NumberOrder, ofField } from "./number-comparator.ts";

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
  if (key.field === "_score" || key.field === "_doc") return placeOrder(key, after);
  const field = context.field(key.field) ?? unmapped(key);
  switch (field.kind) {
    case "keyword":
      return key;
    case "date":
    case "double":
    case "boolean":
      return fieldOrder(field, key, after, context);
    case "geo_point":
      throw illegalOnShard(
        "can't sort on geo_point or point field without using specific sorting feature, like geo_distance",
      );
    default:
      throw fielddataRefused(field, context.index.indexName);
  }
}

const BY_SCORE = { needsScores: true, read: () => (_doc: number, score: number) => score, print: javaFloat };
const BY_PLACE = { read: (segment: SegmentReader) => (doc: number) => segment.base + doc, print: String };

/** Best score first. */
export const bestScoreFirst: MakeComparator = (slots) =>
  new NumberComparator({ ...BY_SCORE, after: undefined, reverse: true }, slots);

function placeOrder({ field, reverse }: FieldKey, value: AfterValue | undefined): NumberOrder {
  // Elasticsearch names no field where it sorts by none.
  const after = value === undefined ? undefined : afterNumber("null", value);
  const order = field === "_score" ? { ...BY_SCORE, after: after && Math.fround(after) } : { ...BY_PLACE, after };
  return { ...order, reverse };
}

function distanceOrder(key: DistanceKey, after: AfterValue | undefined, context: CompileContext): NumberOrder {
  return {
    reverse: key.reverse,
    after: after === undefined ? undefined : afterNumber("_geo_distance", after),
    print: javaDouble,
    ...byDistance(key, context),
  };
}

function unmapped({ field, unmappedType }: FieldKey): Field {
  const kinds: ReadonlyMap<string, FieldKind> = new Map([
    ["keyword", "keyword"],
    ["date", "date"],
    ["double", "double"],
    ["float", "double"],
    ["boolean", "boolean"],
    ["long", "boolean"],
    ["integer", "boolean"],
  ]);
  if (unmappedType === undefined) throw noMapping(field);
  const kind = kinds.get(unmappedType);
  if (!kind) throw illegalOnShard(`No mapper found for type [${unmappedType}]`);
  return { name: field, kind, ignoreAbove: 0, format: DEFAULT_DATE_PATTERN };
}

function keywordOrder(key: FieldKey, after: AfterValue | undefined): MakeComparator {
  const { field, mode, missing, reverse } = key;
  if (mode === "sum" || mode === "avg" || mode === "median") {
    throw queryShardException("we only support AVG, MEDIAN and SUM on number based fields");
  }
  const order = {
    field,
    reverse,
    mode: mode ?? (reverse ? "max" : "min"),
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

/** 2^63, the bound of Java's long. Dates and booleans without a value sort as ±2^63. */
const MAX_LONG = 2 ** 63;

function fieldOrder(field: Field, key: FieldKey, after: AfterValue | undefined, context: CompileContext): NumberOrder {
  const isDouble = field.kind === "double";
  const end = isDouble ? Number.POSITIVE_INFINITY : MAX_LONG;
  const { missing } = key;
  const last = key.reverse ? -end : end;
  const number = {
    field: field.name,
    mode: key.mode ?? (key.reverse ? "max" : "min"),
    missing:
      missing === undefined || missing === "_last"
        ? last
        : missing === "_first"
          ? -last
          : numberIn(scalarText(missing)),
    whole: !isDouble,
  } as const;
  return {
    ...ofField(number, key.reverse),
    reverse: key.reverse,
    after: after === undefined ? undefined : numberValue(field, key, after, context),
    print: isDouble
      ? javaDouble
      : key.format === undefined || field.kind !== "date"
        ? printLong
        : printDate(key.format),
  };
}

function numberValue(field: Field, key: FieldKey, value: AfterValue, context: CompileContext): number {
  if (value === null) throw badSearchAfter(key.field);
  const text = scalarText(value);
  if (field.kind === "double") {
    if (text === "Infinity" || text === "-Infinity") return Number(text);
    return afterNumber(key.field, value);
  }
  // A text is read by the format that has written it, whatever it looks like; a number never is.
  if (field.kind === "date" && typeof value === "string")
    return instantOf(field, text, context, { format: key.format });
  if (text === "true" || text === "false") return text === "true" ? 1 : 0;
  if (field.kind === "boolean" && typeof value === "string") {
    throw illegalOnShard(`Cannot parse boolean [${text}], expected either [true] or [false]`);
  }
  const whole = wholeLong(text);
  if (whole !== undefined) return whole;
  throw badSearchAfter(key.field, text);
}

/** Parses an integer in the range of Java's long; undefined for other text. Large values are rounded to double. */
function wholeLong(text: string): number | undefined {
  if (!/^-?\d+$/.test(text) || text.length > 20) return undefined;
  const value = BigInt(text);
  return value >= -(2n ** 63n) && value < 2n ** 63n ? Number(value) : undefined;
}

function afterNumber(field: string, value: AfterValue): number {
  if (value === null || typeof value === "boolean") throw badSearchAfter(field);
  const number = Number(value);
  if (Number.isNaN(number) || value === "") throw badSearchAfter(field, String(value));
  return number;
}

function printLong(value: number): string {
  if (value >= MAX_LONG) return "9223372036854775807";
  return value <= -MAX_LONG ? "-9223372036854775808" : String(value);
}

function printDate(pattern: string): (value: number) => string {
  const format = asShardFailure(() => dateFormat(pattern));
  return (value) => (Math.abs(value) >= MAX_LONG ? "null" : JSON.stringify(format.print(value)));
}
