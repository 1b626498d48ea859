export interface Coordinates {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
}

/** Mean radius of the earth, kilometres. */
const EARTH_RADIUS = 6371;

/** Kilometres between two points along the great circle, on a sphere (haversine formula, exact for near points too). */
export function distance(a: Coordinates, b: Coordinates): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2);
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2);
  const h = halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2;
  // Rounding can take it over 1 for points that lie opposite each other.
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, h)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
