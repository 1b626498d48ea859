import { queries, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";
const begin = "temporal_extent.time_period_begin";

const texts = [
  ...["cloud", "cloud radar", "cloud + radar", "cloud | radar", "cloud +radar | ozone", "-cloud", "cloud -radar"],
  ...["cloud + -radar", "(cloud | ozone) + radar", "(cloud radar", "cloud)", "()", "cloud () radar", '"cloud radar"'],
  ...['"radar cloud"~2', '"cloud radar"~', '"cloud radar"~x y', '"cloud radar', '"" cloud', "clo*", "*", "*loud"],
  ...["cl*d", "cloud\\*", "cloud~", "clud~1", "clud~9", "clud~x", "clud~0 radar", "--cloud", "-(cloud radar)"],
  ...["cloud \\+ radar", "cloud + ", "| cloud", "cloud || radar", "cloud\\", "!!!", "", "!!! + cloud", "((cloud))"],
  ...["cloud + !!! | radar", "~cloud", "cloud ~ radar", 'cloud -"ice water" +clo*', "it's PM2.5 naïve", "CLO* Radar"],
  ...["cloud|radar+ozone", "cloud+radar|ozone -ice", "(cloud + radar) | (ice + water) ozone", '"a\\"b" cloud', "clo**"],
];

const mixed = 'cloud + radar | "ice water" clo* ozonne~1 -(data | "Odd record odd-pole"~2)';

const options = [
  ...["ALL", "NONE", "AND", "OR", "NOT", "PREFIX", "PHRASE", "PRECEDENCE", "ESCAPE", "WHITESPACE", "FUZZY"],
  ...["NEAR", "SLOP", "AND|OR|WHITESPACE", "and|or|phrase|whitespace", "", "NOPE", " AND", 0, -1, 3, 1023, 1.7, true],
].map((flags): object => ({ flags }));

const others: readonly object[] = [
  ...["best_fields", "most_fields", "cross_fields", "phrase", "phrase_prefix", "nope"].map((type) => ({ type })),
  ...["standard", "keyword", "nope"].map((analyzer) => ({ analyzer })),
  ...[2, "75%", "x"].map((minimum_should_match) => ({ minimum_should_match })),
  { analyze_wildcard: true },
  { boost: 2.5 },
  { default_operator: "and" },
  { default_operator: "x" },
  { fuzzy_max_expansions: 1 },
  { fuzzy_prefix_length: 4 },
  { fuzzy_transpositions: false },
  { lenient: false },
  { lenient: true },
  { quote_field_suffix: ".keyword" },
  { auto_generate_synonyms_phrase_query: false },
  ...[1, [1], {}, null].map((nope) => ({ nope })),
  { default_field: title },
  { tie_breaker: 1 },
  { fuzziness: 1 },
];

const members = [
  ...["foo", "foo*", "foo~"].flatMap((query) =>
    [begin, "facility.location", "nope"].map((field) => ({ query, fields: [field] })),
  ),
  ...[5, null, ["a"]].map((query) => ({ query })),
  { query: "cloud", fields: [] },
  { query: "cloud", fields: title },
  { query: "Ice wat*", fields: [title], analyze_wildcard: true },
  {},
];

const simple = (list: readonly object[]) => list.map((simple_query_string) => ({ simple_query_string }));

export const simpleQueryStringSearches: readonly Search[] = [
  ...queries("simple_query_string", simple(texts.map((query) => ({ query })))),
  ...queries("simple_query_string in a field", simple(texts.map((query) => ({ query, fields: [title] })))),
  ...queries(
    "simple_query_string and",
    simple(texts.map((query) => ({ query, fields: [`${title}^2`, abstract], default_operator: "and" }))),
  ),
  ...queries(
    "simple_query_string options",
    simple(
      [...options, ...others].flatMap((each) => [
        { query: mixed, ...each },
        { query: mixed, fields: [title, abstract], ...each },
      ]),
    ),
  ),
  ...queries("simple_query_string members", simple(members)),
];
