import { z } from "zod";
import { optional } from "./text.ts";
import { explainIssue } from "./validation.ts";

/** GeoJSON position: longitude −180..180, latitude −90..90 in degrees, optionally altitude in metres. */
const Position = z
  .array(z.number())
  .min(2, "a position is [longitude, latitude] or [longitude, latitude, altitude]")
  .max(3, "a position is [longitude, latitude] or [longitude, latitude, altitude]")
  .refine(([longitude = 0]) => longitude >= -180 && longitude <= 180, {
    message: "longitude must lie between -180 and 180",
    path: [0],
  })
  .refine(([, latitude = 0]) => latitude >= -90 && latitude <= 90, {
    message: "latitude must lie between -90 and 90",
    path: [1],
  });

const bbox = optional(z.array(z.number()));

export const Point = z.looseObject({ type: z.literal("Point"), coordinates: Position, bbox }).meta({ id: "Point" });

export const LineString = z
  .looseObject({
    type: z.literal("LineString"),
    coordinates: z.array(Position).min(2, "a line has at least two positions"),
    bbox,
  })
  .meta({ id: "LineString" });

export const MultiPoint = z
  .looseObject({
    type: z.literal("MultiPoint"),
    coordinates: z.array(Position).min(1, "at least one position"),
    bbox,
  })
  .meta({ id: "MultiPoint" });

const LinearRing = z
  .array(Position)
  .min(4, "a ring has at least four positions")
  .refine(isClosed, { message: "a ring must end where it begins" });

export const Polygon = z
  .looseObject({
    type: z.literal("Polygon"),
    coordinates: z.array(LinearRing).min(1, "a polygon has at least one ring"),
    bbox,
  })
  .meta({ id: "Polygon" });

function isClosed(ring: readonly (readonly number[])[]): boolean {
  const first = ring[0];
  const last = ring[ring.length - 1];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

const geometries: Readonly<Record<string, z.ZodType>> = { Point, LineString, MultiPoint, Polygon };

/** Types of geometries that are checked and can be searched by. */
export const GEOMETRY_TYPES = Object.keys(geometries);

/**
 * The spatial extent of a dataset. One of four GeoJSON geometries, which are checked and can be searched by; any other
 * `type` is a plain extent, stored and served only.
 */
export const SpatialExtent = z
  .looseObject({ type: z.string(), coordinates: z.unknown().optional(), bbox })
  .superRefine((extent, context) => {
    const geometry = Object.hasOwn(geometries, extent.type) ? geometries[extent.type] : undefined;
    const result = geometry?.safeParse(extent, { error: explainIssue });
    for (const issue of result?.error?.issues ?? []) {
      context.addIssue({ code: "custom", message: issue.message, path: issue.path });
    }
  })
  .meta({ id: "SpatialExtent" });
