import type { Box } from "../../components/map-data.ts";

type Position = readonly [longitude: number, latitude: number];

/**
 * The smallest box that holds the positions. It crosses the antimeridian, with its east beyond 180 degrees, only where it is
 * narrower than half the world: of more, people know the map from date line to date line.
 */
export function boundsOf(positions: readonly Position[]): Box {
  const around = (longitude: number): number => (longitude < 0 ? longitude + 360 : longitude);
  const [within, over] = [
    boxOf(positions),
    boxOf(positions.map(([longitude, latitude]) => [around(longitude), latitude])),
  ];
  return widthOf(over) < Math.min(180, widthOf(within)) ? over : within;
}

function boxOf(positions: readonly Position[]): Box {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

const widthOf = ([west, , east]: Box): number => east - west;
