import { z } from "zod";
import { LineString, MultiPoint, Point, Polygon } from "../../../contracts/geometry.ts";
import type { Metadata } from "../../../contracts/metadata.ts";
import { type Bounds, boundsOf, boundsOverAntimeridian, type Position } from "../../../science/geometry/bounds.ts";
import { crossesAntimeridian, type Ring } from "../../../science/geometry/rings.ts";
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
  | ({ readonly kind: "box" } & Bounds);

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
    // As searches find it.
    const isOver = data.type === "Polygon" && crossesAntimeridian(flat(data.coordinates[0] ?? []));
    if (!isOver) return { kind: "box", west, south, east, north };
    const over = boundsOverAntimeridian(positions);
    return { kind: "box", west: withinHalves(over.west), south, east: withinHalves(over.east), north };
  }
  // The altitude of a line that stands upright is a range.
  return {
    kind: "point",
    longitude: west,
    latitude: south,
    altitude: positions.length === 1 ? positions[0]?.[2] : undefined,
  };
}

const flat = (ring: readonly Position[]): Ring =>
  Float64Array.from(ring.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude]));

const withinHalves = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);
