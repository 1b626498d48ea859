import { expect, test } from "vitest";
import {
  asTable,
  type Check,
  clearSkyChecks,
  exposureChecks,
  summaries,
  surfaceChecks,
} from "../../bench/uv/accuracy.ts";

/** Every row of the reference tables, none left out but those that can't be trusted; nothing in the model is fitted to them. */

test("clear-sky irradiances are those of discrete ordinates: 1 % up to 80°, 2 % beyond", () => {
  const checks = clearSkyChecks();
  expect(checks).toHaveLength(2 * 684);
  expect(outside(checks)).toEqual([]);
});

/**
 * Under a thick cloud over snow light goes to and fro many times, so a small difference above the cloud, in the cloud
 * or below multiplies. FastRT's tables of clouds are plane-parallel: their low sun goes a longer way through the ozone
 * than through the shells of the Earth, and much ozone makes the most of that. These rows stay in the comparison and
 * may get no worse; in flat air they are within their bounds, as every other row.
 */
const beyondBounds = [
  "60°, 500 DU, 5 km, new snow, overcast: vitamin D",
  "70°, 500 DU, 5 km, new snow, overcast: vitamin D",
  "75°, 500 DU, 2 km, new snow, overcast: vitamin D",
  "75°, 500 DU, 5 km, new snow, overcast: vitamin D",
  "75°, 500 DU, 5 km, snow (5 cm), overcast: vitamin D",
];

test("the engine over natural surfaces and under clouds agrees with FastRT", () => {
  const checks = surfaceChecks("engine");
  expect(checks).toHaveLength(2 * (660 + 540));
  expect(outside(checks).sort()).toEqual(beyondBounds);
});

test("in flat air, as FastRT has it over clouds, every overcast row of the engine does", () => {
  const checks = surfaceChecks("engine in flat air");
  expect(checks).toHaveLength(2 * 540);
  expect(outside(checks)).toEqual([]);
});

test("the tables that answers are made from agree with FastRT as the engine does", () => {
  expect(outside(surfaceChecks("tables")).sort()).toEqual(beyondBounds);
});

test("and no row is off by more than a sixth", () => {
  expect(Math.max(...surfaceChecks("tables").map(({ error }) => Math.abs(error)))).toBeLessThan(1 / 6);
});

test("exposure times are those of the reference, and the same ones are out of reach", () => {
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
