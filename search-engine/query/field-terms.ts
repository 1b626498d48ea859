import type { Field } from "../index/mapping.ts";
import { type DateReading, dateFormat } from "../language/dates/format.ts";
import { resolveDate } from "../language/dates/math.ts";
import { DateProblem } from "../language/dates/problem.ts";
import type { DateLocale } from "../language/dates/texts.ts";
import {
  type ErrorMembers,
  failedToCreateQuery,
  queryShardException,
  ShardFailure,
} from "../language/errors/errors.ts";
import { doubleIn } from "../language/java/java-numbers.ts";
import { isJavaNumber, notANumber, scalarText, type WrittenScalar } from "../language/members/options.ts";
import { countingDates } from "../work/counting-dates.ts";
import type { CompileContext } from "./kind.ts";
import { AnyTerm, listedTerms } from "./nodes/any-term.ts";
import { MatchNone } from "./nodes/constant.ts";
import { NumberRange } from "./nodes/number-range.ts";
import { Term } from "./nodes/term.ts";
import type { Query } from "./query.ts";

/** Documents whose field has exactly this value, compared by the field's type. @throws ShardFailure */
export function exactQuery(field: Field | undefined, given: WrittenScalar, context: CompileContext): Query {
  const value = scalarText(given);
  switch (field?.kind) {
    case undefined:
      return new MatchNone();
    case "text":
    case "keyword":
      return new Term(field.name, value);
    case "_id":
      return anyId([value]);
    case "boolean":
      return new Term(field.name, booleanTerm(value));
    case "double": {
      const number = doubleOf(value);
      return new NumberRange(field.name, number, number);
    }
    case "date":
      return dateQuery(field, given, context);
    case "geo_point":
    case "geo_shape":
      throw failedToCreateQuery(
        "illegal_argument_exception",
        `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.name}]`,
      );
  }
}

/** Matches the whole unit of time of the value, such as a year. */
function dateQuery(field: Field, value: WrittenScalar, context: CompileContext): Query {
  const format = isJavaNumber(value) ? EPOCH_MILLIS : undefined;
  try {
    const from = instantOf(field, scalarText(value), context, { roundUp: false, format });
    return new NumberRange(field.name, from, instantOf(field, scalarText(value), context, { roundUp: true, format }));
  } catch (error) {
    if (!(error instanceof ShardFailure)) throw error;
    const cause = { type: error.type, reason: error.message, ...(error.causedBy && { caused_by: error.causedBy }) };
    throw queryShardException(`failed to create query: ${error.message}`, cause);
  }
}

/** Format of dates given as numbers, unless the request has a format. */
export const EPOCH_MILLIS = "epoch_millis";

/** The cause that Elasticsearch reports for a date that no format can parse. */
function causeOf(message: string): ErrorMembers | undefined {
  const inner = /^failed to parse date field .*: \[(failed to parse date field .*)\]$/s.exec(message)?.[1];
  if (inner === undefined) return undefined;
  const cause = { type: "date_time_parse_exception", reason: "Failed to parse with all enclosed parsers" };
  return { type: "illegal_argument_exception", reason: inner, caused_by: cause };
}

/** Documents with one of these ids. */
export const anyId = (ids: readonly string[]): AnyTerm => new AnyTerm("_id", JSON.stringify(ids), listedTerms(ids));

/** The term that a boolean is indexed as. @throws ShardFailure */
export function booleanTerm(value: string): "T" | "F" {
  if (value === "true") return "T";
  if (value === "false") return "F";
  throw failedToCreateQuery(
    "illegal_argument_exception",
    `Can't parse boolean value [${value}], expected [true] or [false]`,
  );
}

/** Parses a number of the request. @throws ShardFailure */
export function doubleOf(value: string): number {
  const number = doubleIn(value);
  if (number === undefined) throw failedToCreateQuery("number_format_exception", notANumber(value));
  return number;
}

/** `locale`: the locale of the format. */
type FormattedReading = DateReading & { readonly format?: string | undefined; readonly locale?: DateLocale };

/**
 * Evaluates date math, in the field's format unless another is given. Returns milliseconds since 1970.
 * @throws ShardFailure
 */
export function instantOf(
  field: Field,
  value: string,
  { now, work }: CompileContext,
  { format: pattern, locale, ...reading }: FormattedReading,
): number {
  try {
    const format = dateFormat(pattern ?? field.format, locale);
    return countingDates(work, () => resolveDate(value, { format, now, ...reading }));
  } catch (error) {
    if (error instanceof DateProblem) throw new ShardFailure(error.type, error.message, {}, causeOf(error.message));
    throw error;
  }
}
