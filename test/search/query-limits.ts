import { repeated, should, suggestion, TEXT, words, wrapped } from "./limit-examples.ts";
import { ILLEGAL, type ListedLimits, limits } from "./listed-limit.ts";

/** Limits of bodies and queries, in the order of the document. */
export const QUERY_LIMITS = {
  MAX_SEARCH_BYTES: { name: "size of the body, also when unpacked", beyond: { answer: "413 `body-too-large`" } },
  MAX_SEARCH_JSON_DEPTH: {
    name: "depth of arrays and objects of the body",
    beyond: "x_content_parse_exception",
    example: wrapped(limits.MAX_SEARCH_JSON_DEPTH, {}, (query) => ({ query })),
  },
  MAX_NUMBER_DIGITS: { name: "digits of a number of the body", beyond: "x_content_parse_exception" },
  MAX_CLAUSES: {
    name: "clauses; each word of a text counts as one in each field that is named",
    beyond: "too_many_nested_clauses",
    example: should(limits.MAX_CLAUSES, { match_all: {} }),
  },
  MAX_PATTERN_WORDS: {
    name: "words of texts, each counted in every field that a pattern stands for, or in all where a query string names none",
    beyond: "too_many_nested_clauses",
    by: "embedded",
    example: { query: { query_string: { query: "w ".repeat(limits.MAX_PATTERN_WORDS) } } },
  },
  MAX_TEXT_LENGTH: {
    name: "characters of a text that is cut into words",
    beyond: ILLEGAL,
    example: { query: { multi_match: { query: "!".repeat(limits.MAX_TEXT_LENGTH + 1) } } },
  },
  DICTIONARY_CLAUSES: {
    name: "clauses that a look at all terms of a field counts as: `wildcard`, `case_insensitive`, and each fuzzy word, whatever its fields",
    beyond: "too_many_nested_clauses",
    example: should(64, { wildcard: { [TEXT]: "*a" } }),
  },
  REGEXP_CLAUSES: {
    name: "clauses that a regular expression counts as, also of `include` and `exclude`, and in a query string for each field that is named; a simple one, which has no `{`, `&`, `~` and `<` and eight characters at most behind its first `*` or `+`, counts as a look at all terms of a field where fields are named",
    beyond: "too_many_nested_clauses",
    example: should(16, { regexp: { [TEXT]: ".*a.{3}" } }),
  },
  PATTERN_FIELDS: {
    name: "fields for which a pattern of `highlight` counts, and a query string counts a regular expression that is not simple where it names none: more clauses than a search may have",
    beyond: "too_many_nested_clauses",
    example: { query: { query_string: { query: "/.*a.{3}/" } } },
  },
  SUGGESTED_WORD_CLAUSES: {
    name: "clauses that a word of a suggestion's text counts as",
    beyond: "too_many_nested_clauses",
    example: suggestion("term", words(256)),
  },
  MAX_SUGGESTED_LENGTH: {
    name: "characters of a suggestion's text",
    beyond: ILLEGAL,
    example: suggestion("term", "a".repeat(limits.MAX_SUGGESTED_LENGTH + 1)),
  },
  PHRASES_PER_CLAUSE: {
    name: "phrases of candidates that count as one clause",
    beyond: "too_many_nested_clauses",
    example: suggestion("phrase", words(9), {
      max_errors: 9,
      shard_size: 40,
      direct_generator: [{ field: TEXT, size: 40 }],
    }),
  },
  MAX_DEPTH: {
    name: "depth of clauses inside clauses",
    beyond: ILLEGAL,
    example: { query: wrapped(limits.MAX_DEPTH, { match_all: {} }, (filter) => ({ bool: { filter } })) },
  },
  MAX_QUERY_STRING_DEPTH: {
    name: "depth of groups in a query string; a `simple_query_string` leaves out deeper ones",
    beyond: "query_shard_exception",
    example: { query: { query_string: { query: `${"(".repeat(101)}fox${")".repeat(101)}` } } },
  },
  MAX_TERMS: {
    name: "values of `terms`",
    beyond: ILLEGAL,
    example: { query: { terms: { [TEXT]: repeated(limits.MAX_TERMS + 1, (n) => n) } } },
  },
  MAX_PATTERN_LENGTH: {
    name: "characters of a `wildcard`, of a `prefix`, of a `term` with `case_insensitive`, and of a pattern of `_source`",
    beyond: ILLEGAL,
    example: { query: { wildcard: { [TEXT]: "a".repeat(limits.MAX_PATTERN_LENGTH + 1) } } },
  },
  MAX_FUZZY_LENGTH: {
    name: "characters of a term of `fuzzy`, also in query strings, and of a text with `fuzziness`",
    beyond: ILLEGAL,
    example: { query: { fuzzy: { [TEXT]: "a".repeat(limits.MAX_FUZZY_LENGTH + 1) } } },
  },
  MAX_SEPARATOR_LENGTH: {
    name: "characters of the `separator` of an `adjacency_matrix` or of a suggested phrase",
    beyond: ILLEGAL,
    example: {
      aggs: { a: { adjacency_matrix: { filters: { all: { match_all: {} } }, separator: "-".repeat(101) } } },
    },
  },
  MAX_REGEXP_LENGTH: {
    name: "characters of a regular expression",
    beyond: ILLEGAL,
    by: "engine",
    example: { query: { regexp: { [TEXT]: "a".repeat(limits.MAX_REGEXP_LENGTH + 1) } } },
  },
  MAX_REPEATED_STATES: {
    name: "states that a repetition in a regular expression is written out to",
    beyond: "too_complex_to_determinize_exception",
    by: "engine",
    example: { query: { regexp: { [TEXT]: "(a{1,200}b?){1,200}" } } },
  },
  MAX_REGEXP_EFFORT: {
    name: "effort to make a regular expression deterministic, as Lucene counts it",
    beyond: "too_complex_to_determinize_exception",
    by: "engine",
    example: { query: { regexp: { [TEXT]: ".*a.{20}" } } },
  },
  MAX_CONDITION_LENGTH: {
    name: "characters of a `minimum_should_match`",
    beyond: ILLEGAL,
    example: { query: { match: { [TEXT]: { query: "fox", minimum_should_match: `1${" ".repeat(1_000)}` } } } },
  },
  MAX_POSITIONS: {
    name: "positions of a shape; one more for each time that an edge goes around the earth",
    beyond: ILLEGAL,
    example: {
      query: {
        geo_shape: {
          spatial_extent: {
            shape: { type: "LineString", coordinates: repeated(limits.MAX_POSITIONS + 1, (n) => [n % 90, n % 80]) },
          },
        },
      },
    },
  },
  MAX_COLLECTION_DEPTH: {
    name: "depth of collections inside collections of a shape that is written as text",
    beyond: ILLEGAL,
    example: {
      query: {
        geo_shape: {
          spatial_extent: { shape: `${"GEOMETRYCOLLECTION(".repeat(101)}POINT(1 1)${")".repeat(101)}` },
        },
      },
    },
  },
} satisfies ListedLimits;
