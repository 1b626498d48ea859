import { aggregations, type Search } from "./search.ts";

const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";
const active = "facility.active";
const facility = "facility.identifier.keyword";

const percents = [0, 1, 5, 10, 12.5, 25, 33.3, 37.5, 50, 66.6, 75, 90, 95, 99, 99.9, 100];
const values = [0, 1, 1_000, 5_000, 5e5, 1e6, 2e6];
const large = {
  bool: { filter: [{ range: { [size]: { gte: 1_000 } } }], must_not: [{ range: { [size]: { lt: 0 } } }] },
};
const among = (query: object, a: object) => ({ m: { filter: query, aggs: { a } } });
const byFacility = (a: object) => among(large, { terms: { field: facility, size: 20 }, aggs: { a } });

const digits = [undefined, 0, 1, 2, 3, 4, 5, 6, "2", -1, 2.5, "x", null].map((number_of_significant_value_digits) =>
  number_of_significant_value_digits === undefined ? {} : { number_of_significant_value_digits },
);
/** In many buckets, Elasticsearch is asked for three digits at most. */
const inBuckets = ({ number_of_significant_value_digits: kept }: (typeof digits)[number]) =>
  typeof kept === "number" && kept > 3 ? (a: object) => among(large, a) : byFacility;
// The step of the least value begins below it; NaN and infinity are keys too.
const edges = ["NaN", 0, 2_047, 2_048, 4_095, 4_096, 1e300, "Infinity"];

/** Percentiles of values that are rounded to some digits. */
export const histogramPercentileSearches: readonly Search[] = aggregations("hdr", [
  ...digits.flatMap((hdr) => [
    inBuckets(hdr)({ percentiles: { field: size, percents, hdr } }),
    inBuckets(hdr)({ percentile_ranks: { field: size, values, hdr } }),
    among({ range: { [size]: { gte: 0 } } }, { percentiles: { field: size, hdr } }),
  ]),
  ...[{ missing: 5 }, { keyed: false }, { format: "0.0" }].flatMap((more) => [
    byFacility({ percentiles: { field: size, hdr: {}, ...more } }),
    byFacility({ percentile_ranks: { field: size, values, hdr: {}, ...more } }),
  ]),
  ...[size, begin, active, "unmapped", facility].map((field) => ({ m: { percentiles: { field, hdr: {} } } })),
  ...[null, 5, [], { sigma: 1 }].map((hdr) => ({ m: { percentiles: { field: size, hdr } } })),
  { m: { percentiles: { field: "unmapped", hdr: {}, missing: 4 } } },
  { m: { percentiles: { field: size, hdr: {}, tdigest: {} } } },
  { m: { percentiles: { field: size, tdigest: {}, hdr: {} } } },
  byFacility({ percentile_ranks: { field: size, values: edges, hdr: { number_of_significant_value_digits: 1 } } }),
  ...["-5", "50", "500", "x"].map((key) =>
    among(large, {
      terms: { field: facility, size: 3, order: { [`a.${key}`]: "asc" } },
      aggs: { a: { percentiles: { field: size, hdr: { number_of_significant_value_digits: 2 } } } },
    }),
  ),
  among({ match_none: {} }, { percentiles: { field: size, hdr: {} } }),
  among({ match_none: {} }, { percentile_ranks: { field: size, values, hdr: {} } }),
]);
