import { aggregations, queries, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";

/** 2014-05-13T05:20:00Z. */
const MILLIS = 1_399_958_400_000;
const SECONDS = MILLIS / 1_000;

const zones = ["Europe/Oslo", "America/New_York", "+05:30", "UTC"];
const epochs: readonly object[] = [
  {},
  { format: "epoch_millis" },
  { format: "epoch_second" },
  { format: "yyyy-MM-dd||epoch_millis" },
  { format: "epoch_second||yyyy" },
];

const each = <Value>(values: (more: object) => readonly Value[]): Value[] =>
  zones.flatMap((time_zone) => epochs.flatMap((format) => values({ time_zone, ...format })));

const days = (options: object) => ({
  a: { date_histogram: { field: begin, fixed_interval: "3d", min_doc_count: 1, ...options } },
});
const around = { hard_bounds: { min: MILLIS - 1e9, max: MILLIS + 2e9 } };
const composite = (after: unknown, options: object) => ({
  a: {
    composite: {
      size: 2,
      after: { h: after },
      sources: [{ h: { date_histogram: { field: begin, calendar_interval: "hour", ...options } } }],
    },
  },
});

/** Epochs beside a time zone: instants in aggregations, wall clocks in `range` queries. */
export const epochSearches: readonly Search[] = [
  ...aggregations(
    "edges of date_range in epoch form",
    each((more) => [
      { a: { date_range: { field: begin, ...more, ranges: [{ from: MILLIS }, { to: String(MILLIS) }] } } },
      { a: { date_range: { field: begin, ...more, ranges: [{ from: SECONDS, to: `${MILLIS}||+1M/d` }] } } },
      { a: { date_range: { field: begin, ...more, missing: String(SECONDS), ranges: [{ from: String(SECONDS) }] } } },
    ]),
  ),
  ...aggregations(
    "bounds in epoch form",
    each((more) => [
      days({ ...more, hard_bounds: { min: String(MILLIS), max: String(MILLIS + 1e10) } }),
      days({ ...more, hard_bounds: { min: MILLIS, max: `${MILLIS}||+30d` } }),
      days({ ...more, ...around, min_doc_count: 0, extended_bounds: { min: String(MILLIS) } }),
      days({ ...more, ...around, missing: String(MILLIS) }),
    ]),
  ),
  ...aggregations(
    "composite behind an epoch",
    each((more) => [
      composite(MILLIS, more),
      composite(String(MILLIS), more),
      composite(`${MILLIS}||+1M/d`, more),
      composite("now-1d/d", more),
    ]),
  ),
  ...aggregations("composite whose keys are not read as they are written", [
    composite("2014", { format: "yyyy" }),
    composite("2014", { format: "yyyy", calendar_interval: "month", order: "desc" }),
    composite("2014", { format: "yyyy", calendar_interval: "year" }),
    composite("2014-05", { format: "yyyy-MM", calendar_interval: "month", time_zone: "Europe/Oslo" }),
    composite("2014-05", { format: "yyyy-MM", calendar_interval: "week", time_zone: "Europe/Oslo" }),
  ]),
  ...queries(
    "range of epochs in a zone",
    each((more) => [
      { range: { [begin]: { gte: MILLIS, ...more } } },
      { range: { [begin]: { gt: String(MILLIS), lte: `${MILLIS}||+1M/d`, ...more } } },
      { range: { [begin]: { gte: String(SECONDS), lt: SECONDS + 10_000_000, ...more } } },
    ]),
    { size: 2 },
  ),
];
