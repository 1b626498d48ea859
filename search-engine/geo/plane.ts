import { f64, item } from "../bytes/arrays.ts";
import type { Path } from "../language/geometry/geometry.ts";

/* Plane geometry in degrees. The order of operations is Lucene's, so that rounding is the same. */

/** Orientation of a → b → c: 1 counter-clockwise, -1 clockwise, 0 collinear. */
function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay);
  const right = (cx - ax) * (by - ay);
  return left > right ? 1 : left < right ? -1 : 0;
}

/** Whether the segments a–b and c–d intersect; touching counts only with `boundary`. */
function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
  boundary: boolean,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.min(ax, bx) > Math.max(cx, dx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.min(ay, by) > Math.max(cy, dy)) return false;
  const first = turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy);
  if (boundary ? first > 0 : first >= 0) return false;
  const second = turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by);
  return boundary ? second <= 0 : second < 0;
}

/**
 * Whether a path (`count` positions in `numbers` from index `start`) intersects the segment a–b; touching counts only
 * with `boundary`.
 */
export function pathMeets(
  numbers: Path,
  start: number,
  count: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  boundary: boolean,
): boolean {
  for (let at = start, last = start + 2 * (count - 1); at < last; at += 2) {
    const x1 = f64(numbers, at);
    const y1 = f64(numbers, at + 1);
    const x2 = f64(numbers, at + 2);
    const y2 = f64(numbers, at + 3);
    if (segmentsMeet(x1, y1, x2, y2, ax, ay, bx, by, boundary)) return true;
  }
  return false;
}

export const OUTSIDE = 0;
export const INSIDE = 1;
export const ON_EDGE = 2;
export type PlaceInRing = typeof OUTSIDE | typeof INSIDE | typeof ON_EDGE;

/** Position of a point relative to a closed ring (`count` positions in `numbers` from index `start`). */
export function placeInRing(numbers: Path, start: number, count: number, x: number, y: number): PlaceInRing {
  let inside = false;
  for (let at = start, last = start + 2 * (count - 1); at < last; at += 2) {
    const x1 = f64(numbers, at);
    const y1 = f64(numbers, at + 1);
    const x2 = f64(numbers, at + 2);
    const y2 = f64(numbers, at + 3);
    if (isOnSegment(x1, y1, x2, y2, x, y)) return ON_EDGE;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside ? INSIDE : OUTSIDE;
}

export function isOnSegment(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  if (x < Math.min(x1, x2) || x > Math.max(x1, x2) || y < Math.min(y1, y2) || y > Math.max(y1, y2)) return false;
  return turn(x1, y1, x2, y2, x, y) === 0;
}

/** Whether edges of the rings cross, which is invalid in a polygon; touching is allowed. */
export function ringsCross(rings: readonly Path[]): boolean {
  const edges = rings
    .flatMap((ring) =>
      Array.from(
        { length: ring.length / 2 - 1 },
        (_, n) => [f64(ring, 2 * n), f64(ring, 2 * n + 1), f64(ring, 2 * n + 2), f64(ring, 2 * n + 3)] as const,
      ),
    )
    .sort((a, b) => Math.min(a[0], a[2]) - Math.min(b[0], b[2]));
  for (let at = 0; at < edges.length; at++) {
    const [ax, ay, bx, by] = item(edges, at);
    const east = Math.max(ax, bx);
    for (let next = at + 1; next < edges.length; next++) {
      const [cx, cy, dx, dy] = item(edges, next);
      if (Math.min(cx, dx) > east) break;
      if (segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy, false)) return true;
    }
  }
  return false;
}
