import { f64, item } from "../bytes/arrays.ts";
import type { Relation } from "../language/queries/geo-shape.ts";
import type { Work } from "../work/work.ts";
import { LINE, PARTS, POINT } from "./encode.ts";
import type { Probe } from "./probe.ts";
import { type SegmentTest, Vertices } from "./vertices.ts";

/** Tests a document's shape: numbers[start .. end), encoded as described in `encode.ts`. */
export type ShapeTest = (numbers: Float64Array, start: number, end: number) => boolean;

/**
 * Creates the test for a relation of a document's shape to the shapes of a query, taken together. Each visited vertex
 * of the document counts as work.
 */
export function shapeTest(relation: Relation, probes: readonly Probe[], work: Work): ShapeTest {
  const vertices = new Vertices(work);
  switch (relation) {
    case "intersects":
      return (numbers, start, end) => intersects(numbers, start, end, probes, vertices);
    case "disjoint":
      return (numbers, start, end) => !intersects(numbers, start, end, probes, vertices);
    case "within":
      return within(probes, vertices);
    case "contains":
      return (numbers, start, end) => probes.every((probe) => holds(numbers, start, end, probe, vertices));
  }
}

const boxesMeet = (numbers: Float64Array, start: number, { west, south, east, north }: Probe): boolean =>
  f64(numbers, start) <= east &&
  f64(numbers, start + 1) <= north &&
  f64(numbers, start + 2) >= west &&
  f64(numbers, start + 3) >= south;

/** Whether the document's bounding box lies within the probe's. */
const liesInBox = (numbers: Float64Array, start: number, { west, south, east, north }: Probe): boolean =>
  f64(numbers, start) >= west &&
  f64(numbers, start + 1) >= south &&
  f64(numbers, start + 2) <= east &&
  f64(numbers, start + 3) <= north;

function intersects(
  numbers: Float64Array,
  start: number,
  end: number,
  probes: readonly Probe[],
  vertices: Vertices,
): boolean {
  for (const probe of probes) {
    if (!boxesMeet(numbers, start, probe)) continue;
    if (probe.kind === "box" && liesInBox(numbers, start, probe)) return true;
    if (intersectsOne(numbers, start, end, probe, vertices)) return true;
  }
  return false;
}

function intersectsOne(numbers: Float64Array, start: number, end: number, probe: Probe, vertices: Vertices): boolean {
  return eachPart(numbers, start, end, (kind, at) => {
    if (kind === POINT) return probe.contains(f64(numbers, at), f64(numbers, at + 1));
    const meets = vertices.someSegment(numbers, kind, at, probe.intersectsLine);
    return meets || (kind !== LINE && vertices.isInPolygon(numbers, at, probe.x, probe.y));
  });
}

function within(probes: readonly Probe[], vertices: Vertices): ShapeTest {
  const leaves = probes.map(
    (probe): SegmentTest =>
      (ax, ay, bx, by) =>
        !probe.containsLine(ax, ay, bx, by),
  );
  const leavesEach: SegmentTest = (ax, ay, bx, by) => leaves.every((leavesOne) => leavesOne(ax, ay, bx, by));
  return (numbers, start, end) => isWithin(numbers, start, end, probes, leaves, leavesEach, vertices);
}

function isWithin(
  numbers: Float64Array,
  start: number,
  end: number,
  probes: readonly Probe[],
  leaves: readonly SegmentTest[],
  leavesEach: SegmentTest,
  vertices: Vertices,
): boolean {
  if (!probes.some((probe) => boxesMeet(numbers, start, probe))) return false;
  return !eachPart(numbers, start, end, (kind, at) => {
    if (kind === POINT) return !probes.some((probe) => probe.contains(f64(numbers, at), f64(numbers, at + 1)));
    if (kind === LINE) return vertices.someSegment(numbers, kind, at, leavesEach);
    return !probes.some(
      (probe, n) =>
        !vertices.someSegment(numbers, kind, at, item(leaves, n)) &&
        !probe.holes.some(([x, y]) => vertices.isInPolygon(numbers, at, x, y)),
    );
  });
}

/** Whether the document contains the probe: one of its parts does, and none has a vertex or edge in the probe. */
function holds(numbers: Float64Array, start: number, end: number, probe: Probe, vertices: Vertices): boolean {
  if (!boxesMeet(numbers, start, probe)) return false;
  let found = false;
  const prevented = eachPart(numbers, start, end, (kind, at) => {
    if (probe.kind === "point") {
      if (kind === POINT) found ||= probe.contains(f64(numbers, at), f64(numbers, at + 1));
      else found ||= vertices.someSegment(numbers, kind, at, probe.intersectsLine);
      if (kind !== POINT && kind !== LINE) found ||= vertices.isInPolygon(numbers, at, probe.x, probe.y);
      return false;
    }
    if (kind === POINT) return probe.contains(f64(numbers, at), f64(numbers, at + 1));
    if (vertices.someSegment(numbers, kind, at, probe.touchesLine)) return true;
    if (kind !== LINE) found ||= vertices.isInPolygon(numbers, at, probe.x, probe.y);
    return false;
  });
  return found && !prevented;
}

/** Calls `test` with each part's kind and the index after it, until it returns true. */
function eachPart(
  numbers: Float64Array,
  start: number,
  end: number,
  test: (kind: number, at: number) => boolean,
): boolean {
  for (let at = start + PARTS; at < end; ) {
    const kind = f64(numbers, at++);
    if (test(kind, at)) return true;
    at = endOfPart(numbers, kind, at);
  }
  return false;
}

function endOfPart(numbers: Float64Array, kind: number, at: number): number {
  if (kind === POINT) return at + 2;
  if (kind === LINE) return at + 1 + 2 * f64(numbers, at);
  let next = at + 1;
  for (let ring = f64(numbers, at); ring > 0; ring--) next += 1 + 2 * f64(numbers, next);
  return next;
}
