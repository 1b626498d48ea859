import { aggregations, queries, type Search } from "./search.ts";

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

const formats = ["epoch_millis", "epoch_second"];

/** Searches of several fields and of numbers of dates that once differed. */
export const foundFields: readonly Search[] = [
  ...queries("the field that is blamed", refusedByFields),
  ...queries("cross_fields over places", overPlaces),
  ...aggregations(
    "large numbers of dates",
    formats.flatMap((format) => [
      { a: { extended_stats: { field: begin, format } } },
      { a: { stats: { field: begin, format } } },
      { a: { sum: { field: begin, format } } },
    ]),
  ),
];
