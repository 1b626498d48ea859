import {
  illegalArgument,
  parsingException,
  queryShardException,
  rejected,
  within,
  xContentParseException,
} from "../../language/errors.ts";
import { parseGeoJson } from "../../language/geometry/geojson.ts";
import { type Geometry, NotAGeometry } from "../../language/geometry/geometry.ts";
import { parseWkt } from "../../language/geometry/wkt.ts";
import { isObject, type JsonObject, type JsonValue, placeOfName, placeOfValue } from "../../language/json.ts";
import { Options } from "../../language/options.ts";
import type { QueryKind } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { geoField, geoQuery, plain } from "./geo-query.ts";
import { probes } from "./probe.ts";
import type { Relation } from "./relation.ts";

const options = ["boost", "ignore_unmapped"];
const relations: ReadonlySet<string> = new Set(["intersects", "disjoint", "within", "contains"]);

/** Documents by the relation of their points or shape to a shape that the query brings along. */
export const geoShape: QueryKind = {
  name: "geo_shape",
  options,
  parse(body, context) {
    const settings = new Map<string, JsonValue>();
    let named: { field: string; members: JsonObject } | undefined;
    for (const [name, value] of body) {
      if (isObject(value)) {
        if (named) throw parsingException(`point specified twice. [${name}]`, placeOfValue(body, name));
        named = { field: name, members: value };
      } else if (options.includes(name)) settings.set(name, value);
      else throw parsingException(`query does not support [${name}]`, placeOfValue(body, name));
    }
    const given = new Options("geo_shape", settings, options);
    // Elasticsearch scores this clause 0 unless it says otherwise.
    const boost = settings.has("boost") ? given.boost : 0;
    if (!named) throw illegalArgument("fieldName is required");
    const { geometry, relation } = read(named.members);
    const field = geoField("geo_shape", named.field, given.boolean("ignore_unmapped") ?? false, context);
    return boosted(geoQuery(field, relation, probesFor(named.field, relation, geometry)), boost);
  },
};

function read(members: JsonObject): { geometry: Geometry; relation: Relation } {
  let geometry: Geometry | undefined;
  let relation: Relation = "intersects";
  for (const [name, value] of members) {
    if (name === "shape") geometry = geometryOf(value);
    else if (name === "relation") {
      const lower = String(value).toLowerCase();
      if (!relations.has(lower)) {
        throw parsingException(`Unknown shape operation [${value} ]`, placeOfValue(members, name));
      }
      relation = lower as Relation;
    } else if (name === "indexed_shape") {
      throw parsingException("[geo_shape] query does not support [indexed_shape]", placeOfName(members, name));
    } else throw parsingException(`query does not support [${name}]`, placeOfValue(members, name));
  }
  if (!geometry) throw illegalArgument("either shape or indexedShapeId is required");
  return { geometry, relation };
}

function geometryOf(value: JsonValue): Geometry {
  try {
    if (typeof value === "string") return parseWkt(value);
    if (!isObject(value)) {
      throw rejected("parse_exception", "shape must be an object consisting of type and coordinates");
    }
    if (value.get("type") === undefined) throw illegalArgument("Required [type]");
    return parseGeoJson(plain(value));
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    if (typeof value === "string") throw illegalArgument(error.message);
    const { type, message } = error;
    const built = "Failed to build [geojson] after last required field arrived";
    if (type === "parse_exception") throw within(rejected(type, message), "x_content_parse_exception", built);
    throw xContentParseException(built, undefined, { type, reason: message });
  }
}

function probesFor(field: string, relation: Relation, geometry: Geometry) {
  if (relation === "within" && geometry.some(({ kind }) => kind === "line")) {
    throw queryShardException(`Exception creating query on Field [${field}] found an unsupported shape Line`);
  }
  try {
    return probes(cutAtAntimeridian(geometry));
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    throw queryShardException(`Exception creating query on Field [${field}] ${error.message}`);
  }
}
