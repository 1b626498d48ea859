import { type HostileSearch, MANY, nested, repeated } from "./hostile-search.ts";

/** Grids of small cells, and samples that leave nothing out. */
export const GRID_AND_SAMPLE_SEARCHES: readonly HostileSearch[] = [
  {
    name: "250 grids of the smallest cells",
    body: {
      size: 0,
      aggs: Object.fromEntries(
        repeated(250, (n) => [
          `g${n}`,
          { geohash_grid: { field: "facility.location", precision: 12, missing: "10,10" } },
        ]),
      ),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "tiles below tiles, thirty deep",
    body: nested(30, (below) => ({
      geotile_grid: { field: "facility.location", precision: 29, missing: "10,10" },
      ...(below && { aggs: { a: below } }),
    })),
    expected: 200,
  },
  {
    name: "samples of all records below samples, thirty deep, of terms of many values",
    body: {
      size: 0,
      aggs: {
        t: {
          terms: { field: MANY, size: 65_536 },
          aggs: nested(29, (below) => ({
            sampler: { shard_size: 2_000_000_000 },
            aggs: below ? { a: below } : { c: { cardinality: { field: MANY } } },
          })).aggs,
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "intersections of 100 filters, with 100 characters between the names of each two",
    body: {
      size: 0,
      aggs: {
        a: {
          adjacency_matrix: {
            filters: Object.fromEntries(repeated(100, (n) => [`f${n}`, { match_all: {} }])),
            separator: "&".repeat(100),
          },
        },
      },
    },
    expected: 200,
  },
];
