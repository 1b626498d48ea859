import type { Random } from "./corpus.ts";

/** Random grids of places, and samples. */

type Json = Record<string, unknown>;

const field = "facility.location";

const bounds = (r: Random): Json => {
  const [north, west] = [r.below(90), r.below(360) - 180];
  const [south, east] = [north - r.below(90), ((west + r.below(300) + 180) % 360) - 180];
  return r.chance(0.5)
    ? { top: north, left: west, bottom: south, right: east }
    : { top_left: { lat: north, lon: west }, bottom_right: [east, south] };
};

/** A box around a place, in each of its spellings; one in four reaches beyond the earth or is none. */
export function randomBox(r: Random, [x, y]: readonly [number, number], [w, h]: readonly [number, number]): Json {
  const isBeyond = r.chance(0.25);
  const wrap = (lon: number) => (isBeyond ? lon : lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
  const [top, bottom] = isBeyond ? [y + h * 4, y - h * 4] : [Math.min(90, y + h), Math.max(-90, y - h)];
  const [left, right] = isBeyond && r.chance(0.5) ? [x - 40 * w, x + 40 * w] : [wrap(x - w), wrap(x + w)];
  return r.pick<Json>([
    { top, bottom, left, right },
    { top_left: { lat: top, lon: left }, bottom_right: [right, bottom] },
    { top_right: `${top},${right}`, bottom_left: { lat: bottom, lon: left } },
    { wkt: `BBOX (${left}, ${right}, ${top}, ${bottom})` },
  ]);
}

/** Random settings of how places beyond the earth are read. */
export const randomValidation = (r: Random): Json =>
  r.chance(0.4) ? { validation_method: r.pick(["STRICT", "COERCE", "IGNORE_MALFORMED"]) } : {};

export function randomGrid(r: Random): Json {
  const isHash = r.chance(0.5);
  return {
    [isHash ? "geohash_grid" : "geotile_grid"]: {
      field,
      ...(r.chance(0.8) ? { precision: isHash ? 1 + r.below(12) : r.below(30) } : {}),
      ...(r.chance(0.3) ? { size: 1 + r.below(5) } : {}),
      ...(r.chance(0.2) ? { missing: r.pick(["10,20", "POINT (-170 12)", "u09tvw0"]) } : {}),
      ...(r.chance(0.4) ? { bounds: bounds(r) } : {}),
    },
  };
}

/** A source of composite keys, without the options that all sources have. */
export const randomTileSource = (r: Random): Json => ({
  field,
  precision: r.below(10),
  ...(r.chance(0.3) ? { bounds: bounds(r) } : {}),
});

/** A sampler with the aggregations that it must have. */
export const randomSampler = (r: Random): Json => ({
  sampler: r.chance(0.8) ? { shard_size: 1 + r.below(20) } : {},
  aggs: { s: { terms: { field: r.pick(["identification.identifier.pid.keyword", "product_type.keyword"]) } } },
});

export const randomNested = (r: Random): Json => ({
  nested: { path: r.pick(["variables", "facility"]) },
  ...(r.chance(0.5) ? { aggs: { r: { reverse_nested: {} } } } : {}),
});
