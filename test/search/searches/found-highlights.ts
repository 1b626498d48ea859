import { family, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";
const facility = "facility.name";

const bool = (occur: string, ...clauses: readonly object[]) => ({ bool: { [occur]: clauses } });
const either = (...clauses: readonly object[]) => bool("should", ...clauses);
const phrase = (field: string, query: string, slop = 0) => ({ match_phrase: { [field]: { query, slop } } });
const prefix = (field: string, query: string, more: object = {}) => ({
  match_phrase_prefix: { [field]: { query, ...more } },
});
const scored = (query: object) => ({ function_score: { query, weight: 2 } });
const fuzzy = (value: string, more: object = {}) => ({ fuzzy: { [abstract]: { value, ...more } } });
const cross = (query: string) => ({ multi_match: { query, fields: [title, facility], type: "cross_fields" } });
const one = { terms: { "product_type.keyword": ["cloud"] } };
const two = { terms: { "product_type.keyword": ["cloud", "ozone"] } };
const covering = { terms_set: { [title]: { terms: ["cloud", "ozone"], minimum_should_match: 1 } } };
const string = (query: string, more: object = {}) => ({ query_string: { query, fields: [abstract], ...more } });
const simple = (query: string) => ({ simple_query_string: { query, fields: [title, facility] } });

const queries: readonly object[] = [
  prefix(facility, "cloud"),
  prefix(facility, "cloud r"),
  prefix(abstract, "cloud r", { slop: 3 }),
  prefix(abstract, "c", { max_expansions: 1 }),
  prefix(abstract, "radar c", { max_expansions: 1 }),
  prefix(abstract, "of c", { slop: 20, max_expansions: 2 }),
  either(prefix(facility, "measured da"), { match: { [abstract]: "cloud" } }),
  either(phrase(abstract, "cloud radar"), one),
  either(phrase(abstract, "cloud radar"), two),
  either(phrase(abstract, "cloud radar"), { range: { "facility.name.keyword": { gte: "ra", lt: "rb" } } }),
  either(phrase(abstract, "cloud radar"), scored({ match: { [abstract]: "data ozone" } })),
  either(phrase(abstract, "cloud radar"), cross("ozone data")),
  either(phrase(abstract, "cloud radar"), covering, fuzzy("ozome")),
  ...[0, 1, 3].flatMap((slop) =>
    ["cloud the radar", "ozone the the data", "data of the data", "of cloud data"].map((query) => ({
      match_phrase: { [abstract]: { query, slop, analyzer: "stop" } },
    })),
  ),
  scored(phrase(abstract, "cloud radar")),
  either(scored(phrase(abstract, "cloud radar", 4)), { match: { [abstract]: "ozone" } }),
  scored(prefix(abstract, "cloud ra")),
  one,
  two,
  covering,
  cross("ozone data"),
  fuzzy("ozome"),
  fuzzy("clould", { fuzziness: 2, max_expansions: 1 }),
  fuzzy("ic", { fuzziness: 2 }),
  { fuzzy: { [abstract]: { value: "reder", fuzziness: 2, rewrite: "top_terms_1" } } },
  { prefix: { [abstract]: { value: "c", rewrite: "top_terms_2" } } },
  { prefix: { [abstract]: { value: "c", rewrite: "scoring_boolean", boost: 3 } } },
  { match: { [abstract]: { query: "clod rader ozonne", fuzziness: "AUTO" } } },
  {
    bool: {
      filter: [{ match: { [abstract]: { query: "cloud", boost: 5 } } }],
      should: [{ term: { [abstract]: "cloud" } }],
    },
  },
  {
    bool: {
      filter: [{ term: { [abstract]: "ozone" } }],
      should: [{ match: { [abstract]: { query: "ozone", boost: 4 } } }],
    },
  },
  string("cloud^3 AND (ozone OR rad*) clou~"),
  string('"cloud radar" ozonne~ -data'),
  simple('"cloud radar" | ozonne~1 + rad*'),
  { match_bool_prefix: { [abstract]: "cloud radar o" } },
  { multi_match: { query: "cloud ra", fields: [`${title}^2`, abstract], type: "phrase_prefix" } },
];

const looked = (more: object) =>
  queries.map((highlight_query) => ({
    query: { match: { [abstract]: "cloud radar ozone" } },
    size: 8,
    _source: false,
    sort: ["identification.identifier.pid.keyword"],
    highlight: {
      fragment_size: 60,
      order: "score",
      ...more,
      fields: { [abstract]: { highlight_query }, [title]: { highlight_query } },
    },
  }));

/** Highlights that once differed: Lucene's view of phrases, of terms in other queries and of patterns. */
export const foundHighlights: readonly Search[] = [
  ...family("found highlights of any field", looked({ require_field_match: false })),
  ...family("found plain highlights of any field", looked({ type: "plain", require_field_match: false })),
  ...family("found highlights", looked({})),
  ...family("found plain highlights", looked({ type: "plain" })),
];
