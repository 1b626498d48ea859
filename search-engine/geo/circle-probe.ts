import type { CircleShape } from "../language/geometry/geometry.ts";
import type { Work } from "../work/work.ts";
import { circleBounds, distanceKey, keyWithin } from "./distance.ts";
import type { Probe } from "./probe.ts";

/** Steps of a distance: it takes as long as some comparisons. */
const STEPS_PER_DISTANCE = 8;
/** Steps of finding where a segment is nearest, on either side of the antimeridian. */
const STEPS_PER_SEGMENT = 6;

/** A circle on the sphere. A segment is tested at its ends and at its point nearest to the centre in the plane. */
export function circleProbe({ x, y, radius }: CircleShape, work: Work): Probe {
  const most = keyWithin(radius);
  const isNear = (px: number, py: number): boolean => {
    work.spend(STEPS_PER_DISTANCE);
    return distanceKey(y, x, py, px) <= most;
  };
  // The end of a segment is mostly the beginning of the next.
  const last = Float64Array.of(Number.NaN, Number.NaN);
  let wasNear = false;
  const contains = (px: number, py: number): boolean => {
    if (px === last[0] && py === last[1]) return wasNear;
    last[0] = px;
    last[1] = py;
    wasNear = isNear(px, py);
    return wasNear;
  };
  const isNearest = (shift: number, ax: number, ay: number, bx: number, by: number): boolean => {
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((x + shift - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    return along >= 0 && along <= 1 && isNear(ax + dx * along, ay + dy * along);
  };
  const intersectsLine = (ax: number, ay: number, bx: number, by: number): boolean => {
    if (contains(ax, ay) || contains(bx, by)) return true;
    work.spend(STEPS_PER_SEGMENT);
    return isNearest(0, ax, ay, bx, by) || isNearest(360, ax, ay, bx, by) || isNearest(-360, ax, ay, bx, by);
  };
  return {
    kind: "circle",
    ...circleBounds(x, y, radius),
    ...{ x, y, holes: [] },
    contains,
    intersectsLine,
    containsLine: (ax, ay, bx, by) => contains(ax, ay) && contains(bx, by),
    touchesLine: intersectsLine,
  };
}
