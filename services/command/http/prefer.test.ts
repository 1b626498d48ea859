import { expect, test } from "vitest";
import { readPreferences } from "./prefer.ts";

test.each([
  [undefined, undefined],
  ["wait=10", 10],
  ["WAIT = 10", 10],
  ['wait="10"', 10],
  ["respond-async, wait=10; foo=bar", 10],
  ["wait=5, wait=50", 5],
  ["wait=0", 0],
  ["wait=600", 60],
  ["wait", undefined],
  ["wait=", undefined],
  ["wait=-1", undefined],
  ["wait=1.5", undefined],
  ["wait=ten", undefined],
  ["return=representation;wait=10", undefined],
])("Prefer: %s waits %s seconds", (header, seconds) => {
  expect(readPreferences(header).wait).toBe(seconds);
});

test("only an exact return=representation prefers a representation", () => {
  expect(readPreferences("wait=1, return=representation").representation).toBe(true);
  expect(readPreferences("return=minimal, return=representation").representation).toBe(false);
  expect(readPreferences("representation").representation).toBe(false);
});
