import type { Relation } from "../../language/queries/geo-shape.ts";
import { f64, item } from "../index/arrays.ts";
import { LINE, PARTS, POINT } from "./encode.ts";
import { INSIDE, OUTSIDE, placeInRing } from "./plane.ts";
import type { Probe } from "./probe.ts";

/** Tests a document's shape: numbers[start .. end), encoded as described in `encode.ts`. */
export type ShapeTest = (numbers: Float64Array, start: number, end: number) => boolean;

/** Creates the test for a relation of a document's shape to the shapes of a query, taken together. */
export function shapeTest(relation: Relation, probes: readonly Probe[]): ShapeTest {
  switch (relation) {
    case "intersects":
      return (numbers, start, end) => intersects(numbers, start, end, probes);
    case "disjoint":
      return (numbers, start, end) => !intersects(numbers, start, end, probes);
    case "within":
      return within(probes);
    case "contains":
      return (numbers, start, end) => probes.every((probe) => holds(numbers, start, end, probe));
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

function intersects(numbers: Float64Array, start: number, end: number, probes: readonly Probe[]): boolean {
  for (const probe of probes) {
    if (!boxesMeet(numbers, start, probe)) continue;
    if (probe.kind === "box" && liesInBox(numbers, start, probe)) return true;
    if (intersectsOne(numbers, start, end, probe)) return true;
  }
  return false;
}

function intersectsOne(numbers: Float64Array, start: number, end: number, probe: Probe): boolean {
  return eachPart(numbers, start, end, (kind, at) => {
    if (kind === POINT) return probe.contains(f64(numbers, at), f64(numbers, at + 1));
    const meets = someSegment(numbers, kind, at, probe.intersectsLine);
    return meets || (kind !== LINE && isInPolygon(numbers, at, probe.x, probe.y));
  });
}

function within(probes: readonly Probe[]): ShapeTest {
  const leaves = probes.map(
    (probe): SegmentTest =>
      (ax, ay, bx, by) =>
        !probe.containsLine(ax, ay, bx, by),
  );
  const leavesEach: SegmentTest = (ax, ay, bx, by) => leaves.every((leavesOne) => leavesOne(ax, ay, bx, by));
  return (numbers, start, end) => isWithin(numbers, start, end, probes, leaves, leavesEach);
}

function isWithin(
  numbers: Float64Array,
  start: number,
  end: number,
  probes: readonly Probe[],
  leaves: readonly SegmentTest[],
  leavesEach: SegmentTest,
): boolean {
  if (!probes.some((probe) => boxesMeet(numbers, start, probe))) return false;
  return !eachPart(numbers, start, end, (kind, at) => {
    if (kind === POINT) return !probes.some((probe) => probe.contains(f64(numbers, at), f64(numbers, at + 1)));
    if (kind === LINE) return someSegment(numbers, kind, at, leavesEach);
    return !probes.some(
      (probe, n) =>
        !someSegment(numbers, kind, at, item(leaves, n)) &&
        !probe.holes.some(([x, y]) => isInPolygon(numbers, at, x, y)),
    );
  });
}

/** Whether the document contains the probe: one of its parts does, and none has a vertex or edge in the probe. */
function holds(numbers: Float64Array, start: number, end: number, probe: Probe): boolean {
  if (!boxesMeet(numbers, start, probe)) return false;
  let found = false;
  const prevented = eachPart(numbers, start, end, (kind, at) => {
    if (probe.kind === "point") {
      if (kind === POINT) found ||= probe.contains(f64(numbers, at), f64(numbers, at + 1));
      else found ||= someSegment(numbers, kind, at, probe.intersectsLine);
      if (kind !== POINT && kind !== LINE) found ||= isInPolygon(numbers, at, probe.x, probe.y);
      return false;
    }
    if (kind === POINT) return probe.contains(f64(numbers, at), f64(numbers, at + 1));
    if (someSegment(numbers, kind, at, probe.touchesLine)) return true;
    if (kind !== LINE) found ||= isInPolygon(numbers, at, probe.x, probe.y);
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

type SegmentTest = (ax: number, ay: number, bx: number, by: number) => boolean;

/** Whether `test` holds for a segment of a line or of a polygon's rings. */
function someSegment(numbers: Float64Array, kind: number, at: number, test: SegmentTest): boolean {
  let rings = kind === LINE ? 1 : f64(numbers, at);
  for (let from = kind === LINE ? at : at + 1; rings > 0; rings--) {
    const last = from + 1 + 2 * (f64(numbers, from) - 1);
    for (let each = from + 1; each < last; each += 2) {
      if (test(f64(numbers, each), f64(numbers, each + 1), f64(numbers, each + 2), f64(numbers, each + 3))) return true;
    }
    from = last + 2;
  }
  return false;
}

/** Whether a point lies in a document's polygon. Boundaries belong to it, also those of its holes. */
function isInPolygon(numbers: Float64Array, at: number, x: number, y: number): boolean {
  let from = at + 1;
  for (let ring = 0; ring < f64(numbers, at); ring++) {
    const count = f64(numbers, from);
    const place = placeInRing(numbers, from + 1, count, x, y);
    if (ring === 0 && place === OUTSIDE) return false;
    if (ring > 0 && place === INSIDE) return false;
    from += 1 + 2 * count;
  }
  return true;
}
