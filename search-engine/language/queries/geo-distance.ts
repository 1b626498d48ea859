import { illegalArgument, parsingException, rejected } from "../errors/errors.ts";
import { parseDistance, unitOf } from "../geometry/distance-units.ts";
import { type GeoPoint, normalised } from "../geometry/point.ts";
import { javaDoubleText } from "../java/java-numbers.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfName, locationOfValue } from "../json/json.ts";
import { isScalar, numberAt, Options, scalarText } from "../members/options.ts";
import { type GeoBody, geoBody, invalidCoordinates, pointOf, validationMethod } from "./geo.ts";
import type { ReadClause } from "./kind.ts";

export interface GeoDistanceBody extends GeoBody {
  readonly center: GeoPoint;
  /** In metres. */
  readonly radius: number;
}

const options = ["distance", "unit", "distance_type", "boost", "validation_method", "ignore_unmapped", "_name"];

/** Suffixes of the field's name for members with one coordinate of the center. */
const SIDES = [
  [".lat", "latitude"],
  [".lon", "longitude"],
] as const;
const NOWHERE: GeoPoint = { latitude: Number.NaN, longitude: Number.NaN };

/** Points within a distance on the sphere, whatever `distance_type` says, and shapes that come as near. */
export const geoDistance: ReadClause<GeoDistanceBody> = (body) => {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; point: GeoPoint } | undefined;
  for (const [name, value] of body) {
    const side = SIDES.find(([suffix]) => name.endsWith(suffix));
    if (options.includes(name) && !isArray(value) && !isObject(value)) settings.set(name, value);
    else if (side && isScalar(value)) {
      const [suffix, coordinate] = side;
      const point = { ...(named?.point ?? NOWHERE), [coordinate]: numberAt(body, name) };
      named = { field: name.slice(0, -suffix.length), point };
    } else if (isObject(value) || isArray(value)) {
      if (isObject(value)) {
        if (named) {
          const fields = `found [${named.field}] and [${name}]`;
          const reason = `[geo_distance] query doesn't support multiple fields, ${fields}`;
          throw parsingException(reason, locationOfValue(body, name));
        }
        const unknown = [...value.keys()].find((key) => !["lat", "lon", "geohash"].includes(key));
        if (unknown !== undefined) {
          throw parsingException(`[geo_distance] query does not support [${name}]`, locationOfName(value, unknown));
        }
      }
      named = { field: name, point: isObject(value) ? pointIn(value) : pointOf(value) };
    } else if (isScalar(value) && !named) {
      named = { field: name, point: pointOf(scalarText(value)) };
    } else if (value !== null) {
      const message = `failed to parse [geo_distance] query. unexpected field [${name}]`;
      throw parsingException(message, locationOfName(body, name));
    }
  }
  const given = new Options("geo_distance", settings, options, body);
  const radius = radiusOf(given);
  const type = given.text("distance_type");
  if (type !== undefined && !/^(arc|plane)$/i.test(type)) throw illegalArgument(`No geo distance for [${type}]`);
  const validation = validationMethod(given.text("validation_method"));
  if (!named?.field) throw illegalArgument("fieldName must not be null or empty");
  const center = validation === "STRICT" ? checked(named.point) : normalised(named.point);
  return { ...geoBody(named.field, given), center, radius };
};

/** The center in an object, which may leave coordinates out. @throws SearchRejected */
function pointIn(members: JsonObject): GeoPoint {
  const geohash = members.get("geohash");
  if (isScalar(geohash)) return pointOf(scalarText(geohash));
  const side = (name: string) => {
    const value = members.get(name) ?? undefined;
    if (isScalar(value)) return numberAt(members, name);
    if (value === undefined) return Number.NaN;
    throw rejected("parse_exception", `[${name}] must be a number`);
  };
  return { latitude: side("lat"), longitude: side("lon") };
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
  for (const [side, limit] of [["latitude", 90] as const, ["longitude", 180] as const]) {
    if (Math.abs(point[side]) <= limit) continue;
    const value = javaDoubleText(point[side]);
    throw invalidCoordinates("geo_distance", `center point ${side} is invalid: ${value}`);
  }
  return point;
}
