import { type HostileSearch, MANY, repeated } from "./hostile-search.ts";

const ABSTRACT = "identification.abstract";
const BEGIN = "temporal_extent.time_period_begin";
const AREA = "spatial_extent";
const PLACE = "facility.location";
/** Characters of a text that fits into a body. */
const LONG = 900_000;

const should = (count: number, clause: (n: number) => object) => ({
  query: { bool: { should: repeated(count, clause) } },
});
const inside = (depth: number, innermost: object, wrap: (clause: object) => object): object =>
  repeated(depth, () => wrap).reduce((clause, each) => each(clause), innermost);

const point = (n: number) => [(n % 340) - 170, (n % 160) - 80];
const around = (field: string) => (n: number) => ({ geo_distance: { distance: `${5_000 + n}km`, [field]: point(n) } });
const box = (field: string) => (n: number) => {
  const [west = 0, south = 0] = point(n);
  return { geo_bounding_box: { [field]: { left: west, bottom: south, right: ((west + 350) % 360) - 180, top: 85 } } };
};

/** As many clauses of a kind as a search may have. */
export const CLAUSE_SEARCHES: readonly HostileSearch[] = [
  {
    name: "1,000 clauses that make others count less",
    body: should(1_000, (n) => ({
      boosting: {
        positive: { match: { [ABSTRACT]: "fox" } },
        negative: { range: { [BEGIN]: { gte: `${1950 + (n % 70)}` } } },
        negative_boost: 0.5,
      },
    })),
    expected: 200,
  },
  {
    name: "2,000 filters with a score of their own",
    body: should(2_000, (n) => ({
      constant_score: { filter: { range: { [BEGIN]: { gte: `${1950 + (n % 70)}` } } }, boost: n },
    })),
    expected: 200,
  },
  {
    name: "the best of 4,000 clauses that match everything",
    body: {
      query: { dis_max: { queries: repeated(4_000, () => ({ term: { [ABSTRACT]: "fox" } })), tie_breaker: 0.5 } },
    },
    expected: 200,
  },
  {
    name: "the best of the best of the best, 28 deep",
    body: {
      query: inside(28, { match: { [ABSTRACT]: "fox" } }, (clause) => ({
        dis_max: { queries: [...repeated(40, () => ({ match: { [ABSTRACT]: "dog" } })), clause] },
      })),
    },
    expected: 200,
  },
  {
    name: "4,000 fields that a record has",
    body: should(4_000, () => ({ exists: { field: MANY } })),
    expected: 200,
  },
  { name: "4,000 boxes around points", body: should(4_000, box(PLACE)), expected: 200 },
  { name: "4,000 boxes around areas", body: should(4_000, box(AREA)), expected: 200 },
  { name: "4,000 distances of points", body: should(4_000, around(PLACE)), expected: 200 },
  { name: "4,000 distances of areas", body: should(4_000, around(AREA)), expected: 200 },
  {
    name: "65,000 identifiers",
    body: { query: { ids: { values: repeated(65_000, (n) => `hostile-${n}`) } } },
    expected: 200,
  },
  {
    name: "130,000 dates",
    body: should(2, (clause) => ({ terms: { [BEGIN]: repeated(65_000, (n) => n + clause * 65_000) } })),
    expected: 200,
  },
  {
    name: "50 areas that go around the earth 2,400 times, with holes of 5,000 positions",
    body: should(50, (n) => ({
      geo_shape: {
        [AREA]: {
          shape: `POLYGON((0 0,${360 * 2_400} 0,${360 * 2_400} ${1 + n},0 1,0 0),(${"1 1,".repeat(5_000)}1 1))`,
        },
      },
    })),
    expected: "circuit_breaking_exception",
  },
  {
    name: "350 phrases of ten frequent words in any order",
    body: should(350, (n) => ({
      match_phrase: { [ABSTRACT]: { query: "the quick brown fox jumps over the lazy dog fox", slop: 1_000 + n } },
    })),
    expected: "circuit_breaking_exception",
  },
  {
    name: "60 texts whose last word may be any",
    body: should(60, (n) => ({
      match_bool_prefix: { [ABSTRACT]: { query: `fox ${n} dog `, max_expansions: 10_000 } },
    })),
    expected: 200,
  },
  {
    name: "60 beginnings that every word has",
    body: should(60, () => ({ prefix: { [ABSTRACT]: { value: "", case_insensitive: true } } })),
    expected: 200,
  },
  {
    name: "objects inside objects, of a path that has none, 29 deep",
    body: {
      query: inside(29, { match_all: {} }, (query) => ({
        nested: { path: "variables", query, ignore_unmapped: true },
      })),
    },
    expected: 200,
  },
  {
    name: "2,000 functions of each kind but one",
    body: {
      query: {
        function_score: {
          functions: repeated(2_000, (n) =>
            n % 4 === 0
              ? { random_score: { seed: n, field: MANY } }
              : n % 4 === 1
                ? { field_value_factor: { field: BEGIN, factor: 1e-9, modifier: "square", missing: 1 } }
                : { [n % 4 === 2 ? "exp" : "linear"]: { [BEGIN]: { origin: `${1950 + (n % 70)}`, scale: "1d" } } },
          ),
          score_mode: "avg",
        },
      },
    },
    expected: 200,
  },
  ...[
    [`${",".repeat(LONG)}x`, "commas"],
    [`POINT${"(".repeat(LONG)}`, "parentheses"],
  ].map(([center, what]) => ({
    name: `a point of 900,000 ${what}`,
    body: { query: { geo_distance: { distance: "1km", [PLACE]: center } } },
    expected: "parse_exception",
  })),
  {
    name: "a distance of 900,000 digits",
    body: { query: { geo_distance: { distance: `${"1".repeat(LONG)}xkm`, [PLACE]: [0, 0] } } },
    expected: "number_format_exception",
  },
  {
    name: "a condition with 900,000 spaces",
    body: {
      query: { match: { [ABSTRACT]: { query: "fox dog", minimum_should_match: `1${" ".repeat(LONG)}1<1` } } },
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "40 vectors of 4,096 numbers",
    body: should(40, () => ({
      knn: { field: "vector", query_vector: repeated(4_096, () => 0.5), num_candidates: 10_000 },
    })),
    expected: 200,
  },
  {
    name: "1,000 vectors beside a query, each with a filter",
    body: {
      query: { match: { [ABSTRACT]: "fox" } },
      knn: repeated(1_000, (n) => ({
        field: "vector",
        query_vector: [n],
        filter: { range: { [BEGIN]: { gte: `${1950 + (n % 70)}` } } },
      })),
    },
    expected: 200,
  },
  {
    name: "5,000 vectors beside a query",
    body: { knn: repeated(5_000, (n) => ({ field: "vector", query_vector: [n] })) },
    expected: "too_many_nested_clauses",
  },
];
