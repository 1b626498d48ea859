import { MAX_POSITIONS } from "../../limits.ts";
import { illegalArgument, parsingException, rejected, within, xContentParseException } from "../errors/errors.ts";
import { parseGeoJson } from "../geometry/geojson.ts";
import { type Geometry, NotAGeometry, type Path, type Shape } from "../geometry/geometry.ts";
import { plainJson } from "../geometry/plain-json.ts";
import { parseWkt } from "../geometry/wkt.ts";
import { isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { expectedText, Options } from "../members/options.ts";
import { textIn } from "./field.ts";
import { type GeoBody, geoBody } from "./geo.ts";
import type { ReadClause } from "./kind.ts";

export interface GeoShapeBody extends GeoBody {
  readonly geometry: Geometry;
  readonly relation: Relation;
}

/** Relation of a document's shape to the shape of the clause. */
export type Relation = "intersects" | "disjoint" | "within" | "contains";

const RELATIONS: readonly Relation[] = ["intersects", "disjoint", "within", "contains"];
/** Strategies of indexes of earlier releases: accepted, and without effect. */
const STRATEGIES: readonly string[] = ["term", "recursive"];
const options = ["boost", "ignore_unmapped", "_name"];

/** Documents by the relation of their points or shape to a shape in the query. */
export const geoShape: ReadClause<GeoShapeBody> = (body) => {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; members: JsonObject } | undefined;
  for (const [name, value] of body) {
    if (isObject(value)) {
      if (named) throw parsingException(`point specified twice. [${name}]`, locationOfValue(body, name));
      named = { field: name, members: value };
    } else if (options.includes(name)) settings.set(name, value);
    else if (value !== null) throw parsingException(`query does not support [${name}]`, locationOfValue(body, name));
  }
  const given = new Options("geo_shape", settings, options, body);
  if (!named) throw illegalArgument("fieldName is required");
  const shape = shapeOf(named.members);
  // Elasticsearch scores this clause 0 unless it has a boost.
  return { ...geoBody(named.field, given), ...shape, ...(given.get("boost") === undefined && { boost: 0 }) };
};

function shapeOf(members: JsonObject): Pick<GeoShapeBody, "geometry" | "relation"> {
  let geometry: Geometry | undefined;
  let relation: Relation = "intersects";
  let strategy: string | undefined;
  for (const [name, value] of members) {
    if (name === "shape" && value === null) continue;
    if (name === "shape") geometry = geometryOf(value);
    else if (name === "relation") {
      const known = RELATIONS.find((each) => each === String(value).toLowerCase());
      if (!known) throw parsingException(`Unknown shape operation [${value} ]`, locationOfValue(members, name));
      relation = known;
    } else if (name === "strategy") {
      strategy = textIn(members, name);
      if (strategy === undefined) throw expectedText(members, name);
      if (!STRATEGIES.includes(strategy)) throw illegalArgument(`Unknown strategy [${strategy}]`);
    } else if (name === "indexed_shape") {
      throw parsingException("[geo_shape] query does not support [indexed_shape]", locationOfName(members, name));
    } else throw parsingException(`query does not support [${name}]`, locationOfValue(members, name));
  }
  if (!geometry) throw illegalArgument("either shape or indexedShapeId is required");
  if (strategy === "term" && relation !== "intersects") {
    throw illegalArgument(`strategy [term] only supports relation [intersects] found relation [${relation}]`);
  }
  const positions = geometry.reduce((sum, shape) => sum + positionsOf(shape), 0);
  expectAtMost(MAX_POSITIONS, positions, "positions", "[geo_shape] has a shape of");
  return { geometry, relation };
}

function positionsOf(shape: Shape): number {
  if (shape.kind === "line") return positionsIn(shape.path);
  return shape.kind === "polygon" ? shape.rings.reduce((sum, ring) => sum + positionsIn(ring), 0) : 1;
}

/** Number of positions: those of the path, and one for each time that an edge goes around the earth, where it is cut. */
function positionsIn(path: Path): number {
  const turns = path.reduce((sum, x, at) => sum + (at % 2 === 0 ? turnsBetween(path[at - 2] ?? x, x) : 0), 0);
  return path.length / 2 + turns;
}

const turnsBetween = (from: number, to: number): number => Math.floor(Math.abs(to - from) / 360);

function geometryOf(value: JsonValue): Geometry {
  try {
    if (typeof value === "string") return parseWkt(value);
    if (!isObject(value)) {
      throw rejected("parse_exception", "shape must be an object consisting of type and coordinates");
    }
    if (value.get("type") === undefined) throw illegalArgument("Required [type]");
    return parseGeoJson(plainJson(value));
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    if (typeof value === "string") throw illegalArgument(error.message);
    const { type, message } = error;
    const built = "Failed to build [geojson] after last required field arrived";
    if (type === "parse_exception") throw within(rejected(type, message), "x_content_parse_exception", built);
    throw xContentParseException(built, undefined, { type, reason: message });
  }
}
