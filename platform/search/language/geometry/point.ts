import { type GeoCell, NotAGeometry } from "./geometry.ts";
import { parseWkt } from "./wkt.ts";

export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * One point as Elasticsearch takes it: `{lat, lon}`, GeoJSON, `[lon, lat]`, `"lat,lon"`, `POINT (lon lat)` or a geohash.
 * Coordinates may be out of range, and NaN where one is left out. @throws NotAGeometry
 */
export function parsePoint(value: unknown): GeoPoint {
  if (typeof value === "string") return fromText(value);
  if (Array.isArray(value)) return fromArray(value);
  if (typeof value !== "object" || value === null) throw new NotAGeometry("geo_point expected");
  const { lat, lon, type, coordinates, geohash }: Readonly<Record<string, unknown>> = { ...value };
  for (const name of Object.keys(value)) {
    if (!["lat", "lon", "type", "coordinates", "geohash"].includes(name)) {
      throw new NotAGeometry("field must be either [lat], [lon], [geohash], [type] or [coordinates]");
    }
  }
  if (type !== undefined || coordinates !== undefined) {
    if (typeof type !== "string" || type.toLowerCase() !== "point") throw new NotAGeometry("type must be Point");
    if (!Array.isArray(coordinates)) throw new NotAGeometry("coordinates must be an array");
    return fromArray(coordinates);
  }
  if (geohash !== undefined) return fromGeohash(String(geohash));
  if (lat === undefined && lon === undefined) throw new NotAGeometry("field [lat] missing");
  return { latitude: number(lat, "latitude"), longitude: number(lon, "longitude") };
}

function number(value: unknown, what: string): number {
  if (value === undefined) return Number.NaN;
  const parsed =
    typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isNaN(parsed)) throw new NotAGeometry(`${what} must be a number`);
  return parsed;
}

function fromArray(value: readonly unknown[]): GeoPoint {
  const [longitude = Number.NaN, latitude = Number.NaN] = value;
  if (typeof longitude !== "number" || typeof latitude !== "number") throw new NotAGeometry("numeric value expected");
  if (value.length > 3) throw new NotAGeometry("[geo_point] field type does not accept more than 3 values");
  return { latitude, longitude };
}

function fromText(text: string): GeoPoint {
  if (/point/i.test(text)) {
    const [shape] = parseWkt(text);
    if (shape?.kind !== "point") throw new NotAGeometry(`failed to parse WKT [${text}] as a point`);
    return { latitude: shape.y, longitude: shape.x };
  }
  if (!text.includes(",")) return fromGeohash(text);
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > 3)
    throw new NotAGeometry(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
  return { latitude: number(parts[0], "latitude"), longitude: number(parts[1], "longitude") };
}

const GEOHASH_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";

/** The rectangle that a geohash names. @throws NotAGeometry */
export function geohashCell(hash: string): GeoCell {
  let [west, east, south, north] = [-180, 180, -90, 90];
  let eastern = true;
  if (hash === "" || hash.length > 12) throw new NotAGeometry("unsupported symbol in geohash");
  for (const symbol of hash) {
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

/** The middle of the cell is not what Elasticsearch takes: a geohash as a point is its south-western corner. */
function fromGeohash(hash: string): GeoPoint {
  const { west, south } = geohashCell(hash);
  return { latitude: south, longitude: west };
}

export const isOnEarth = ({ latitude, longitude }: GeoPoint): boolean =>
  latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;

/** The same place with longitudes within ±180, going over the pole where the latitude does. */
export function normalised({ latitude, longitude }: GeoPoint): GeoPoint {
  let y = modulo(latitude + 180, 360) - 180;
  let x = longitude;
  if (Math.abs(y) > 90) {
    y = (y > 0 ? 180 : -180) - y;
    x += 180;
  }
  return { latitude: y, longitude: x >= -180 && x <= 180 ? x : modulo(x + 180, 360) - 180 };
}

const modulo = (value: number, divisor: number): number => value - Math.floor(value / divisor) * divisor;
