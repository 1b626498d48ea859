import { illegalArgument, parsingException, rejected } from "../errors.ts";
import { type GeoCell, NotAGeometry } from "../geometry/geometry.ts";
import { plainJson } from "../geometry/plain-json.ts";
import { geohashCell, parsePoint } from "../geometry/point.ts";
import { parseWkt } from "../geometry/wkt.ts";
import { javaDouble } from "../java-numbers.ts";
import { isObject, type JsonObject, type JsonValue, locationOfValue } from "../json.ts";
import { Options } from "../options.ts";
import { type GeoBody, geoBody, invalidCoordinates, validationMethod } from "./geo.ts";
import type { ReadClause } from "./kind.ts";

export interface GeoBoundingBoxBody extends GeoBody {
  readonly box: GeoCell;
}

const options = ["boost", "validation_method", "ignore_unmapped"];

/** Points in a rectangle, shapes that meet one: corners, sides or WKT. */
export const geoBoundingBox: ReadClause<GeoBoundingBoxBody> = (body) => {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; box: GeoCell } | undefined;
  for (const [name, value] of body) {
    if (isObject(value)) named = { field: name, box: readBox(value) };
    else if (options.includes(name)) settings.set(name, value);
    else {
      const message = `failed to parse [geo_bounding_box] query. unexpected field [${name}]`;
      throw parsingException(message, locationOfValue(body, name));
    }
  }
  const given = new Options("geo_bounding_box", settings, options);
  const validation = validationMethod(given.text("validation_method"));
  if (!named) throw rejected("parse_exception", "failed to parse [geo_bounding_box] query. bounding box not provided");
  refuseImpossible(named.box);
  const box = validation === "STRICT" ? checked(named.box) : coerced(named.box);
  return { ...geoBody(named.field, given), box };
};

/** The sides of a box with Elasticsearch's names, and how far each may lie from the equator or the prime meridian. */
const sidesOf = ({ north, south, west, east }: GeoCell) =>
  [
    ["top latitude", north, 90],
    ["bottom latitude", south, 90],
    ["left longitude", west, 180],
    ["right longitude", east, 180],
  ] as const;

function refuseImpossible(box: GeoCell): void {
  for (const [side, value] of sidesOf(box)) {
    if (!Number.isFinite(value)) throw illegalArgument(`${side} is invalid: ${value}`);
  }
  if (box.north >= box.south) return;
  throw illegalArgument(`top is below bottom corner: ${javaDouble(box.north)} vs. ${javaDouble(box.south)}`);
}

function checked(box: GeoCell): GeoCell {
  for (const [side, value, limit] of sidesOf(box)) {
    if (Math.abs(value) <= limit) continue;
    throw invalidCoordinates("geo_bounding_box", `${side} is invalid: ${javaDouble(value)}`);
  }
  return box;
}

/** Longitudes within ±180; a box as wide as the world stays so. */
function coerced({ north, south, west, east }: GeoCell): GeoCell {
  const longitude = (x: number) => (x >= -180 && x <= 180 ? x : x - Math.floor((x + 180) / 360) * 360);
  const latitude = (y: number) => Math.max(-90, Math.min(90, y));
  const whole = east - west >= 360;
  return {
    north: latitude(north),
    south: latitude(south),
    west: whole ? -180 : longitude(west),
    east: whole ? 180 : longitude(east),
  };
}

type Side = "north" | "south" | "west" | "east";

const CORNERS: ReadonlyMap<string, readonly Side[]> = new Map([
  ["top_left", ["north", "west"]],
  ["topLeft", ["north", "west"]],
  ["top_right", ["north", "east"]],
  ["topRight", ["north", "east"]],
  ["bottom_left", ["south", "west"]],
  ["bottomLeft", ["south", "west"]],
  ["bottom_right", ["south", "east"]],
  ["bottomRight", ["south", "east"]],
]);

const SIDES: ReadonlyMap<string, Side> = new Map([
  ["top", "north"],
  ["bottom", "south"],
  ["left", "west"],
  ["right", "east"],
]);

function readBox(body: JsonObject): GeoCell {
  const box = { north: Number.NaN, south: Number.NaN, west: Number.NaN, east: Number.NaN };
  const refuse = (why: string) => rejected("parse_exception", `failed to parse [geo_bounding_box] query. [${why}]`);
  try {
    for (const [name, value] of body) {
      const side = SIDES.get(name);
      const corner = CORNERS.get(name);
      if (name === "wkt") Object.assign(box, fromWkt(String(value)));
      else if (side) {
        box[side] = Number(value);
        if (!Number.isFinite(box[side])) throw rejected("number_format_exception", `For input string: "${value}"`);
      } else if (corner) for (const each of corner) box[each] = cornerOf(plainJson(value), corner)[each];
      else throw refuse(`failed to parse bounding box. unexpected field [${name}]`);
    }
  } catch (error) {
    throw error instanceof NotAGeometry ? refuse(error.message) : error;
  }
  return box;
}

/** A geohash as a corner is that corner of its cell. */
function cornerOf(value: unknown, corner: readonly Side[]): GeoCell {
  if (typeof value === "string" && !value.includes(",") && !/point/i.test(value)) return geohashCell(value);
  const { latitude, longitude } = parsePoint(value);
  if (corner.some((side) => Number.isNaN(side === "north" || side === "south" ? latitude : longitude))) {
    throw new NotAGeometry("a corner has a latitude and a longitude");
  }
  return { north: latitude, south: latitude, west: longitude, east: longitude };
}

function fromWkt(text: string): GeoCell {
  const [shape] = (() => {
    try {
      return parseWkt(text);
    } catch {
      throw new NotAGeometry("failed to parse WKT bounding box");
    }
  })();
  if (shape?.kind === "box") return shape;
  throw new NotAGeometry(`failed to parse WKT bounding box. [${shape?.kind.toUpperCase()}] found. expected [ENVELOPE]`);
}
