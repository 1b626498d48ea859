import { f64, u32 } from "../bytes/arrays.ts";
import type { Field } from "../index/mapping.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { NumberValues } from "../index/segment-data.ts";
import type { ValuesBody, ValueType } from "../language/aggregations/values.ts";
import { DEFAULT_DATE_PATTERN, dateFormat } from "../language/dates/format.ts";
import { resolveDate } from "../language/dates/math.ts";
import { type TimeZone, UTC } from "../language/dates/zone.ts";
import { illegalOnShard, type ShardFailure } from "../language/errors/errors.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { asShardFailure, booleanIn, fielddataRefused, numberFormat, numberIn } from "../query/request-values.ts";
import { countingDates } from "../work/counting-dates.ts";
import type { Work } from "../work/work.ts";
import type { AggregationContext } from "./aggregation.ts";

/** Numeric values of a field: numbers, dates as milliseconds since 1970, booleans as 0 and 1. */
export interface NumberSource {
  readonly type: NumericType;
  readonly work: Work;
  /** Value for documents without one; NaN to skip them. */
  readonly missing: number;
  values(segment: SegmentReader): NumberValues | undefined;
  /** A number as JSON, formatted by the field's type. */
  print(value: number): string;
  /** `key_as_string` or `value_as_string`; undefined for plain numbers, null for dates beyond all formats. */
  asText(value: number): string | null | undefined;
  /** Parses a date, number or boolean of the request. @throws ShardFailure */
  read(text: string): number;
  /** Elasticsearch's name of the format of dates. */
  readonly format?: string;
}

export type NumericType = "double" | "date" | "boolean";

export interface SourceOptions extends Partial<Omit<ValuesBody, "field">> {
  readonly zone?: TimeZone | undefined;
  /** Type assumed for an unmapped field where the body gives none; numbers by default. */
  readonly unmapped?: NumericType;
}

/**
 * The numeric values of a field; an unmapped field has none.
 * @throws ShardFailure for a field of another type, or an invalid `format` or `missing`
 */
export function numberSource(
  kind: string,
  name: string,
  context: AggregationContext,
  { format, missing, valueType, zone, unmapped = "double" }: SourceOptions,
): NumberSource {
  const field = checkValues({ field: name, format, valueType, zone }, context);
  const type = field ? numericType(field, kind, context.index.indexName) : typeOf(valueType, unmapped);
  const text = textOf(type, format ?? (type === "date" ? field?.format : undefined), zone, context);
  return {
    type,
    work: context.work,
    missing: missing === undefined ? Number.NaN : typeof missing === "number" ? missing : text.read(missing),
    values: (segment) => (field ? segment.numbers(name) : undefined),
    print: (value) => (type === "double" ? javaDouble(value) : String(value)),
    ...text,
  };
}

const typeOf = (valueType: ValueType | undefined, unmapped: NumericType): NumericType =>
  valueType === undefined ? unmapped : valueType === "date" || valueType === "boolean" ? valueType : "double";

/** Java's largest and smallest longs are no dates. */
const LONG_LIMIT = 2 ** 63;

/** How numbers of a type are written and read. */
function textOf(
  type: NumericType,
  format: string | undefined,
  zone: TimeZone | undefined,
  { now, work }: Pick<AggregationContext, "now" | "work">,
): Pick<NumberSource, "asText" | "read" | "format"> {
  if (type === "boolean") return { asText: (value) => String(value !== 0), read: booleanIn };
  if (type === "date") {
    const dates = asShardFailure(() => dateFormat(format ?? DEFAULT_DATE_PATTERN));
    const print = (value: number) => asShardFailure(() => dates.print(Math.trunc(value) || 0, zone ?? UTC));
    const read = (text: string) => resolveDate(text, { format: dates, now, zone: zone ?? UTC });
    return {
      format: `DocValueFormat.DateTime(format[${dates.pattern}] locale[en], ${(zone ?? UTC).id}, MILLISECONDS)`,
      asText: (value) => (Math.abs(value) >= LONG_LIMIT ? null : countingDates(work, () => print(value))),
      read: (text) => asShardFailure(() => countingDates(work, () => read(text))),
    };
  }
  if (format === undefined) return { asText: () => undefined, read: numberIn };
  const numbers = numberFormat(format);
  return {
    asText: numbers.print,
    read: (text) => {
      const number = numbers.parse(text);
      if (number === undefined) throw illegalOnShard(`Cannot parse the value [${text}] using the pattern [${format}]`);
      return number;
    },
  };
}

const TYPE_NAMES: Readonly<Record<ValueType, string>> = {
  string: "string",
  double: "float|double",
  long: "byte|short|integer|long",
  date: "date",
  ip: "ip",
  boolean: "boolean",
};

/**
 * The field of an aggregation; undefined when it is unmapped.
 * @throws ShardFailure when it has no values, does not have the type that the body names, or supports no formats
 */
export function checkValues(
  { field: name, format, valueType, zone }: Omit<ValuesBody, "missing"> & Pick<SourceOptions, "zone">,
  { index }: AggregationContext,
): Field | undefined {
  const field = index.fields.field(name);
  if (!field) return undefined;
  if (field.kind === "text" || field.kind === "geo_shape") throw fielddataRefused(field, index.indexName);
  if (valueType !== undefined && !isOfType(field, valueType)) {
    throw illegalOnShard(
      `Field type [${field.kind}] is incompatible with specified value_type [${TYPE_NAMES[valueType]}]`,
    );
  }
  if (format !== undefined && field.kind !== "date" && field.kind !== "double") {
    throw illegalOnShard(`Field [${name}] of type [${field.kind}] does not support custom formats`);
  }
  if (zone && field.kind !== "date") {
    throw illegalOnShard(`Field [${name}] of type [${field.kind}] does not support custom time zones`);
  }
  return field;
}

function isOfType({ kind }: Field, type: ValueType): boolean {
  if (type === "string") return kind === "keyword";
  return type === "long" || type === "double" ? kind === "double" : kind === type;
}

function numericType(field: Field, aggregation: string, index: string): NumericType {
  const { kind } = field;
  if (kind === "double" || kind === "date" || kind === "boolean") return kind;
  throw unsupported(aggregation, field, index);
}

/** The error for a field that does not support the aggregation. */
export function unsupported(aggregation: string, field: Field, index: string): ShardFailure {
  if (field.kind === "text" || field.kind === "geo_shape") return fielddataRefused(field, index);
  return illegalOnShard(
    `Field [${field.name}] of type [${field.kind}] is not supported for aggregation [${aggregation}]`,
  );
}

/**
 * Calls `take` with the index in `docs` and each value, ascending per document. Documents without a value give
 * `missing`, if any. Where documents have several, each value counts as work.
 */
export function eachNumber(
  source: NumberSource,
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  take: (index: number, value: number) => void,
): void {
  const { missing, work } = source;
  const values = source.values(segment);
  if (!values) {
    if (!Number.isNaN(missing)) for (let index = 0; index < count; index++) take(index, missing);
    return;
  }
  const { offsets, values: numbers } = values;
  for (let index = 0; index < count; index++) {
    const doc = u32(docs, index);
    if (!offsets) {
      const value = f64(numbers, doc);
      if (!Number.isNaN(value)) take(index, value);
      else if (!Number.isNaN(missing)) take(index, missing);
      continue;
    }
    const end = u32(offsets, doc + 1);
    let at = u32(offsets, doc);
    work.spend(end - at);
    if (at === end && !Number.isNaN(missing)) take(index, missing);
    for (; at < end; at++) take(index, f64(numbers, at));
  }
}
