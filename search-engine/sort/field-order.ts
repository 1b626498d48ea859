import type { Field } from "../index/mapping.ts";
import { dateFormat } from "../language/dates/format.ts";
import { illegalOnShard, ShardFailure } from "../language/errors/errors.ts";
import { doubleIn, isJavaLong, javaDouble, MAX_INT } from "../language/java/java-numbers.ts";
import { isNumber, notANumber, type Scalar, scalarText, type WrittenScalar } from "../language/members/options.ts";
import { type AfterValue, badSearchAfter, type FieldKey } from "../language/sort/read.ts";
import { instantOf } from "../query/field-terms.ts";
import type { CompileContext } from "../query/kind.ts";
import { asShardFailure, booleanIn, nowRefused, numberIn } from "../query/request-values.ts";
import { formattableNanos, millisOfNanos, nanosOfMillis, printNanos } from "./nanoseconds.ts";
import { type NumberOrder, ofField } from "./number-comparator.ts";
import { javaInt, MAX_LONG, type SortedField } from "./sorted-field.ts";

/** How numbers of a field are compared and written. */
interface NumberForm {
  /** Values of documents without one, for sorting them first and last. */
  readonly least: number;
  readonly most: number;
  /** Whether numbers have no fraction. */
  readonly whole: boolean;
  /** Converts a value of the index to the number to compare; undefined: it is the value itself. @throws ShardFailure */
  readonly convert: ((value: number) => number) | undefined;
  /** Reads a number of the request. */
  readonly given: (text: string) => number;
  readonly print: (value: number) => string;
}

const forms = {
  double: { least: -Infinity, most: Infinity, whole: false, convert: undefined, given: numberIn, print: javaDouble },
  long: { least: -MAX_LONG, most: MAX_LONG, whole: true, convert: undefined, given: wholeIn, print: printLong },
  int: { least: -MAX_INT, most: MAX_INT, whole: true, convert: undefined, given: wholeIn, print: printInt },
  // Times before 1970 have no nanoseconds.
  nanos: { least: 0, most: MAX_LONG, whole: true, convert: nanosOfMillis, given: millisOfNanos, print: printNanos },
} satisfies Record<string, NumberForm>;

/** Orders documents by the numbers of a field. @throws ShardFailure */
export function fieldOrder(
  sorted: SortedField,
  key: FieldKey,
  after: AfterValue | undefined,
  context: CompileContext,
): NumberOrder {
  const form = formOf(sorted, key);
  const { reverse, missing } = key;
  const number = {
    field: sorted.field.name,
    mode: key.mode ?? (reverse ? "max" : "min"),
    missing: missingNumber(missing, reverse, form),
    whole: form.whole,
    convert: form.convert,
  } as const;
  return {
    ...ofField(number, reverse),
    reverse,
    after: after === undefined ? undefined : numberAfter(sorted, key, after, form, context),
    print: printerOf(sorted, key, form),
  };
}

function formOf({ kind, isMapped }: SortedField, { numericType, unmappedType }: FieldKey): NumberForm {
  const ownForm = kind === "double" || kind === "int" ? forms[kind] : forms.long;
  switch (numericType) {
    case undefined:
      return !isMapped && unmappedType === "date_nanos" ? { ...ownForm, least: 0 } : ownForm;
    case "double":
      return forms.double;
    case "long":
    case "date":
      return kind === "double" ? { ...forms.long, convert: Math.trunc } : forms.long;
    case "date_nanos":
      if (kind === "date") return forms.nanos;
      throw illegalOnShard("trying to convert a known date time formatter to a nanosecond one, wrong field used?");
  }
}

function missingNumber(
  missing: Scalar | undefined,
  reverse: boolean,
  { least, most, whole, given }: NumberForm,
): number {
  if (missing === undefined || missing === "_last") return reverse ? least : most;
  if (missing === "_first") return reverse ? most : least;
  if (whole && !isNumber(missing)) expectLong(scalarText(missing));
  return given(scalarText(missing));
}

/** The number of a `search_after` value, given as digits or text of an answer. */
function numberAfter(
  { field, kind }: SortedField,
  key: FieldKey,
  value: AfterValue,
  form: NumberForm,
  context: CompileContext,
): number {
  if (value === null) throw badSearchAfter(field.name);
  const text = scalarText(value);
  const isText = !isNumber(value) || isBeyondLong(value);
  if (form.whole && isText) {
    // A text is read in the format that has written it, even if it looks like a number.
    if (kind === "date") return dateAfter(field, key, text, form, context);
    if (kind === "boolean") return booleanIn(text);
  }
  if (form === forms.int) return intAfter(field, value);
  if (doubleIn(text) === undefined) throw badSearchAfter(field.name, text);
  const number = form.given(text);
  if (!form.whole) return number;
  return Number.isNaN(number) ? 0 : Math.max(-MAX_LONG, Math.min(MAX_LONG, number));
}

/** For an integer field. Values beyond int become the largest int. @throws ShardFailure */
function intAfter({ name }: Field, value: WrittenScalar): number {
  const int = javaInt(value);
  if (int === undefined) throw badSearchAfter(name, scalarText(value));
  return isNumber(value) && Number(value) > MAX_INT ? MAX_INT : Math.max(int, -MAX_INT);
}

/**
 * Whether an integer is beyond Java's long: Elasticsearch then reads it as a text. Other numbers are doubles, limited
 * to the range of long.
 */
function isBeyondLong(value: WrittenScalar): boolean {
  return typeof value === "bigint" && !isJavaLong(value);
}

function dateAfter(
  field: Field,
  { format }: FieldKey,
  text: string,
  { convert }: NumberForm,
  context: CompileContext,
): number {
  if (text.startsWith("now")) throw nowRefused("[search_after]");
  const millis = instantOf(field, text, context, { format });
  return convert ? convert(millis) : millis;
}

/** Only dates have formats. */
function printerOf({ kind }: SortedField, { format }: FieldKey, form: NumberForm): NumberForm["print"] {
  if (format === undefined || kind !== "date") return form.print;
  const printed = printDate(format);
  if (form === forms.nanos) return (millis) => printed(formattableNanos(millis));
  return form.whole ? printed : form.print;
}

/** @throws ShardFailure for a text that is not an integer */
function expectLong(text: string): void {
  if (/^[+-]?\d+$/.test(text) && isJavaLong(BigInt(text.replace("+", "")))) return;
  throw new ShardFailure("number_format_exception", notANumber(text));
}

function wholeIn(text: string): number {
  return Math.trunc(numberIn(text));
}

function printLong(value: number): string {
  if (value >= MAX_LONG) return "9223372036854775807";
  return value <= -MAX_LONG ? "-9223372036854775808" : String(value);
}

/** The smallest int is not the negative of the largest. */
function printInt(value: number): string {
  return value <= -MAX_INT ? String(-MAX_INT - 1) : String(value);
}

function printDate(pattern: string): (value: number) => string {
  const format = asShardFailure(() => dateFormat(pattern));
  return (value) => (Math.abs(value) >= MAX_LONG ? "null" : JSON.stringify(asShardFailure(() => format.print(value))));
}
