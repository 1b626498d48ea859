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
 * Where a thick cloud lies over fresh snow, light goes to and fro between them many times, and what is absorbed in
 * between multiplies: these rows miss the bounds, in the direction that more ozone and less haze below the cloud would
 * mend. They stay in the comparison, and may get no worse.
 */
const beyondBounds = [
  "0°, 200 DU, 0 km, new snow, overcast: UV index",
  "15°, 200 DU, 0 km, new snow, overcast: UV index",
  "30°, 200 DU, 0 km, new snow, overcast: UV index",
  "40°, 200 DU, 0 km, new snow, overcast: UV index",
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

test("so do the tables that answers are made from", () => {
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
