import { expect, test } from "vitest";
import { ShardFailure } from "../language/errors/errors.ts";
import { millisOfNanos, nanosOfMillis, printNanos } from "./nanoseconds.ts";

test("nanoseconds are written with all digits, and read back", () => {
  for (const nanos of ["0", "1", "5", "1420070400000000000", "1420070400123000000", "9223372036854000000"]) {
    expect(printNanos(millisOfNanos(nanos))).toBe(nanos);
  }
});

test("the bounds of Java's long are kept", () => {
  for (const nanos of ["9223372036854775807", "-9223372036854775808"]) {
    expect(printNanos(millisOfNanos(nanos))).toBe(nanos);
  }
});

test("dates before 1970 and after 2262 have no nanoseconds", () => {
  expect(nanosOfMillis(0)).toBe(0);
  expect(nanosOfMillis(9_223_372_036_854)).toBe(9_223_372_036_854);
  expect(() => nanosOfMillis(-1)).toThrow(ShardFailure);
  expect(() => nanosOfMillis(9_223_372_036_855)).toThrow(ShardFailure);
});
