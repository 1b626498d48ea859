import { illegalOnShard, reduceFailure } from "../language/errors/errors.ts";
import { numberIn } from "../query/request-values.ts";
import { MAX_LONG } from "./sorted-field.ts";

/** Dates sorted as nanoseconds since 1970. They are compared in milliseconds, which a double holds exactly. */

const NANOS = 1_000_000n;
const LAST_MILLISECOND = 9_223_372_036_854;

/** Checks that a date has nanoseconds. @throws ShardFailure */
export function nanosOfMillis(millis: number): number {
  if (millis >= 0 && millis <= LAST_MILLISECOND) return millis;
  const where = millis < 0 ? "before the epoch in 1970" : "after 2262-04-11T23:47:16.854775807";
  throw illegalOnShard(`milliSeconds [${millis}] are ${where} and cannot be converted to nanoseconds`);
}

/** Milliseconds of a number of nanoseconds. @throws ShardFailure */
export function millisOfNanos(text: string): number {
  if (!/^-?\d+$/.test(text)) return Math.trunc(numberIn(text)) / Number(NANOS);
  const nanos = BigInt(text);
  if (nanos >= 2n ** 63n - 1n) return MAX_LONG;
  if (nanos <= -(2n ** 63n)) return -MAX_LONG;
  return Number(nanos / NANOS) + Number(nanos % NANOS) / Number(NANOS);
}

export function printNanos(millis: number): string {
  if (millis >= MAX_LONG) return "9223372036854775807";
  if (millis <= -MAX_LONG) return "-9223372036854775808";
  const whole = Math.trunc(millis);
  return String(BigInt(whole) * NANOS + BigInt(Math.round((millis - whole) * Number(NANOS))));
}

/** Checks that a time can be written with a format of dates. @throws SearchRejected */
export function formattableNanos(millis: number): number {
  if (millis >= 0 || millis <= -MAX_LONG) return millis;
  throw reduceFailure(
    "illegal_argument_exception",
    `nanoseconds [${printNanos(millis)}] are before the epoch in 1970 and cannot be processed in nanosecond resolution`,
  );
}
