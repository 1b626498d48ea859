import { javaDoubleText } from "../java/java-numbers.ts";
import { trimEnd } from "../java/trim.ts";
import { type GeoCell, NotAGeometry, type Shape } from "./geometry.ts";
import { parseWkt } from "./wkt.ts";

export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Treatment of a point's height: documents may have one, searches may not. */
export type Heights = "ignored" | "refused";

/**
 * One point as Elasticsearch takes it: `{lat, lon}`, GeoJSON, `[lon, lat]`, `"lat,lon"`, `POINT (lon lat)` or a geohash.
 * Coordinates may be out of range, and NaN where an array leaves one out. @throws NotAGeometry
 */
export function parsePoint(value: unknown, heights: Heights): GeoPoint {
  if (typeof value === "string") return fromText(value, heights);
  if (Array.isArray(value)) return fromArray(value, heights);
  if (typeof value !== "object" || value === null) throw new NotAGeometry("geo_point expected");
  return fromObject({ ...value }, heights);
}

function fromObject(members: Readonly<Record<string, unknown>>, heights: Heights): GeoPoint {
  for (const name of Object.keys(members)) {
    if (["lon", "lat", "z", "type", "coordinates"].includes(name)) continue;
    throw new NotAGeometry(`field [${name}] not supported - must be one of: lon, lat, z, type, coordinates`);
  }
  const { lat, lon, z, type, coordinates } = members;
  const [latitude, longitude] = [member(lat, "latitude"), member(lon, "longitude")];
  if (z !== undefined) checkHeight(member(z, "z"), heights);
  if (type !== undefined && typeof type !== "string") throw new NotAGeometry("[type] must be a string");
  const geoJson = coordinates === undefined ? undefined : fromCoordinates(coordinates, heights);
  const isComplete = !Number.isNaN(latitude) && !Number.isNaN(longitude);
  if (geoJson && (type !== undefined || isComplete)) {
    if (type?.toLowerCase() !== "point") throw new NotAGeometry("[type] for geo_point can only be 'Point'");
    if (isComplete) throw new NotAGeometry("fields matching more than one point format");
    return geoJson;
  }
  if (isComplete) return { latitude, longitude };
  if (!Number.isNaN(latitude)) throw new NotAGeometry("Required [lon]");
  if (!Number.isNaN(longitude)) throw new NotAGeometry("Required [lat]");
  if (geoJson) throw new NotAGeometry("Required [type]");
  if (type !== undefined) throw new NotAGeometry("Required [coordinates]");
  throw new NotAGeometry("field must be either lat/lon, geohash string or type/coordinates");
}

/** A coordinate of an object: a number or its text. NaN where it is absent. */
function member(value: unknown, what: string): number {
  if (value === undefined || value === "NaN") return Number.NaN;
  if (typeof value !== "number" && typeof value !== "string") throw new NotAGeometry(`${what} must be a number`);
  const parsed = value === "" ? Number.NaN : Number(value);
  if (Number.isNaN(parsed) || String(value).trim() === "") {
    throw new NotAGeometry(`[${what}] must be a valid double value`);
  }
  return parsed;
}

function fromCoordinates(value: unknown, heights: Heights): GeoPoint {
  if (!Array.isArray(value)) throw new NotAGeometry("[coordinates] must be an array");
  if (value.length > 3) throw new NotAGeometry("[geo_point] field type does not accept > 3 dimensions");
  const [longitude, latitude, height] = value.map((each) => member(each, "coordinates"));
  if (longitude === undefined || latitude === undefined) {
    throw new NotAGeometry("[coordinates] must contain at least two values");
  }
  if (height !== undefined) checkHeight(height, heights);
  return { latitude, longitude };
}

function fromArray(value: readonly unknown[], heights: Heights): GeoPoint {
  if (value.some((each) => typeof each !== "number")) throw new NotAGeometry("numeric value expected");
  const [longitude = Number.NaN, latitude = Number.NaN, height] = value.map(Number);
  if (height !== undefined) checkHeight(height, heights);
  if (value.length > 3) throw new NotAGeometry("[geo_point] field type does not accept more than 3 values");
  return { latitude, longitude };
}

function checkHeight(height: number, heights: Heights): void {
  if (heights === "ignored") return;
  const found = javaDoubleText(height);
  throw new NotAGeometry(
    `Exception parsing coordinates: found Z value [${found}] but [ignore_z_value] parameter is [false]`,
  );
}

const COMMA = 44;

function fromText(text: string, heights: Heights): GeoPoint {
  if (/point/i.test(text)) return fromWkt(text, heights);
  if (!text.includes(",")) return fromGeohash(text);
  const parts = trimEnd(text, (code) => code === COMMA)
    .split(",")
    .map((part) => part.trim());
  if (parts.length > 3) {
    throw new NotAGeometry(`failed to parse [${parts.length}], expected 2 or 3 coordinates but found: [{}]`);
  }
  const [latitude, longitude] = [degrees(parts[0], "latitude"), degrees(parts[1], "longitude")];
  if (parts[2] !== undefined) checkHeight(degrees(parts[2], "z"), heights);
  return { latitude, longitude };
}

function degrees(text: string | undefined, what: string): number {
  if (text === "NaN") return Number.NaN;
  const parsed = text ? Number(text) : Number.NaN;
  if (Number.isNaN(parsed)) throw new NotAGeometry(`${what} must be a number`);
  return parsed;
}

function fromWkt(text: string, heights: Heights): GeoPoint {
  const shape = pointIn(text);
  // Only for points: another text may have any number of parentheses, and the pattern would search for a height at
  // each.
  const hasHeight = shape?.kind === "point" && /\(\s*\S+\s+\S+\s+\S+\s*\)/.test(text);
  if (shape?.kind !== "point" || (hasHeight && heights === "refused")) throw new NotAGeometry("Invalid WKT format");
  const point = { latitude: shape.y, longitude: shape.x };
  if (!isOnEarth(point)) throw new NotAGeometry("Invalid WKT format");
  return point;
}

function pointIn(text: string): Shape | undefined {
  try {
    return parseWkt(text)[0];
  } catch (error) {
    if (error instanceof NotAGeometry) return undefined;
    throw error;
  }
}

const GEOHASH_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";

/** Significant characters of a geohash. */
const GEOHASH_LENGTH = 12;

/** The cell of a geohash. @throws NotAGeometry */
export function geohashCell(hash: string): GeoCell {
  let [west, east, south, north] = [-180, 180, -90, 90];
  let eastern = true;
  if (hash === "") throw new NotAGeometry("empty geohash");
  for (const symbol of hash.slice(0, GEOHASH_LENGTH)) {
    const digit = GEOHASH_DIGITS.indexOf(symbol.toLowerCase());
    if (digit < 0) throw new NotAGeometry(`unsupported symbol [${symbol}] in geohash [${hash}]`);
    for (let bit = 16; bit > 0; bit >>= 1) {
      const upper = (digit & bit) !== 0;
      if (eastern) [west, east] = upper ? [(west + east) / 2, east] : [west, (west + east) / 2];
      else [south, north] = upper ? [(south + north) / 2, north] : [south, (south + north) / 2];
      eastern = !eastern;
    }
  }
  return { west, east, south, north };
}

/** A geohash as a point is the south-western corner of its cell, as in Elasticsearch, not its middle. */
function fromGeohash(hash: string): GeoPoint {
  const { west, south } = geohashCell(hash);
  return { latitude: south, longitude: west };
}

export const isOnEarth = ({ latitude, longitude }: GeoPoint): boolean =>
  latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;

/** The same place with longitudes within ±180, and latitudes beyond a pole reflected. */
export function normalised({ latitude, longitude }: GeoPoint): GeoPoint {
  const isBeyondPole = latitude > 90 || latitude < -90;
  let [x, y] = [longitude, isBeyondPole ? centred(latitude) : latitude];
  if (Math.abs(y) > 90) {
    y = (y > 0 ? 180 : -180) - y;
    x += 180;
  }
  return { latitude: y, longitude: isBeyondPole || x > 180 || x < -180 ? centred(x) : x };
}

/** The angle within ±180, and 180 rather than -180. */
function centred(degrees: number): number {
  const rest = degrees % 360;
  const turned = rest <= 0 ? rest + 360 : rest;
  return turned > 180 ? turned - 360 : turned;
}
