import { f64 } from "../bytes/arrays.ts";
import { cutAtAntimeridian } from "../geo/dateline.ts";
import { parseGeoJson } from "../language/geometry/geojson.ts";
import { NotAGeometry, type Path, type PolygonShape, type Shape } from "../language/geometry/geometry.ts";
import { parsePoint } from "../language/geometry/point.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { Work } from "../work/work.ts";

/** Formats of geometries: GeoJSON and well-known text. */
export type GeometryFormat = "geojson" | "wkt";

/** The format of this name; undefined for other names. */
export function geometryFormat(format: string | undefined): GeometryFormat | undefined {
  return format === undefined || format === "geojson" ? "geojson" : format === "wkt" ? "wkt" : undefined;
}

/** A geometry of a document. */
type GeoJson = Readonly<Record<string, unknown>>;

/** The JSON text of a document's point, without height, as in the index; undefined where it is not a point. */
export function pointText(value: GeoJson, format: GeometryFormat): string | undefined {
  return unlessMalformed(() => {
    const { longitude, latitude } = parsePoint(value, "ignored");
    return written({ coordinates: [longitude, latitude], type: "Point" }, format);
  });
}

/** The JSON text of a document's shape, with polygons cut at the antimeridian; undefined where it is not a shape. */
export function shapeText(value: GeoJson, format: GeometryFormat, work: Work): string | undefined {
  return unlessMalformed(() => {
    const shapes = parseGeoJson(value);
    const polygons = shapes.filter((shape) => shape.kind === "polygon");
    const parts = polygons.length === shapes.length ? polygons.map((polygon) => partsOf(polygon, work)) : [];
    const isCut = parts.some(([first, second], place) => second !== undefined || first !== polygons[place]);
    if (!isCut) return written(value, format);
    return written(
      { coordinates: parts.flat().map(({ rings }) => rings.map(positionsOf)), type: "MultiPolygon" },
      format,
    );
  });
}

function unlessMalformed(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotAGeometry) return undefined;
    throw error;
  }
}

function partsOf(polygon: PolygonShape, work: Work): readonly PolygonShape[] {
  const cut = cutAtAntimeridian([polygon], work).filter((part: Shape) => part.kind === "polygon");
  return cut[0] === polygon ? cut : cut.map(({ rings, ...part }) => ({ ...part, rings: rings.map(fromExit) }));
}

/** The ring, rotated to begin where it reaches the antimeridian. */
function fromExit(ring: Path): Path {
  const corners = ring.length / 2 - 1;
  const isOn = (corner: number): boolean => Math.abs(f64(ring, 2 * (corner % corners))) === 180;
  for (let first = 0; first < corners; first++) {
    if (!isOn(first) || !isOn(first + 1)) continue;
    return ring.map((_, at) => f64(ring, (at + 2 * first) % (2 * corners)));
  }
  return ring;
}

const positionsOf = (path: Path): readonly (readonly number[])[] =>
  Array.from({ length: path.length / 2 }, (_, at) => [f64(path, 2 * at), f64(path, 2 * at + 1)]);

const written = (geometry: GeoJson, format: GeometryFormat): string =>
  format === "wkt" ? JSON.stringify(wellKnownText(geometry)) : geoJsonText(geometry);

/** GeoJSON with its numbers as Elasticsearch writes them. */
function geoJsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(geoJsonText).join(",")}]`;
  if (typeof value === "number") return javaDouble(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${geoJsonText(member)}`)
    .join(",")}}`;
}

/** Well-known text as Elasticsearch writes it: positions with a space behind their comma, and parts of collections without. */
function wellKnownText({ type, coordinates, geometries }: GeoJson): string {
  const name = String(type).toUpperCase();
  if (Array.isArray(geometries)) return `${name} (${geometries.map(wellKnownText).join(",")})`;
  switch (name) {
    case "POINT":
      return `${name} (${positionText(coordinates)})`;
    case "MULTIPOINT":
    case "LINESTRING":
      return `${name} ${pathText(coordinates)}`;
    case "POLYGON":
      return `${name} ${polygonText(coordinates)}`;
    case "MULTILINESTRING":
      return `${name} (${partsIn(coordinates).map(pathText).join(",")})`;
    case "MULTIPOLYGON":
      return `${name} (${partsIn(coordinates).map(polygonText).join(",")})`;
    default:
      throw new NotAGeometry(`[${name}] is not written as well-known text`);
  }
}

const partsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const positionText = (position: unknown): string =>
  partsIn(position)
    .map((each) => javaDouble(Number(each)))
    .join(" ");
const pathText = (path: unknown): string => `(${partsIn(path).map(positionText).join(", ")})`;
const polygonText = (rings: unknown): string => `(${partsIn(rings).map(pathText).join(", ")})`;
