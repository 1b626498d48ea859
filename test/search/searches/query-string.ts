import { queries, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";
const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";

/** Texts of Lucene's classic grammar, right and wrong. */
const texts = [
  ...["cloud", "cloud radar", "cloud AND radar", "cloud OR radar", "cloud && ozone", "cloud || ozone"],
  ...["cloud NOT radar", "cloud !radar", "+cloud -radar", "cloud +ozone", "NOT cloud", "-cloud -ozone"],
  ...["cloud AND radar OR ozone", "cloud OR radar AND ozone", "(cloud OR ozone) AND radar", "(cloud radar) ozone"],
  ...["(cloud)^3 radar", "cloud^2 radar", "cloud radar^2", '"cloud radar"', '"radar cloud"~2', '"cloud radar"~3^2'],
  ...['"cloud radar"^2~3', "clo*", "*loud", "c?oud", "cl*d", "*", "**", "?", "cloud~", "clud~1", "clud~2", "cloud~0"],
  ...["ozonne~1^3", "/clo.d/", "/[a-m]+/", "cloud*radar", "cloud\\*", "PM2.5", "naïve café", "it's", "a\\:b"],
  ...["cloud -", "+ cloud", "! cloud", "cloud AND", "AND cloud", "(cloud", "cloud)", "()", '"cloud', "/cloud"],
  ...["[a TO b]", "{cloud TO radar]", "[* TO cloud}", "[* TO *]", "[cloud radar]", '["cloud" TO "ozone x"]'],
  ...["cloud^", "cloud^x", "cloud~x", "cloud~1.5", "cloud:", "a:b:c", "cloud \\u0061nd", "\\u00zz", "cloud\\"],
  ...["TO", "ice water content AND cloud", "ice water (content cloud)", "cloud radar clo*", "CLO*", "Cl?UD"],
  ...[
    "cloud\u3000radar",
    "   ",
    "!!!",
    "\\!\\!",
    "cloud \\!\\! radar",
    '""',
    'cloud AND "!!"',
    ">cloud",
    "-(cloud radar)",
  ],
  ...["((cloud OR ice) AND (radar OR water)) OR ozone", "NOT (cloud OR radar) AND ozone", "cloud\tradar\nozone"],
];

const named = [
  ...[`${title}:cloud`, `${title}:(cloud radar)`, `${title}:"cloud radar"`, `${title}:clo* AND ${abstract}:ozone`],
  ...["_exists_:facility", "_exists_:nope", '_exists_:"facility"', "_exists_:facil*", `${title}:*`, "nope:*"],
  ...["nope:cloud", "nope:[1 TO 2]", "nope:clo*", "nope:a~", "nope:/a/", "*:*", "*:cloud", "facility.\\*:Jülich"],
  ...["facility.name.keyword:La\\ Tardière", "facility.name.keyword:La*", "product_type.keyword:(model observation)"],
  ...[`${size}:>=1000`, `${size}:<1000`, `${size}:[10 TO 5000]`, `${size}:{10 TO *]`, `${size}:x`, `${size}:1*`],
  ...[`${begin}:2012`, `${begin}:[2010 TO 2012]`, `${begin}:{2010 TO 2012}`, `${begin}:>2015`, `${begin}:x`],
  ...["facility.active:true", "facility.active:[false TO true]", 'facility.active:""', "facility.location:*"],
  ...["facility.location:foo", "facility.location:foo*", "facility.location:[a TO b]", "_id:odd-pole", "_id:odd*"],
  ...[`${title}:(+cloud -radar)^2 ${abstract}:ozone`, `-${title}:cloud`, `${title}:cloud radar ${abstract}:ozone`],
];

const mixed = 'cloud radar "ice water" clo* ozonne~ AND data';

/** Words of a text that somebody might paste. */
const sentenceOf = (words: number): string =>
  Array.from({ length: words }, (_, n) => (n % 3 === 0 ? `the${n}` : n % 3 === 1 ? "cloud" : "ozone")).join(" ");

const options = [
  ...["best_fields", "most_fields", "cross_fields", "phrase", "phrase_prefix", "bool_prefix", "nope"].map((type) => ({
    type,
  })),
  ...[0, 0.3, 1, 2, -1].map((tie_breaker) => ({ tie_breaker })),
  ...["standard", "keyword", "simple", "whitespace", "stop", "nope"].map((analyzer) => ({ analyzer })),
  ...["keyword", "nope"].map((quote_analyzer) => ({ quote_analyzer })),
  ...[0, 1, "AUTO:1,3"].map((fuzziness) => ({ fuzziness })),
  ...[2, "75%", "-1", "x"].map((minimum_should_match) => ({ minimum_should_match })),
  ...["scoring_boolean", "top_terms_2", "constant_score_boolean", "nope"].map((rewrite) => ({ rewrite })),
  ...["constant_score", "nope"].map((fuzzy_rewrite) => ({ fuzzy_rewrite })),
  { default_operator: "AND" },
  { phrase_slop: 3 },
  { allow_leading_wildcard: false },
  { analyze_wildcard: true },
  { boost: 2.5 },
  { fuzzy_max_expansions: 1 },
  { fuzzy_prefix_length: 4 },
  { fuzzy_transpositions: false },
  { lenient: false },
  { lenient: true },
  { quote_field_suffix: ".keyword" },
  { time_zone: "+05:00" },
  { escape: true },
  { enable_position_increments: false },
  { auto_generate_synonyms_phrase_query: false },
  { max_determinized_states: 5 },
];

const members: readonly object[] = [
  ...[5, ["a"], null, undefined].map((query) => ({ query })),
  { query: "a", nope: 1 },
  { query: "a", nope: {} },
  { query: "a", default_field: null },
  { query: "a", lenient: "x" },
  { query: "a", fuzziness: 3 },
  { query: "a", tie_breaker: "x" },
  { query: "a", default_operator: "nope" },
  { query: "a", time_zone: "nope" },
  { query: "a", fields: [title], default_field: title },
  ...[[title, title], [`${title}^2`, `${title}^2`], [title, `${title}^2`], ["nope"], [""], [5], [["x"]], title].map(
    (fields) => ({ query: "cloud", fields }),
  ),
  { query: `/${"a".repeat(1_001)}/` },
  { query: `${"(".repeat(60)}cloud${")".repeat(60)}` },
  { query: "cloud^99999999999999999999999999999999999999999999999" },
  { query: `${begin}:[2012-01-01 TO 2012-01-31] OR ${begin}:2015-02-03`, time_zone: "Pacific/Apia" },
  { query: `${begin}:2015-02-03`, time_zone: "+05:00" },
  { query: '"cloud radar"~-1', default_field: title },
];

const queryStrings = (list: readonly object[]) => list.map((query_string) => ({ query_string }));

export const queryStringSearches: readonly Search[] = [
  ...queries("query_string", queryStrings(texts.map((query) => ({ query })))),
  ...queries("query_string in a field", queryStrings(texts.map((query) => ({ query, default_field: title })))),
  ...queries(
    "query_string in fields",
    queryStrings(texts.map((query) => ({ query, fields: [`${title}^2`, abstract] }))),
  ),
  ...queries(
    "query_string and",
    queryStrings(texts.map((query) => ({ query, default_field: title, default_operator: "and" }))),
  ),
  ...queries("query_string with fields", queryStrings(named.map((query) => ({ query })))),
  ...queries(
    "query_string options",
    queryStrings(
      options.flatMap((each) => [
        { query: mixed, ...each },
        { query: mixed, fields: [`${title}^2`, abstract], ...each },
      ]),
    ),
  ),
  ...queries("query_string members", queryStrings(members)),
  ...queries(
    "words of sentences in all fields",
    [sentenceOf(45), sentenceOf(120)].flatMap((query) => [
      { query_string: { query } },
      { query_string: { query, default_operator: "and" } },
      { query_string: { query: `"${query}"` } },
      { simple_query_string: { query } },
      { multi_match: { query, fields: ["*"] } },
      { multi_match: { query, fields: ["*"], type: "cross_fields" } },
      { multi_match: { query: sentenceOf(45), fields: ["*"], analyzer: "whitespace" } },
    ]),
  ),
  ...queries("query_string in bool", [
    { bool: { must: [{ query_string: { query: "\\!\\!", default_field: title } }] } },
    {
      bool: {
        must_not: [{ query_string: { query: "cloud OR radar" } }],
        filter: { query_string: { query: "ozone^2" } },
      },
    },
  ]),
];
