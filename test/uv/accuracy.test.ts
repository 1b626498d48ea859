import { expect, test } from "vitest";
import {
  asTable,
  type Check,
  clearSkyChecks,
  exposureChecks,
  summaries,
  surfaceChecks,
} from "../../bench/uv/accuracy.ts";

/** Every row of the reference tables, except those that can't be trusted; nothing in the model is fitted to them. */

test("clear-sky irradiances are those of discrete ordinates: 1 % up to 80°, 2 % beyond", () => {
  const checks = clearSkyChecks();
  expect(checks).toHaveLength(2 * 684);
  expect(outside(checks)).toEqual([]);
});

test("the engine over natural surfaces and under clouds agrees with FastRT", () => {
  const checks = surfaceChecks("engine");
  expect(checks).toHaveLength(2 * (660 + 540));
  expect(outside(checks)).toEqual([]);
});

test("the tables for answers agree with FastRT as the engine does", () => {
  const checks = surfaceChecks("tables");
  expect(checks).toHaveLength(2 * (660 + 540));
  expect(outside(checks)).toEqual([]);
});

test("exposure times agree with the reference, and the same doses are out of reach", () => {
  const { checks, disagreements } = exposureChecks();
  expect(disagreements).toEqual([]);
  expect(outside(checks)).toEqual([]);
});

/** The checks that miss their bound, after a table of all of them. */
function outside(checks: readonly Check[]): string[] {
  process.stdout.write(`${asTable(summaries(checks))}\n`);
  return checks
    .filter(({ error, bound }) => !(Math.abs(error) <= bound))
    .map(({ row, quantity }) => `${row}: ${quantity}`);
}
