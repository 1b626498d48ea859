import type { Field } from "../index/mapping.ts";
import { DateProblem } from "../language/dates/problem.ts";
import { illegalOnShard, noFielddata, ShardFailure } from "../language/errors/errors.ts";
import { type DecimalFormat, decimalFormat } from "../language/java/decimal-format.ts";
import { InvalidDecimalPattern } from "../language/java/decimal-pattern.ts";
import { doubleIn } from "../language/java/java-numbers.ts";
import { notANumber } from "../language/members/options.ts";

/** The error of a shard for a field that can't be sorted or aggregated. */
export function fielddataRefused({ name, kind }: Field, indexName: string): ShardFailure {
  if (kind !== "text") return noFielddata(name, kind);
  return illegalOnShard(
    `Fielddata is disabled on [${name}] in [${indexName}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

/** Parses a number of the request. @throws ShardFailure */
export function numberIn(text: string): number {
  const number = doubleIn(text);
  if (number === undefined) throw new ShardFailure("number_format_exception", notANumber(text));
  return number;
}

/** Parses a boolean of the request: 1 or 0. @throws ShardFailure */
export function booleanIn(text: string): number {
  if (text === "true" || text === "false") return text === "true" ? 1 : 0;
  throw illegalOnShard(`Cannot parse boolean [${text}], expected either [true] or [false]`);
}

/** The error for a key of `after` or `search_after` that depends on the time of the search. */
export function nowRefused(member: string): ShardFailure {
  const cause = { type: "illegal_argument_exception", reason: `now() is not supported in ${member} key` };
  return new ShardFailure("parse_exception", "could not read the current timestamp", {}, cause);
}

/** Turns a DateProblem of `read` into the error of a shard. @throws ShardFailure */
export function asShardFailure<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof DateProblem ? new ShardFailure(error.type, error.message) : error;
  }
}

/** Writes and reads numbers by a pattern. @throws ShardFailure */
export function numberFormat(pattern: string): DecimalFormat {
  try {
    return decimalFormat(pattern);
  } catch (error) {
    throw error instanceof InvalidDecimalPattern ? illegalOnShard(error.message) : error;
  }
}
