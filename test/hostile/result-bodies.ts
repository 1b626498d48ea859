import { belowTerms, type HostileSearch, MANY, PID, repeated } from "./hostile-search.ts";

const BEGIN = "temporal_extent.time_period_begin";

const BROKEN = "circuit_breaking_exception";
const ILLEGAL = "illegal_argument_exception";

const LONG = "a".repeat(1_000);
const TOO_LONG = "a".repeat(900_000);

const numbered = (n: number): string => `${n} ${LONG}`.slice(0, LONG.length);

/** An object with `count` members of long names. */
const longNamed = (count: number, value: object) => Object.fromEntries(repeated(count, (n) => [numbered(n), value]));

/** Empty buckets of a field that no record has. */
const emptyBuckets = (options: object, aggs: object = {}) => ({
  histogram: {
    ...{ field: "no_such_field", interval: 1, min_doc_count: 0, extended_bounds: { min: 1, max: 65_000 } },
    ...options,
  },
  aggs,
});

const search = (aggs: object) => ({ size: 0, aggs });

/** Texts that buckets repeat or use in their keys, and orders of buckets. */
export const RESULT_SEARCHES: readonly HostileSearch[] = [
  {
    name: "an aggregation with a name of 900,000 characters below terms",
    body: search({ a: { terms: { field: PID, size: 65_536 }, aggs: { [TOO_LONG]: { max: { field: BEGIN } } } } }),
    expected: ILLEGAL,
  },
  {
    name: "a meta of 900,000 characters below terms",
    body: belowTerms(PID, 1, { max: { field: BEGIN }, meta: { text: TOO_LONG } }),
    expected: ILLEGAL,
  },
  {
    name: "a key of 900,000 characters for records without one, below terms",
    body: belowTerms(PID, 1, { terms: { field: "facility.name.keyword", missing: TOO_LONG } }),
    expected: ILLEGAL,
  },
  {
    name: "250 names of 1,000 characters below terms",
    body: search({
      a: { terms: { field: PID, size: 65_536 }, aggs: longNamed(250, { missing: { field: BEGIN } }) },
    }),
    expected: BROKEN,
  },
  {
    name: "250 metas of 1,000 characters below terms",
    body: belowTerms(PID, 250, { missing: { field: BEGIN }, meta: { text: LONG.slice(11) } }),
    expected: BROKEN,
  },
  {
    name: "40 filters with names of 1,000 characters below terms",
    body: belowTerms(PID, 1, { filters: { filters: longNamed(40, { match_all: {} }) } }),
    expected: BROKEN,
  },
  {
    name: "composite keys of 200 sources with names of 1,000 characters",
    body: search({
      a: {
        composite: {
          size: 65_536,
          sources: repeated(200, (n) => ({ [numbered(n)]: { terms: { field: n === 0 ? PID : BEGIN } } })),
        },
      },
    }),
    expected: BROKEN,
  },
  {
    name: "composite keys of 97 dates of a record, and of three fields with many values",
    body: search({
      a: {
        composite: {
          sources: repeated(100, (n) => ({ [`s${n}`]: { terms: { field: n < 97 ? BEGIN : MANY } } })),
        },
      },
    }),
    expected: BROKEN,
  },
  {
    name: "65,000 empty days with the name of their time zone 333 times",
    body: search({
      a: {
        date_histogram: {
          ...{ field: "no_such_field", fixed_interval: "1d", min_doc_count: 0 },
          ...{ time_zone: "America/Argentina/ComodRivadavia", format: "VVa".repeat(333) },
          extended_bounds: { min: 0, max: 65_000 * 86_400_000 },
        },
      },
    }),
    expected: BROKEN,
  },
  {
    name: "65,000 empty intervals with 1,000 zeros each",
    body: search({ a: emptyBuckets({ format: `${"0".repeat(998)},0` }) }),
    expected: BROKEN,
  },
  {
    name: "60,000 criteria of an order",
    body: search({ a: { terms: { field: PID, order: repeated(60_000, () => ({ _count: "asc" })) } } }),
    expected: ILLEGAL,
  },
  {
    name: "64 criteria of an order that 65,000 intervals are equal by",
    body: search({ a: emptyBuckets({ order: repeated(64, () => ({ m: "asc" })) }, { m: { max: { field: BEGIN } } }) }),
    expected: BROKEN,
  },
  {
    name: "250 lists of the keys of 65,000 equal intervals",
    body: search({
      ...Object.fromEntries(
        repeated(250, (n) => [`o${n}`, { max_bucket: { buckets_path: "a>m", gap_policy: "insert_zeros" } }]),
      ),
      a: emptyBuckets({}, { m: { max: { field: BEGIN } } }),
    }),
    expected: BROKEN,
  },
  {
    name: "250 times 1,200 percents with 1,000 zeros each",
    body: search({
      ...Object.fromEntries(
        repeated(250, (n) => [
          `o${n}`,
          {
            percentiles_bucket: {
              buckets_path: "a>_count",
              percents: repeated(1_200, () => 0),
              format: "0".repeat(999),
            },
          },
        ]),
      ),
      a: { terms: { field: PID } },
    }),
    expected: BROKEN,
  },
  {
    name: "400,000 percents",
    body: search({
      p: { percentiles_bucket: { buckets_path: "a>_count", percents: repeated(400_000, () => 0) } },
      a: { terms: { field: PID } },
    }),
    expected: ILLEGAL,
  },
  {
    name: "250 times terms of all records, of which one is wanted, in a bucket for each record",
    body: belowTerms(PID, 250, { terms: { field: PID, min_doc_count: 0, include: ["hostile-1"] } }),
    expected: BROKEN,
  },
];
