import { doubleArea } from "../../science/geometry/rings.ts";
import { f64 } from "../bytes/arrays.ts";
import { parseGeoJson } from "../language/geometry/geojson.ts";
import {
  type Geometry,
  NotAGeometry,
  type Path,
  type PolygonShape,
  type Shape,
} from "../language/geometry/geometry.ts";
import { type GeoPoint, isOnEarth, parsePoint } from "../language/geometry/point.ts";
import { Work } from "../work/work.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { ringsCross } from "./plane.ts";
import { quantiseLatitude, quantiseLongitude } from "./quantise.ts";

/*
 * A document's shape as numbers: west, south, east, north, then each part as POINT x y, or LINE n x1 y1 …, or POLYGON
 * rings n1 x1 y1 … n2 x1 y1 …, all in quantised degrees.
 */
export const POINT = 0;
export const LINE = 1;
const POLYGON = 2;

/** Index of the first part, after the bounding box. */
export const PARTS = 4;

/** The quantised points of a geo_point value, empty for null; undefined when one is malformed or not on Earth. */
export function encodePoint(value: unknown): readonly GeoPoint[] | undefined {
  if (value === null || value === undefined) return [];
  try {
    const severalPoints = Array.isArray(value) && typeof value[0] !== "number";
    const points = (severalPoints ? value : [value]).map((each) => parsePoint(each, "ignored"));
    if (!points.every(isOnEarth)) return undefined;
    return points.map(({ latitude, longitude }) => ({
      latitude: quantiseLatitude(latitude),
      longitude: quantiseLongitude(longitude),
    }));
  } catch (error) {
    if (error instanceof NotAGeometry) return undefined;
    throw error;
  }
}

/** Geometry types that are indexed. A value of another type is only stored. */
const SEARCHABLE = new Set(["Point", "LineString", "MultiPoint", "Polygon"]);

/** Encodes a geo_shape value, empty for null; undefined when it can't be indexed. */
export function encodeShape(value: unknown): Float64Array | undefined {
  if (value === null || value === undefined) return new Float64Array();
  if (typeof value !== "object" || !("type" in value)) return undefined;
  if (typeof value.type !== "string" || !SEARCHABLE.has(value.type)) return undefined;
  try {
    return encode(cutAtAntimeridian(parseGeoJson(value), new Work()));
  } catch (error) {
    if (error instanceof NotAGeometry) return undefined;
    throw error;
  }
}

function encode(geometry: Geometry): Float64Array {
  const parts = geometry.flatMap(encodePart);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of geometry) {
    for (const path of pathsOf(shape)) {
      const quantised = quantise(path);
      for (let at = 0; at < quantised.length; at += 2) {
        west = Math.min(west, f64(quantised, at));
        south = Math.min(south, f64(quantised, at + 1));
        east = Math.max(east, f64(quantised, at));
        north = Math.max(north, f64(quantised, at + 1));
      }
    }
  }
  return Float64Array.from([west, south, east, north, ...parts]);
}

function pathsOf(shape: Shape): readonly Path[] {
  if (shape.kind === "point") return [Float64Array.of(shape.x, shape.y)];
  if (shape.kind === "line") return [shape.path];
  return shape.kind === "polygon" ? shape.rings : [];
}

function encodePart(shape: Shape): number[] {
  switch (shape.kind) {
    case "point":
      return [POINT, ...quantise(Float64Array.of(shape.x, shape.y))];
    case "line": {
      const path = quantise(shape.path);
      return [LINE, path.length / 2, ...path];
    }
    case "polygon":
      refuseImpossible(shape);
      return [POLYGON, shape.rings.length, ...shape.rings.flatMap((ring) => [ring.length / 2, ...quantise(ring)])];
    default:
      throw new NotAGeometry(`a ${shape.kind} can't be indexed`);
  }
}

/** Rejects polygons that Lucene can't tessellate. @throws NotAGeometry */
function refuseImpossible({ rings }: PolygonShape): void {
  if (rings.some((ring) => doubleArea(ring) === 0))
    throw new NotAGeometry("at least three non-collinear points required");
  if (ringsCross(rings)) throw new NotAGeometry("Polygon self-intersection");
}

const quantise = (path: Path): Path =>
  path.map((value, index) => (index % 2 === 0 ? quantiseLongitude(value) : quantiseLatitude(value)));
