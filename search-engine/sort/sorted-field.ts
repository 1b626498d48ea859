import type { Field, FieldKind } from "../index/mapping.ts";
import { DEFAULT_DATE_PATTERN } from "../language/dates/format.ts";
import { illegalOnShard, queryShardException } from "../language/errors/errors.ts";
import { isJavaLong, MAX_INT } from "../language/java/java-numbers.ts";
import { WholeDouble } from "../language/members/options.ts";
import type { NestedSort } from "../language/sort/nested.ts";
import { type AfterValue, type FieldKey, noMapping } from "../language/sort/read.ts";
import type { CompileContext } from "../query/kind.ts";
import { numberFormat } from "../query/request-values.ts";

/** A field to sort by, as mapped, or as the key declares it where it is unmapped. */
export interface SortedField {
  /** As for a mapped field. */
  readonly field: Field;
  /** Unmapped fields may have types that mapped ones can't have. */
  readonly kind: FieldKind | "long" | "int";
  readonly isMapped: boolean;
}

/** Elasticsearch's name of an unmapped field. */
const ANONYMOUS = "__anonymous_";

const unmappedKinds: ReadonlyMap<string, SortedField["kind"]> = new Map([
  ["keyword", "keyword"],
  ["text", "text"],
  ["date", "date"],
  ["date_nanos", "date"],
  ["double", "double"],
  ["float", "double"],
  ["half_float", "double"],
  ["boolean", "boolean"],
  ["long", "long"],
  ["integer", "int"],
  ["short", "int"],
  ["byte", "int"],
  ["geo_point", "geo_point"],
]);

/** @throws ShardFailure for a field that is not mapped and has no type */
export function sortedField({ field: name, unmappedType, nested }: FieldKey, context: CompileContext): SortedField {
  const field = context.field(name);
  if (field) {
    checkNested(nested);
    return { field, kind: field.kind, isMapped: true };
  }
  if (unmappedType === undefined) throw noMapping(name);
  const kind = unmappedKinds.get(unmappedType);
  if (!kind) throw illegalOnShard(`No mapper found for type [${unmappedType}]`);
  const mapped = kind === "long" || kind === "int" ? "double" : kind;
  return {
    field: { name: ANONYMOUS, kind: mapped, ignoreAbove: 0, format: DEFAULT_DATE_PATTERN },
    kind,
    isMapped: false,
  };
}

/** @throws ShardFailure for a path, as no field is nested */
export function checkNested(nested: NestedSort | undefined): void {
  for (let inner = nested?.inner; inner; inner = inner.inner) {
    if (inner.maxChildren === undefined || inner.maxChildren === MAX_INT) continue;
    throw queryShardException("max_children is only supported on top level of nested sort");
  }
  if (nested?.path === undefined) return;
  throw queryShardException(`[nested] failed to find nested object under path [${nested.path}]`);
}

/** Refuses options that only apply to numbers. @throws ShardFailure */
export function checkWithoutNumbers({ field }: SortedField, { mode, numericType }: FieldKey): void {
  if (mode === "sum" || mode === "avg" || mode === "median") {
    throw queryShardException("we only support AVG, MEDIAN and SUM on number based fields");
  }
  if (numericType === undefined) return;
  throw queryShardException(`[numeric_type] option cannot be set on a non-numeric field, got ${field.kind}`);
}

/** Only dates have formats. @throws ShardFailure */
export function checkFormat({ field, kind }: SortedField, { format }: FieldKey): void {
  if (format === undefined || kind === "date") return;
  if (kind === "boolean" || kind === "keyword") {
    throw illegalOnShard(`Field [${field.name}] of type [${kind}] does not support custom formats`);
  }
  numberFormat(format);
  throw illegalOnShard("require a date_time formatter; got [decimal]");
}

/** 2^63, the bound of Java's long. Dates and booleans without a value sort as ±2^63. */
export const MAX_LONG = 2 ** 63;

/**
 * A value as Java's int, as Elasticsearch converts it: the low 32 bits of a long, the nearest int of another number, or
 * the int in a text. Undefined where it fails.
 */
export function javaInt(value: AfterValue): number | undefined {
  const isInteger = typeof value === "bigint" ? isJavaLong(value) : Number.isSafeInteger(value);
  if (isInteger) return Number(BigInt.asIntN(32, BigInt(String(value))));
  if (value instanceof WholeDouble || typeof value === "number") {
    return Math.max(-MAX_INT - 1, Math.min(MAX_INT, Math.trunc(Number(value))));
  }
  const number = typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= -MAX_INT - 1 && number <= MAX_INT ? number : undefined;
}
