import { illegalOnShard, rejected, within, xContentParseException } from "../errors/errors.ts";
import { InvalidSide, readBox } from "../geometry/box.ts";
import { parseDistance } from "../geometry/distance-units.ts";
import { type GeoCell, NotAGeometry } from "../geometry/geometry.ts";
import { javaDouble } from "../java/java-numbers.ts";
import { locationOfValue } from "../json/json.ts";
import { placeOf } from "./geo-metrics.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface GeoGridBody {
  readonly grid: Grid;
  readonly field: string;
  /** The point of documents without the field. */
  readonly missing: string | undefined;
  readonly size: number;
  /** Number of buckets that a shard would send on. */
  readonly shardSize: number;
}

/** Cells of one size that cover the earth. */
export interface Grid {
  readonly system: "geohash" | "tile";
  /** Characters of a geohash, or the zoom of map tiles. */
  readonly precision: number;
  /** Only points in cells that meet it count; undefined: all points. Its east may be less than its west. */
  readonly bounds: GeoCell | undefined;
}

const DEFAULT_SIZE = 10_000;
const options = ["field", "missing", "precision", "bounds", "size", "shard_size"];

export const geohashGrid: AggregationKind<GeoGridBody> = {
  options,
  makes: "buckets",
  read: (members) =>
    bodyOf(members, { system: "geohash", precision: geohashPrecision(members), bounds: boundsOf(members) }),
};

export const geotileGrid: AggregationKind<GeoGridBody> = {
  options,
  makes: "buckets",
  read: (members) => bodyOf(members, tilesOf(members)),
};

function bodyOf(members: AggregationMembers, grid: Grid): GeoGridBody {
  const size = positive(members, "size", "size") ?? DEFAULT_SIZE;
  const shardSize = positive(members, "shard_size", "shardSize") ?? Math.trunc(size * 1.5 + 10);
  const missing = placeOf(members);
  const field = members.field("field");
  return {
    grid,
    field,
    missing,
    size,
    shardSize: Math.max(size, shardSize),
  };
}

function positive(members: AggregationMembers, member: string, spelling: string): number | undefined {
  const value = members.integer(member);
  if (value === undefined || value > 0) return value;
  throw members.invalid(member, `[${spelling}] must be greater than 0. Found [${value}] in [${members.name}]`);
}

const DEFAULT_GEOHASH_PRECISION = 5;
const MAX_GEOHASH_PRECISION = 12;

/** Characters, or the distance across a cell. */
function geohashPrecision(members: AggregationMembers): number {
  const given = members.body.get("precision");
  const isCount = typeof given !== "string" || /^[+-]?\d+$/.test(given);
  const metres = isCount ? undefined : parseDistance(given, 1);
  const precision = metres === undefined ? members.integer("precision") : geohashLength(metres);
  if (precision === undefined) return DEFAULT_GEOHASH_PRECISION;
  if (precision >= 1 && precision <= MAX_GEOHASH_PRECISION) return precision;
  const range = `Must be between 1 and ${MAX_GEOHASH_PRECISION}.`;
  if (isCount) throw members.invalid("precision", `Invalid geohash aggregation precision of ${precision}. ${range}`);
  throw members.invalid("precision", `precision too high [${given}]`);
}

const EQUATOR_METRES = 40_075_016.68557849;
const POLAR_DISTANCE_METRES = Math.PI * 6_356_752.314245;

/** Length of the hash of the smallest geohash cells whose diagonal at the equator is at least a distance. */
function geohashLength(metres: number): number {
  const ratio = 1 + (POLAR_DISTANCE_METRES / EQUATOR_METRES) ** 2;
  const width = Math.sqrt((metres * metres) / ratio);
  const bits = Math.floor(Math.log2(Math.ceil(EQUATOR_METRES / width))) + 1;
  const [full, left] = [Math.floor(bits / 5), bits % 5];
  return 2 * full + (left > 0 ? 1 : 0) + (left > 3 ? 1 : 0);
}

const DEFAULT_ZOOM = 7;
const MAX_ZOOM = 29;

/** The tiles of `precision` and `bounds`. @throws SearchRejected, ShardFailure */
export function tilesOf(members: AggregationMembers): Grid {
  const bounds = boundsOf(members);
  return { system: "tile", precision: zoomOf(members), bounds: bounds && onEarth(bounds) };
}

function zoomOf(members: AggregationMembers): number {
  const given = members.body.get("precision");
  if (typeof given === "string" && !/^[+-]?\d+$/.test(given)) {
    throw members.failed("precision", "number_format_exception", `For input string: "${given}"`);
  }
  const zoom = members.integer("precision") ?? DEFAULT_ZOOM;
  if (zoom >= 0 && zoom <= MAX_ZOOM) return zoom;
  throw members.invalid("precision", `Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${MAX_ZOOM}.`);
}

/** Undefined for bounds that lack a side. @throws SearchRejected */
function boundsOf(members: AggregationMembers): GeoCell | undefined {
  const given = members.object("bounds");
  if (!given) return undefined;
  try {
    const box = readBox(given);
    return Object.values(box).some((side) => Number.isNaN(side)) ? undefined : box;
  } catch (error) {
    const reason = `[${members.kind}] failed to parse field [bounds]`;
    if (error instanceof InvalidSide) {
      const cause = { type: "number_format_exception", reason: error.message };
      throw xContentParseException(reason, locationOfValue(given, error.side), cause);
    }
    if (!(error instanceof NotAGeometry)) throw error;
    const at = locationOfValue(members.body, "bounds");
    throw within(rejected("parse_exception", error.message), "x_content_parse_exception", reason, at);
  }
}

function onEarth(box: GeoCell): GeoCell {
  check("longitude", [box.west, box.east], 180);
  check("latitude", [box.north, box.south], 90);
  return box;
}

function check(what: string, values: readonly number[], limit: number): void {
  const wrong = values.find((value) => Math.abs(value) > limit);
  if (wrong === undefined) return;
  const range = `must be between ${javaDouble(-limit)} and ${javaDouble(limit)}`;
  throw illegalOnShard(`invalid ${what} ${javaDouble(wrong)}; ${range}`);
}
