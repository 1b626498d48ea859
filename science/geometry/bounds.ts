/** Degrees east and north, and possibly an altitude. */
export type Position = readonly number[];

/** A box, in degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box that holds the positions; it is empty, with west beyond east, where there are none. */
export function boundsOf(positions: readonly Position[]): Bounds {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  for (const [longitude = 0, latitude = 0] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** The box of the positions with the western half of the world east of the antimeridian: longitudes from 0 to 360 degrees. */
export function boundsOverAntimeridian(positions: readonly Position[]): Bounds {
  return boundsOf(
    positions.map(([longitude = 0, latitude = 0]) => [longitude < 0 ? longitude + 360 : longitude, latitude]),
  );
}
