import fc from "fast-check";
import { expect, test } from "vitest";
import { ShardFailure } from "../language/errors/errors.ts";
import { MAX_SEARCH_STEPS } from "../limits.ts";
import { Work } from "../work/work.ts";
import { Edges } from "./edges.ts";
import { pathMeets, placeInRing } from "./plane.ts";

/** Few different numbers, so that edges touch, overlap, and end in compared points. */
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
    { numRuns: 200 },
  );
});

/** A ring of `count` edges around the origin. As a comb its teeth reach from pole to pole. */
const ring = (count: number, isComb: boolean): Float64Array => {
  const positions = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    return isComb ? [(n * 300) / count - 150, n % 2 === 0 ? -80 : 80] : [50 * Math.cos(angle), 50 * Math.sin(angle)];
  });
  return Float64Array.from([...positions, positions[0] ?? []].flat());
};

test("few edges of a large ring are compared, and each compared edge counts", () => {
  const placed = (path: Float64Array) => {
    const work = new Work();
    const edges = new Edges(path, work);
    // Enough is left for a thousand points that are compared with a hundred edges each.
    work.spend(MAX_SEARCH_STEPS - 200_000);
    for (let n = 0; n < 1_000; n++) edges.place(1, (n % 90) - 45);
  };
  expect(() => placed(ring(10_000, false))).not.toThrow();
  expect(() => placed(ring(10_000, true))).toThrow(ShardFailure);
});

test("each test of a small ring counts, also of a distant one", () => {
  const work = new Work();
  const edges = new Edges(ring(8, false), work);
  edges.place(0, 0);
  expect(work.steps).toBe(8);
  edges.meets(0, 0, 1, 1, true);
  expect(work.steps).toBe(16);
  const large = new Edges(ring(100, false), work);
  const before = work.steps;
  large.place(0, 89);
  expect(work.steps).toBe(before + 1);
});
