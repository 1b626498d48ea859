import { boundsOf, boundsOverAntimeridian, type Position } from "../../../../../science/geometry/bounds.ts";
import type { Box } from "../../components/map-data.ts";

/**
 * The smallest box that holds the positions. It crosses the antimeridian, with its east beyond 180 degrees, only where it is
 * narrower than half the world: of more, people know the map from date line to date line.
 */
export function boxOf(positions: readonly Position[]): Box {
  const [within, over] = [boundsOf(positions), boundsOverAntimeridian(positions)];
  const isOver = over.east - over.west < Math.min(180, within.east - within.west);
  const { west, south, east, north } = isOver ? over : within;
  return [west, south, east, north];
}
