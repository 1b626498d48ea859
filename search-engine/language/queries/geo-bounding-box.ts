import { illegalArgument, parsingException, rejected } from "../errors/errors.ts";
import { InvalidSide, readBox } from "../geometry/box.ts";
import { type GeoCell, NotAGeometry } from "../geometry/geometry.ts";
import { normalised } from "../geometry/point.ts";
import { javaDouble } from "../java/java-numbers.ts";
import { isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { Options } from "../members/options.ts";
import { type GeoBody, geoBody, invalidCoordinates, validationMethod } from "./geo.ts";
import type { ReadClause } from "./kind.ts";

export interface GeoBoundingBoxBody extends GeoBody {
  readonly box: GeoCell;
}

const options = ["boost", "validation_method", "ignore_unmapped", "_name"];

/** Points in a rectangle and shapes that meet it. The rectangle is given by corners, sides or WKT. */
export const geoBoundingBox: ReadClause<GeoBoundingBoxBody> = (body) => {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; box: GeoCell } | undefined;
  for (const [name, value] of body) {
    if (isObject(value)) named = { field: name, box: boxIn(value) };
    else if (options.includes(name)) settings.set(name, value);
    else if (value !== null) {
      const message = `failed to parse [geo_bounding_box] query. unexpected field [${name}]`;
      throw parsingException(message, locationOfValue(body, name));
    }
  }
  const given = new Options("geo_bounding_box", settings, options, body);
  const validation = validationMethod(given.text("validation_method"));
  if (!named) throw rejected("parse_exception", "failed to parse [geo_bounding_box] query. bounding box not provided");
  refuseImpossible(named.box);
  if (validation === "STRICT") refuseOutside(named.box);
  const box = validation === "COERCE" ? coerced(named.box) : named.box;
  return { ...geoBody(named.field, given), box };
};

function boxIn(value: JsonObject): GeoCell {
  try {
    return readBox(value);
  } catch (error) {
    if (!(error instanceof NotAGeometry || error instanceof InvalidSide)) throw error;
    throw rejected("parse_exception", `failed to parse [geo_bounding_box] query. [${error.message}]`);
  }
}

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

function refuseOutside(box: GeoCell): void {
  for (const [side, value, limit] of sidesOf(box)) {
    if (Math.abs(value) <= limit) continue;
    throw invalidCoordinates("geo_bounding_box", `${side} is invalid: ${javaDouble(value)}`);
  }
}

/** Corners moved onto the earth; sides a whole turn apart mean the whole world. */
function coerced({ north, south, west, east }: GeoCell): GeoCell {
  const topLeft = normalised({ latitude: north, longitude: west });
  const bottomRight = normalised({ latitude: south, longitude: east });
  const isWhole = east > west && (east - west) % 360 === 0;
  return {
    north: topLeft.latitude,
    south: bottomRight.latitude,
    west: isWhole ? -180 : topLeft.longitude,
    east: isWhole ? 180 : bottomRight.longitude,
  };
}
