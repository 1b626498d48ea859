import { expect, test } from "vitest";
import { boxOf } from "./bounds.ts";

const oslo = [10.8, 59.9] as const;
const [taveuni, rabi] = [[179.9, -16.8] as const, [-179.9, -16.5] as const];

test.each([
  ["one point", [oslo], [10.8, 59.9, 10.8, 59.9]],
  ["points of both halves of the world", [oslo, [-3.7, 40.4]], [-3.7, 40.4, 10.8, 59.9]],
  ["points on both sides of the antimeridian", [taveuni, rabi], [179.9, -16.8, 180.1, -16.5]],
  ["points west of the antimeridian's east", [rabi, [-171.8, -13.8]], [-179.9, -16.5, -171.8, -13.8]],
  ["points all around the world", [oslo, taveuni, [-100, 40]], [-100, -16.8, 179.9, 59.9]],
] as const)("%s lie in the smallest box", (_, positions, [west, south, east, north]) => {
  expect(boxOf(positions)).toEqual([west, south, expect.closeTo(east), north]);
});
