import { z } from "zod";
import { LineString, MultiPoint, Point, Polygon } from "../../../contracts/geometry.ts";
import type { Metadata } from "../../../contracts/metadata.ts";
import { lineOf } from "./text.ts";

/** In degrees of WGS 84 and, for the altitude, metres. */
export type Extent =
  | {
      readonly kind: "point";
      readonly longitude: number;
      readonly latitude: number;
      readonly altitude: number | undefined;
    }
  /** West greater than east crosses the antimeridian. */
  | {
      readonly kind: "box";
      readonly west: number;
      readonly south: number;
      readonly east: number;
      readonly north: number;
    };

/** Where a dataset was measured. */
export interface Place {
  /** The facility's name. */
  readonly name: string | undefined;
  /** As the facility has it, such as `DE`. */
  readonly country: string | undefined;
  /** The record's own extent, else the facility's location. */
  readonly extent: Extent | undefined;
}

/** The place of a dataset; undefined where the record says nothing of it. */
export function placeOf({ facility, spatial_extent }: Metadata): Place | undefined {
  const name = lineOf(facility?.name);
  const country = lineOf(facility?.country_code);
  const extent = extentOf(spatial_extent) ?? extentOf(facility?.location);
  return name === undefined && extent === undefined ? undefined : { name, country, extent };
}

const Geometry = z.discriminatedUnion("type", [Point, LineString, MultiPoint, Polygon]);

/** The smallest point or box that holds a geometry; undefined for an extent of another type. */
export function extentOf(geometry: unknown): Extent | undefined {
  const { data } = Geometry.safeParse(geometry);
  if (data === undefined) return undefined;
  const positions =
    data.type === "Point" ? [data.coordinates] : data.type === "Polygon" ? data.coordinates.flat() : data.coordinates;
  const { west, south, east, north } = boundsOf(positions);
  if (west < east || south < north) {
    if (data.type !== "Polygon" || !crossesAntimeridian(data.coordinates[0] ?? [])) {
      return { kind: "box", west, south, east, north };
    }
    const unwrapped = boundsOf(positions.map(([longitude = 0, ...rest]) => [eastOfZero(longitude), ...rest]));
    return { kind: "box", west: withinHalves(unwrapped.west), south, east: withinHalves(unwrapped.east), north };
  }
  // The altitude of a line that stands upright is a range.
  return {
    kind: "point",
    longitude: west,
    latitude: south,
    altitude: positions.length === 1 ? positions[0]?.[2] : undefined,
  };
}

type Position = readonly number[];

function boundsOf(positions: readonly Position[]) {
  let [west, south, east, north] = [Infinity, 90, -Infinity, -90];
  for (const [longitude = 0, latitude = 0] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** As in searches: an outer ring that looks clockwise and wider than half the world goes around the other way. */
function crossesAntimeridian(ring: readonly Position[]): boolean {
  const { west, east } = boundsOf(ring);
  const width = east - west;
  return width > 180 && width < 360 && doubleArea(ring) < 0;
}

/** Twice the signed area of a closed ring; negative for a clockwise one. */
function doubleArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = x, nextY = y] = ring[at + 1] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

const eastOfZero = (longitude: number): number => (longitude < 0 ? longitude + 360 : longitude);
const withinHalves = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);
