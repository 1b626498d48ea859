import { expect, test } from "vitest";
import { ShardFailure } from "../language/errors/errors.ts";
import type { Path } from "../language/geometry/geometry.ts";
import { Work } from "../work/work.ts";
import { cutAtAntimeridian } from "./dateline.ts";

const TURNS = 2_500;
/** It goes around the earth many times. */
const shell = Float64Array.of(0, 0, 360 * TURNS, 0, 360 * TURNS, 1, 0, 1, 0, 0);
const hole = (positions: number): Path =>
  Float64Array.from({ length: 2 * positions }, (_, at) => (at % 2 === 0 ? 0.5 : 0.5));

test("holes are copied for each turn of the shell, which counts as work and as memory", () => {
  const polygon = (positions: number) => [{ kind: "polygon", rings: [shell, hole(positions)] }] as const;
  const [one, ten] = [1, 10].map((positions) => {
    const work = new Work();
    cutAtAntimeridian(polygon(positions), work);
    return work.steps;
  });
  expect((ten ?? 0) - (one ?? 0)).toBeGreaterThan(9 * TURNS);
  expect(() => cutAtAntimeridian(polygon(5_000), new Work())).toThrow(ShardFailure);
});
