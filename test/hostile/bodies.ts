import { AGGREGATION_SEARCHES } from "./aggregation-bodies.ts";
import { CLAUSE_SEARCHES } from "./clause-bodies.ts";
import { COMPOUND_SEARCHES } from "./compound-bodies.ts";
import { GRID_AND_SAMPLE_SEARCHES } from "./grid-and-sample-bodies.ts";
import { HIGHLIGHT_BODIES } from "./highlight-bodies.ts";
import { type HostileSearch, MANY, nested, repeated } from "./hostile-search.ts";
import { LANGUAGE_SEARCHES } from "./language-bodies.ts";
import { METRIC_SEARCHES } from "./metric-bodies.ts";
import { PAGE_SEARCHES } from "./page-bodies.ts";
import { QUERY_STRING_SEARCHES } from "./query-string-bodies.ts";
import { RESULT_SEARCHES } from "./result-bodies.ts";
import { TEXT_SEARCHES } from "./text-bodies.ts";

const termsOf = (field: string) => (below: object | undefined) => ({
  terms: { field, size: 65_536 },
  ...(below && { aggs: { a: below } }),
});

/** A ring with this many teeth, whose edges cross all latitudes. */
function comb(positions: number): number[][] {
  const ring = Array.from({ length: positions - 3 }, (_, n) => [(n * 340) / positions - 170, n % 2 === 0 ? -60 : 60]);
  return [...ring, [171, -80], [-171, -80], ring[0] ?? []];
}

/** A circle of many edges. */
function round(positions: number, radius = 60): number[][] {
  const ring = Array.from({ length: positions - 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / (positions - 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? []];
}

const shape = (geometry: object, relation = "intersects") => ({
  query: { geo_shape: { spatial_extent: { shape: geometry, relation } } },
});

const origins = (count: number) => Array.from({ length: count }, (_, n) => [(n % 360) - 180, (n % 180) - 90]);

export const HOSTILE_SEARCHES: readonly HostileSearch[] = [
  ...TEXT_SEARCHES,
  ...GRID_AND_SAMPLE_SEARCHES,
  ...QUERY_STRING_SEARCHES,
  ...METRIC_SEARCHES,
  ...RESULT_SEARCHES,
  {
    name: "terms of many values, twelve deep",
    body: nested(12, termsOf(MANY)),
    expected: "too_many_buckets_exception",
  },
  {
    name: "terms of few values, thirty deep",
    body: nested(30, termsOf("variables.variable_matrix.keyword")),
    expected: "too_many_buckets_exception",
  },
  {
    name: "months below months, twenty deep",
    body: nested(20, (below) => ({
      date_histogram: { field: "temporal_extent.time_period_begin", calendar_interval: "month" },
      ...(below && { aggs: { a: below } }),
    })),
    expected: 200,
  },
  {
    name: "200 pipelines in a histogram of days, each of the one before",
    body: {
      size: 0,
      aggs: {
        a: {
          date_histogram: { field: "temporal_extent.time_period_begin", calendar_interval: "day" },
          aggs: Object.fromEntries(
            repeated(200, (n) => [`p${n}`, { cumulative_sum: { buckets_path: n === 0 ? "_count" : `p${n - 1}` } }]),
          ),
        },
      },
    },
    expected: "too_many_buckets_exception",
  },
  {
    name: "an empty bucket for every second of a century",
    body: {
      size: 0,
      aggs: {
        a: {
          date_histogram: {
            field: "temporal_extent.time_period_begin",
            fixed_interval: "1s",
            min_doc_count: 0,
            extended_bounds: { min: "1900-01-01", max: "2000-01-01" },
          },
        },
      },
    },
    expected: "too_many_buckets_exception",
  },
  {
    name: "4,000 filters inside terms of many values",
    body: {
      size: 0,
      aggs: {
        a: {
          ...termsOf(MANY)(undefined),
          aggs: {
            f: {
              filters: { filters: repeated(4_000, (n) => ({ term: { [MANY]: `variable ${n % 400}` } })) },
            },
          },
        },
      },
    },
    expected: "too_many_buckets_exception",
  },
  {
    name: "20,000 ranges that overlap",
    body: {
      size: 0,
      aggs: {
        a: {
          date_range: {
            field: "temporal_extent.time_period_begin",
            format: "epoch_millis",
            ranges: repeated(20_000, (n) => ({ from: -1e12 + n, to: 2e12 - n })),
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "a histogram of tiny intervals",
    body: {
      size: 0,
      aggs: {
        a: {
          histogram: {
            field: "temporal_extent.time_period_begin",
            interval: 1e-300,
            extended_bounds: { min: -1e300, max: 1e300 },
          },
        },
      },
    },
    expected: "too_many_buckets_exception",
  },
  {
    name: "composite keys of five fields with many values",
    body: {
      size: 0,
      aggs: {
        a: {
          composite: {
            size: 10,
            sources: repeated(5, (n) => ({
              [`s${n}`]: { terms: { field: MANY, order: n % 2 === 0 ? "asc" : "desc", missing_bucket: true } },
            })),
          },
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "composite keys of twelve fields with many values, and of one that no record has",
    body: {
      size: 0,
      aggs: {
        a: {
          composite: {
            sources: repeated(13, (n) => ({ [`s${n}`]: { terms: { field: n < 12 ? MANY : "no_such_field" } } })),
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "composite keys of 15,000 fields",
    body: {
      aggs: { a: { composite: { sources: repeated(15_000, (n) => ({ [`s${n}`]: { terms: { field: "a" } } })) } } },
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "20,000 pipelines",
    body: {
      aggs: Object.fromEntries([
        ...repeated(20_000, (n) => [`p${n}`, { avg_bucket: { buckets_path: "t>_count" } }]),
        ["t", { terms: { field: MANY } }],
      ]),
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "120 pipelines that read 120 others, in a histogram of days",
    body: {
      size: 0,
      aggs: Object.fromEntries([
        [
          "a",
          {
            date_histogram: { field: "temporal_extent.time_period_begin", fixed_interval: "10d" },
            aggs: Object.fromEntries(repeated(120, (n) => [`p${n}`, { serial_diff: { buckets_path: "_count" } }])),
          },
        ],
        ...repeated(120, (n) => [`s${n}`, { sum_bucket: { buckets_path: `a>p${n}` } }]),
      ]),
    },
    expected: 200,
  },
  {
    name: "40 times 2,000 different percentiles",
    body: {
      size: 0,
      aggs: Object.fromEntries(
        repeated(40, (at) => [
          `a${at}`,
          {
            percentiles: {
              field: "temporal_extent.time_period_begin",
              percents: repeated(2_000, (n) => (40 * n + at) / 1_000),
            },
          },
        ]),
      ),
    },
    expected: 200,
  },
  {
    name: "30 filters, each inside the one before",
    body: nested(30, (below) => ({
      filter: { bool: { should: repeated(40, (n) => ({ match: { "identification.abstract": `fox ${n}` } })) } },
      ...(below && { aggs: { a: below } }),
    })),
    expected: 200,
  },
  {
    name: "an aggregation of all records for each of 120 names",
    body: {
      size: 0,
      query: { match_none: {} },
      aggs: Object.fromEntries(
        repeated(120, (n) => [`g${n}`, { global: {}, aggs: { t: { terms: { field: MANY, size: 10 } } } }]),
      ),
    },
    expected: 200,
  },
  {
    name: "a shape of 24,000 positions",
    body: shape({ type: "Polygon", coordinates: [round(24_000)] }),
    expected: "illegal_argument_exception",
  },
  {
    name: "a shape of 10,000 positions",
    body: shape({ type: "Polygon", coordinates: [round(10_000)] }),
    expected: 200,
  },
  {
    name: "documents within a comb of 10,000 positions",
    body: shape({ type: "Polygon", coordinates: [comb(10_000)] }, "within"),
    expected: 200,
  },
  {
    name: "a line around the world 5,000 times",
    body: shape({
      type: "LineString",
      coordinates: repeated(9_000, (n) => [n % 2 === 0 ? -900_000 : 900_000, n / 200]),
    }),
    expected: "illegal_argument_exception",
  },
  {
    name: "a line around the world 5,000 times between two positions",
    body: shape({
      type: "LineString",
      coordinates: [
        [-900_000, 0],
        [900_000, 10],
      ],
    }),
    expected: 200,
  },
  {
    name: "2,000 shapes in one",
    body: shape({
      type: "MultiPolygon",
      coordinates: repeated(2_000, () => [round(5)]),
    }),
    expected: 200,
  },
  {
    name: "60,000 origins of distances",
    body: { sort: [{ _geo_distance: { "facility.location": origins(60_000), mode: "avg" } }] },
    expected: "illegal_argument_exception",
  },
  {
    name: "50 sorts by distance from 20 origins",
    body: { sort: repeated(50, () => ({ _geo_distance: { "facility.location": origins(20), mode: "median" } })) },
    expected: 200,
  },
  {
    name: "64 sorts by distance from 1,000 origins",
    body: {
      size: 10_000,
      sort: repeated(64, () => ({ _geo_distance: { "facility.location": origins(1_000), mode: "median" } })),
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "a wildcard of half a megabyte",
    body: { query: { wildcard: { "identification.title.keyword": { value: "*a".repeat(250_000) } } } },
    expected: "illegal_argument_exception",
  },
  {
    name: "60 wildcards of 1,000 characters",
    body: {
      query: {
        bool: {
          should: repeated(60, (n) => ({
            wildcard: {
              "identification.abstract.keyword": { value: `${"*e?".repeat(300)}${n}*`, case_insensitive: true },
            },
          })),
        },
      },
    },
    expected: 200,
  },
  {
    name: "65,536 values of a field",
    body: { query: { terms: { "identification.identifier.pid.keyword": repeated(65_536, (n) => `v${n}`) } } },
    expected: 200,
  },
  {
    name: "4,000 ranges of words",
    body: {
      query: { bool: { should: repeated(4_000, (n) => ({ range: { "identification.abstract": { gte: `a${n}` } } })) } },
    },
    expected: 200,
  },
  {
    name: "250 histograms of days, each in another region",
    body: {
      size: 0,
      query: { match: { "identification.title": "ozone" } },
      aggs: Object.fromEntries(
        Intl.supportedValuesOf("timeZone")
          .slice(0, 250)
          .map((zone, n) => [
            `a${n}`,
            {
              date_histogram: {
                field: "temporal_extent.time_period_begin",
                calendar_interval: "week",
                time_zone: zone,
              },
            },
          ]),
      ),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "4,000 words",
    body: { query: { match: { "identification.abstract": repeated(4_000, (n) => `w${n}`).join(" ") } } },
    expected: 200,
  },
  {
    name: "10,000 hits by 60 keys",
    body: { size: 10_000, _source: false, sort: repeated(60, () => ({ [MANY]: { mode: "max" } })) },
    expected: 200,
  },
  {
    name: "10,000 hits, each through 4,000 patterns",
    body: { size: 10_000, _source: repeated(4_000, (n) => `a.b${n}`) },
    expected: 200,
  },
  ...COMPOUND_SEARCHES,
  ...CLAUSE_SEARCHES,
  ...AGGREGATION_SEARCHES,
  ...PAGE_SEARCHES,
  ...HIGHLIGHT_BODIES,
  ...LANGUAGE_SEARCHES,
];
