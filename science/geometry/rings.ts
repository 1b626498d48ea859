import { numberAt } from "../number-at.ts";

/** A closed path: longitude and latitude of each position in turn, degrees. */
export type Ring = Float64Array;

/** Twice the signed area, positive when the ring runs counter-clockwise. */
export function doubleArea(ring: Ring): number {
  let area = 0;
  for (let at = 0; at + 3 < ring.length; at += 2)
    area += numberAt(ring, at) * numberAt(ring, at + 3) - numberAt(ring, at + 2) * numberAt(ring, at + 1);
  return area;
}

/** Whether an outer ring crosses the antimeridian: as in Elasticsearch, a clockwise one wider than half the world does. */
export function crossesAntimeridian(ring: Ring): boolean {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, numberAt(ring, at));
    east = Math.max(east, numberAt(ring, at));
  }
  const width = east - west;
  return width > 180 && width !== 360 && doubleArea(ring) < 0;
}
