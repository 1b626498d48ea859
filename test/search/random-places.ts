import type { Random } from "./corpus.ts";

/** Grids of places, and samples, made by chance. */

type Json = Record<string, unknown>;

const field = "facility.location";

const bounds = (r: Random): Json => {
  const [north, west] = [r.below(90), r.below(360) - 180];
  const [south, east] = [north - r.below(90), ((west + r.below(300) + 180) % 360) - 180];
  return r.chance(0.5)
    ? { top: north, left: west, bottom: south, right: east }
    : { top_left: { lat: north, lon: west }, bottom_right: [east, south] };
};

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

/** With what it samples, as it must have aggregations. */
export const randomSampler = (r: Random): Json => ({
  sampler: r.chance(0.8) ? { shard_size: 1 + r.below(20) } : {},
  aggs: { s: { terms: { field: r.pick(["identification.identifier.pid.keyword", "product_type.keyword"]) } } },
});

export const randomNested = (r: Random): Json => ({
  nested: { path: r.pick(["variables", "facility"]) },
  ...(r.chance(0.5) ? { aggs: { r: { reverse_nested: {} } } } : {}),
});
