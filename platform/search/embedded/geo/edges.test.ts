import fc from "fast-check";
import { expect, test } from "vitest";
import { ShardFailure } from "../../language/errors.ts";
import { Work } from "../work.ts";
import { Edges } from "./edges.ts";
import { pathMeets, placeInRing } from "./plane.ts";

/** Few different numbers, so that edges touch, lie on each other and end in what they are compared with. */
const degrees = fc.integer({ min: -9, max: 9 }).map((n) => n / 2);
const position = fc.tuple(degrees, degrees);
const path = fc
  .array(position, { minLength: 2, maxLength: 80 })
  .map((positions) => Float64Array.from([...positions, positions[0] ?? [0, 0]].flat()));

test("a path divided into bands answers as the whole path does", () => {
  fc.assert(
    fc.property(path, position, position, fc.boolean(), (ring, [ax, ay], [bx, by], boundary) => {
      const edges = new Edges(ring, new Work());
      const count = ring.length / 2;
      expect(edges.place(ax, ay)).toBe(placeInRing(ring, 0, count, ax, ay));
      expect(edges.meets(ax, ay, bx, by, boundary)).toBe(pathMeets(ring, 0, count, ax, ay, bx, by, boundary));
    }),
    { numRuns: 500 },
  );
});

/** A ring of `count` edges around the origin; its teeth reach from pole to pole when it is a comb. */
const ring = (count: number, isComb: boolean): Float64Array => {
  const positions = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    return isComb ? [(n * 300) / count - 150, n % 2 === 0 ? -80 : 80] : [50 * Math.cos(angle), 50 * Math.sin(angle)];
  });
  return Float64Array.from([...positions, positions[0] ?? []].flat());
};

test("of a large ring few edges are looked at, and each that is looked at counts", () => {
  const round = new Edges(ring(10_000, false), new Work());
  for (let n = 0; n < 100_000; n++) round.place(1, (n % 90) - 45);
  const comb = new Edges(ring(10_000, true), new Work());
  expect(() => {
    for (let n = 0; n < 100_000; n++) comb.place(1, (n % 90) - 45);
  }).toThrow(ShardFailure);
});
