import { illegalArgument, parsingException, rejected } from "../../language/errors.ts";
import { parseDistance, unitOf } from "../../language/geometry/distance-units.ts";
import { NotAGeometry } from "../../language/geometry/geometry.ts";
import { type GeoPoint, normalised, parsePoint } from "../../language/geometry/point.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import { isArray, isObject, type JsonValue, placeOfName } from "../../language/json.ts";
import { Options } from "../../language/options.ts";
import type { QueryKind } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import { geoField, geoQuery, invalidCoordinates, plain, validationMethod } from "./geo-query.ts";
import { probes } from "./probe.ts";

const options = ["distance", "unit", "distance_type", "boost", "validation_method", "ignore_unmapped"];

/** Points within a distance, shapes that come as near: on the sphere, whatever `distance_type` says. */
export const geoDistance: QueryKind = {
  name: "geo_distance",
  options,
  parse(body, context) {
    const settings = new Map<string, JsonValue>();
    let named: { field: string; point: GeoPoint } | undefined;
    for (const [name, value] of body) {
      if (options.includes(name) && !isArray(value) && !isObject(value)) settings.set(name, value);
      else if (isObject(value) || isArray(value) || (typeof value === "string" && !named)) {
        if (isObject(value)) {
          const unknown = [...value.keys()].find((key) => !["lat", "lon", "geohash"].includes(key));
          if (unknown !== undefined) {
            throw parsingException(`[geo_distance] query does not support [${name}]`, placeOfName(value, unknown));
          }
        }
        named = { field: name, point: pointOf(value) };
      } else
        throw parsingException(
          `failed to parse [geo_distance] query. unexpected field [${name}]`,
          placeOfName(body, name),
        );
    }
    const given = new Options("geo_distance", settings, options);
    const boost = given.boost;
    const radius = radiusOf(given);
    const type = given.text("distance_type");
    if (type !== undefined && !/^(arc|plane)$/i.test(type)) throw illegalArgument(`No geo distance for [${type}]`);
    const validation = validationMethod(given.text("validation_method"));
    if (!named) throw illegalArgument("fieldName must not be null or empty");
    const { field: name, point } = named;
    const field = geoField("geo_distance", name, given.boolean("ignore_unmapped") ?? false, context);
    const { latitude, longitude } = validation === "STRICT" ? checked(point) : normalised(point);
    return boosted(
      geoQuery(field, "intersects", probes([{ kind: "circle", x: longitude, y: latitude, radius }])),
      boost,
    );
  },
};

function pointOf(value: JsonValue): GeoPoint {
  try {
    return parsePoint(plain(value));
  } catch (error) {
    throw error instanceof NotAGeometry ? rejected("parse_exception", error.message) : error;
  }
}

function radiusOf(given: Options): number {
  const unitName = given.text("unit");
  const unit = unitName === undefined ? 1 : unitOf(unitName);
  if (unit === undefined) throw illegalArgument(`No distance unit match [${unitName}]`);
  const text = given.text("distance");
  if (text === undefined) throw parsingException("geo_distance requires 'distance' to be specified");
  if (text === "") throw illegalArgument("distance must not be null or empty");
  const metres = parseDistance(text, unit);
  if (metres === undefined) throw rejected("number_format_exception", `For input string: "${text}"`);
  if (metres <= 0) throw illegalArgument("distance must be greater than zero");
  return metres;
}

function checked(point: GeoPoint): GeoPoint {
  const { latitude, longitude } = point;
  if (!(Math.abs(latitude) <= 90)) {
    throw invalidCoordinates(
      "geo_distance",
      `center point latitude is invalid: ${javaDouble(latitude).replaceAll('"', "")}`,
    );
  }
  if (!(Math.abs(longitude) <= 180)) {
    throw invalidCoordinates(
      "geo_distance",
      `center point longitude is invalid: ${javaDouble(longitude).replaceAll('"', "")}`,
    );
  }
  return point;
}
