import { aggregations, family, queries, type Search } from "./search.ts";

/** Single numbers of a body: texts that Java reads as numbers, and numbers beyond a float, an int or a long. */

const title = "identification.title";
const abstract = "identification.abstract";
const size = "distribution_information.transfersize.size";
const kind = "product_type.keyword";

/** A body with the number as it is written. */
type WithNumber = (number: string) => string;

const query =
  (text: WithNumber): WithNumber =>
  (number) =>
    `{"size":2,"_source":false,"query":${text(number)}}`;
const aggregation =
  (text: WithNumber): WithNumber =>
  (number) =>
    `{"size":0,"aggs":{"a":${text(number)}}}`;
const ozone = `{"match":{"${title}":"ozone"}}`;
const cloud = `{"match":{"${abstract}":"cloud"}}`;
const functions: (text: WithNumber) => WithNumber = (text) =>
  query((number) => `{"function_score":{"query":${ozone},"functions":[${text(number)}]}}`);

const boosts: readonly WithNumber[] = [
  ...["match_all", "match_none"].map((name) => query((boost) => `{"${name}":{"boost":${boost}}}`)),
  ...["term", "prefix", "wildcard", "fuzzy", "regexp"].map((name) =>
    query((boost) => `{"${name}":{"${title}":{"value":"ozone","boost":${boost}}}}`),
  ),
  ...["match", "match_phrase", "match_phrase_prefix", "match_bool_prefix"].map((name) =>
    query((boost) => `{"${name}":{"${title}":{"query":"ozone","boost":${boost}}}}`),
  ),
  query((boost) => `{"terms":{"${title}":["ozone"],"boost":${boost}}}`),
  query((boost) => `{"range":{"${size}":{"gte":3,"boost":${boost}}}}`),
  query((boost) => `{"exists":{"field":"${size}","boost":${boost}}}`),
  query((boost) => `{"ids":{"values":["odd-pole"],"boost":${boost}}}`),
  query((boost) => `{"multi_match":{"query":"ozone","fields":["${title}"],"boost":${boost}}}`),
  query((boost) => `{"query_string":{"query":"ozone","default_field":"${title}","boost":${boost}}}`),
  query((boost) => `{"simple_query_string":{"query":"ozone","fields":["${title}"],"boost":${boost}}}`),
  query((boost) => `{"bool":{"must":${ozone},"boost":${boost}}}`),
  query((boost) => `{"boosting":{"positive":${ozone},"negative":${cloud},"negative_boost":0.2,"boost":${boost}}}`),
  query((boost) => `{"constant_score":{"filter":${ozone},"boost":${boost}}}`),
  query((boost) => `{"dis_max":{"queries":[${ozone}],"boost":${boost}}}`),
  query((boost) => `{"function_score":{"query":${ozone},"boost":${boost}}}`),
  query((boost) => `{"terms_set":{"${title}":{"terms":["ozone"],"minimum_should_match":1,"boost":${boost}}}}`),
  query((boost) => `{"geo_distance":{"facility.location":[6,50],"distance":"200km","boost":${boost}}}`),
  query((boost) => `{"geo_shape":{"spatial_extent":{"shape":"BBOX (0, 10, 60, 40)"},"boost":${boost}}}`),
  query((boost) => `{"geo_bounding_box":{"facility.location":{"wkt":"BBOX (0, 10, 60, 40)"},"boost":${boost}}}`),
];

const floats: readonly WithNumber[] = [
  query((factor) => `{"boosting":{"positive":${ozone},"negative":${cloud},"negative_boost":${factor}}}`),
  query((factor) => `{"dis_max":{"queries":[${ozone},${cloud}],"tie_breaker":${factor}}}`),
  query((factor) => `{"multi_match":{"query":"ozone","fields":["${title}","${abstract}"],"tie_breaker":${factor}}}`),
  functions((weight) => `{"weight":${weight}}`),
  functions((weight) => `{"weight":${weight},"exp":{"${size}":{"origin":3,"scale":10}}}`),
  functions((factor) => `{"field_value_factor":{"field":"${size}","factor":${factor},"missing":1}}`),
  functions((scale) => `{"gauss":{"${size}":{"origin":3,"scale":${scale}}}}`),
  (least) => `{"size":2,"_source":false,"min_score":${least},"query":${ozone}}`,
  ...["query_weight", "rescore_query_weight"].map(
    (name): WithNumber =>
      (weight) =>
        `{"size":2,"_source":false,"query":${ozone},"rescore":{"query":{"rescore_query":${cloud},"${name}":${weight}}}}`,
  ),
];

const texts = ['"1f"', '"0x1p3"', '"0x10"', '" 2 "', '""', '"abc"'];
const beyond = ["1e39", "3.5e38", "1e400", '"1e39"', '"Infinity"'];
const negative = ["-0.0", "-0", "-1", "-1e-50", '"-0.0"'];

const integers: readonly WithNumber[] = [
  query((slop) => `{"match_phrase":{"${title}":{"query":"ozone measured","slop":${slop}}}}`),
  query((length) => `{"match":{"${title}":{"query":"ozne","fuzziness":1,"prefix_length":${length}}}}`),
  query((edits) => `{"match":{"${title}":{"query":"ozne","fuzziness":${edits}}}}`),
  query((most) => `{"fuzzy":{"${title}":{"value":"ozne","max_expansions":${most}}}}`),
  query((slop) => `{"query_string":{"query":"ozone","default_field":"${title}","phrase_slop":${slop}}}`),
  (from) => `{"from":${from},"size":1,"_source":false,"query":{"ids":{"values":["odd-pole"]}}}`,
  (size) => `{"size":${size},"_source":false,"query":{"ids":{"values":["odd-pole"]}}}`,
  (window) =>
    `{"size":1,"_source":false,"query":${ozone},"rescore":{"window_size":${window},"query":{"rescore_query":${cloud}}}}`,
  aggregation((size) => `{"terms":{"field":"${kind}","size":${size}}}`),
  aggregation((least) => `{"terms":{"field":"${kind}","min_doc_count":${least}}}`),
  aggregation((size) => `{"composite":{"size":${size},"sources":[{"s":{"terms":{"field":"${kind}"}}}]}}`),
  aggregation((zoom) => `{"geotile_grid":{"field":"facility.location","precision":${zoom}}}`),
  aggregation((size) => `{"top_hits":{"size":${size},"_source":false}}`),
];
const beyondIntegers = ["3000000000", "9223372036854775808", "1e10", "2.7", '"2.7"', '"3000000000"', "true"];

const each = (bodies: readonly WithNumber[], numbers: readonly string[]): readonly string[] =>
  numbers.flatMap((number) => bodies.map((body) => body(number)));

const weighted = ["1e39", "-1", "-0.0", "0", "x", "", "1f"].flatMap((boost) => [
  ...["multi_match", "simple_query_string", "query_string"].map((name) => ({
    [name]: { query: "ozone", fields: [`${title}^${boost}`, abstract] },
  })),
  ...["ozone", '"ozone measured"', "ozo*", "(ozone cloud)"].map((word) => ({
    query_string: { query: `${word}^${boost}`, default_field: title },
  })),
]);

export const numberSearches: readonly Search[] = [
  ...family("a boost beyond a float", each(boosts, beyond)),
  ...family("a negative boost", each(boosts, negative)),
  ...family("a boost that is no number", each(boosts, ["true", "null"])),
  ...family("a text as a boost", each(boosts.slice(0, 8), texts)),
  ...family("a float", each(floats, ["1e39", "-0.0", "-1", "-1e-50", ...texts])),
  ...family("an integer", each(integers, beyondIntegers)),
  ...queries("a boost in a text", weighted, { size: 2 }),
  ...aggregations(
    "a text as a missing number",
    ["1f", "0x1p3", "0x10", " 2 ", ""].map((missing) => ({ a: { avg: { field: size, missing } } })),
  ),
];
