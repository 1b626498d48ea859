import { parseDistance } from "./distance-units.ts";
import { type Geometry, NotAGeometry, type Path, type Shape } from "./geometry.ts";

/** GeoJSON, with Elasticsearch's `envelope` and `circle`; names in any case, altitudes ignored. @throws NotAGeometry */
export function parseGeoJson(value: unknown): Geometry {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new NotAGeometry("shape must be an object");
  const { type, coordinates, geometries, radius }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof type !== "string") throw new NotAGeometry("shape type not included");
  switch (type.toLowerCase()) {
    case "point":
      return [point(coordinates)];
    case "multipoint":
      return list(coordinates).map(point);
    case "linestring":
      return [line(coordinates)];
    case "multilinestring":
      return list(coordinates).map(line);
    case "polygon":
      return [polygon(coordinates)];
    case "multipolygon":
      return list(coordinates).map(polygon);
    case "envelope":
    case "bbox":
      return [envelope(coordinates)];
    case "circle":
      return [circle(coordinates, radius)];
    case "geometrycollection":
      if (!Array.isArray(geometries)) throw new NotAGeometry("geometries not included");
      return geometries.flatMap(parseGeoJson);
    default:
      throw new NotAGeometry(`unknown geo_shape [${type}]`, "illegal_argument_exception");
  }
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotAGeometry("coordinates not included");
  return value;
}

function position(value: unknown): readonly [number, number] {
  const [x, y, ...more] = list(value);
  if (typeof x !== "number" || typeof y !== "number" || more.some((each) => typeof each !== "number")) {
    throw new NotAGeometry("geo coordinates must be numbers");
  }
  if (more.length > 1) throw new NotAGeometry("geo coordinates must be numbers");
  return [x, y];
}

function point(value: unknown): Shape {
  const [x, y] = position(value);
  return { kind: "point", x, y };
}

function path(value: unknown): Path {
  return Float64Array.from(list(value).flatMap(position));
}

function line(value: unknown): Shape {
  const positions = path(value);
  if (positions.length < 4) throw new NotAGeometry("invalid number of points in LineString (found [1] - must be >= 2)");
  return { kind: "line", path: positions };
}

function polygon(value: unknown): Shape {
  const rings = list(value).map((ring) => closed(path(ring)));
  if (rings.length === 0) throw new NotAGeometry("polygon has no points");
  return { kind: "polygon", rings };
}

/** Closes a ring: queries may leave the last position out. */
export function closed(ring: Path): Path {
  const last = ring.length - 2;
  const done = last >= 0 && ring[0] === ring[last] && ring[1] === ring[last + 1];
  const whole = done ? ring : Float64Array.from([...ring, ...ring.subarray(0, 2)]);
  if (whole.length < 8) throw new NotAGeometry("at least 4 polygon points required", "illegal_argument_exception");
  return whole;
}

function envelope(value: unknown): Shape {
  const corners = list(value);
  if (corners.length !== 2) {
    throw new NotAGeometry(
      `invalid number of points [${corners.length}] provided for geo_shape [envelope] when expecting an array of 2 coordinates`,
    );
  }
  const [west, north] = position(corners[0]);
  const [east, south] = position(corners[1]);
  if (south > north) throw new NotAGeometry("max y cannot be less than min y", "illegal_argument_exception");
  return { kind: "box", west, east, south, north };
}

function circle(value: unknown, radius: unknown): Shape {
  const [x, y] = position(value);
  const metres =
    typeof radius === "string" || typeof radius === "number" ? parseDistance(String(radius), 1) : undefined;
  if (metres === undefined) throw new NotAGeometry("field [radius] is mandatory for [circle]");
  return { kind: "circle", x, y, radius: metres };
}
