import { aggregations, family, queries, type Search } from "./search.ts";

const title = "identification.title";
const facility = "facility.name";
const begin = "temporal_extent.time_period_begin";

const string = (query: string, more: object = {}) => ({ query_string: { query, ...more } });
const simple = (query: string, fields: readonly string[]) => ({ simple_query_string: { query, fields } });
const multi = (query: string, fields: readonly string[], more: object = {}) => ({
  multi_match: { query, fields, ...more },
});

const refusedByFields: readonly object[] = [
  string("facility.\\*:jülich"),
  string("facility.\\*:jülich", { fields: [title] }),
  string("jülich", { fields: ["facility.*"] }),
  string("jülich", { fields: ["*.active", "*.size"] }),
  string("dataset_metadata.\\*:jülich"),
  string("*_extent.\\*:jülich"),
  string("jülich", { fields: ["dataset_metadata.*", "facility.active"] }),
  simple("jülich", ["facility.*"]),
  simple("jülich", ["temporal_extent.*", "facility.active", "distribution_information.transfersize.size"]),
  multi("jülich", ["dataset_metadata.*", "facility.active", begin]),
  multi("jülich", ["facility.active", "distribution_information.transfersize.size"]),
  multi("jülich", ["distribution_information.*"]),
];

const overPlaces = [{}, { lenient: true }].flatMap((more) =>
  [{ analyzer: "simple" }, { analyzer: "keyword" }].flatMap((analyzer) => [
    multi("vertical", ["facility.location"], { type: "cross_fields", ...analyzer, ...more }),
    multi("vertical jülich", [facility, "facility.location"], { type: "cross_fields", ...analyzer, ...more }),
    string("facility.location:vertical", { type: "cross_fields", fields: [facility], ...analyzer, ...more }),
  ]),
);

const size = "distribution_information.transfersize.size";

/** Errors in words before a syntax error are reported first. */
const beforeFaults = [
  ...[
    `${size}:x AND`,
    `${size}:x )`,
    `${size}:x\\`,
    `${size}:x \\`,
    `${size}:x b \\`,
    `${size}:x~1 (`,
    `${size}:"x y" (`,
  ],
  ...[
    `${size}:[x TO y] (`,
    `${size}:[x TO y]^ (`,
    `${size}:x^y (`,
    `${size}:/x/ (`,
    `${size}:x* (`,
    `${size}:(x y) OR (`,
  ],
  ...[`${begin}:x (`, `${size}:(x`, "cloud AND", `${size}:5 AND`, `facility.\\*:x (`],
].map((query) => string(query, { fields: [facility] }));

const uncreated: readonly object[] = [
  { term: { "facility.active": "x" } },
  { bool: { filter: { term: { "facility.active": "x" } } } },
  { function_score: { query: { term: { "facility.active": "x" } } } },
  { match: { [size]: "x" } },
  { term: { [begin]: "x" } },
  { range: { [begin]: { gte: "x" } } },
  { regexp: { "facility.active": "x" } },
  { fuzzy: { "facility.active": "x" } },
  { match_phrase_prefix: { "facility.active": "jülich" } },
  { geo_distance: { distance: "1km", [title]: [1, 2] } },
  { terms_set: { [title]: { terms: ["x"], minimum_should_match_field: "product_type.keyword" } } },
  string(`${size}:x AND`),
];

const formats = ["epoch_millis", "epoch_second"];

/** Searches of several fields and of numbers of dates that once differed. */
export const foundFields: readonly Search[] = [
  ...queries("the field that is blamed", refusedByFields),
  ...queries("cross_fields over places", overPlaces),
  ...queries("words before a fault of syntax", beforeFaults),
  ...aggregations(
    "filters that can't be created",
    uncreated.flatMap((query) => [
      { a: { filter: query } },
      { a: { filters: { filters: [{ match_all: {} }, query] } } },
    ]),
  ),
  ...family(
    "highlighted queries that can't be created",
    uncreated.flatMap((highlight_query) => {
      const highlight = { fields: { [title]: {} }, highlight_query };
      return [{ highlight }, { aggs: { a: { top_hits: { highlight } } } }];
    }),
  ),
  ...aggregations(
    "large numbers of dates",
    formats.flatMap((format) => [
      { a: { extended_stats: { field: begin, format } } },
      { a: { stats: { field: begin, format } } },
      { a: { sum: { field: begin, format } } },
    ]),
  ),
];
