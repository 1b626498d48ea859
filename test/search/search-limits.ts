import * as limits from "../../contracts/search-limits.ts";
import { aggregation, belowTerms, repeated, should, suggestion, TEXT, words, wrapped } from "./limit-examples.ts";

/** A limit as the document lists it. */
export interface ListedLimit {
  readonly name: string;
  /** What a search beyond it is answered: the type of the engine's error, with status 400, or another answer in words. */
  readonly beyond: EngineError | { readonly answer: string };
  /**
   * Who checks it, where that is not done before either engine is asked: the embedded engine alone, each engine itself, or the
   * service before it asks an Elasticsearch.
   */
  readonly by?: "embedded" | "engine" | "elasticsearch";
  /** A search beyond it, where its body alone shows that. */
  readonly example?: object;
}

export type EngineError = `${string}_exception` | "too_many_nested_clauses";

export type LimitName = keyof typeof limits;

const DATE = "temporal_extent.time_period_begin";
const ILLEGAL = "illegal_argument_exception";
const BROKEN = "circuit_breaking_exception";
const BUSY = { answer: "503 `busy`, with `Retry-After`" };

/** Each limit, in the order of the document. */
export const LISTED_LIMITS: Readonly<Record<LimitName, ListedLimit>> = {
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
    name: "clauses that a look at all terms of a field counts as: `wildcard`, `case_insensitive`, and in query strings also fuzzy words",
    beyond: "too_many_nested_clauses",
    example: should(64, { wildcard: { [TEXT]: "*a" } }),
  },
  REGEXP_CLAUSES: {
    name: "clauses that a regular expression counts as, also of `include` and `exclude`, and in a query string for each field that is named; a simple one, which has no `{`, `&`, `~` and `<` and eight characters at most behind its first `*` or `+`, counts as a look at all terms of a field where fields are named",
    beyond: "too_many_nested_clauses",
    example: should(16, { regexp: { [TEXT]: ".*a.{3}" } }),
  },
  REGEXP_FIELDS: {
    name: "fields for which a query string counts a regular expression that is not simple where it names none: more clauses than a search may have",
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
    name: "characters of a `wildcard`, and of a pattern of `_source`",
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
  SEARCH_WINDOW: {
    name: "`from` and `size` together, also of `inner_hits`; a page may be set smaller by `AIRLOG_MAX_PAGE`",
    beyond: ILLEGAL,
    example: { size: limits.SEARCH_WINDOW + 1 },
  },
  MAX_RESCORE_WINDOW: {
    name: "`window_size` of `rescore`",
    beyond: ILLEGAL,
    example: { rescore: { window_size: limits.MAX_RESCORE_WINDOW + 1, query: { rescore_query: { match_all: {} } } } },
  },
  MAX_SORT_KEYS: {
    name: "keys of `sort`",
    beyond: ILLEGAL,
    example: { sort: repeated(limits.MAX_SORT_KEYS + 1, () => "_score") },
  },
  MAX_MISSING_LENGTH: {
    name: "characters of the `missing` of all keys of a `sort`, and of an aggregation",
    beyond: ILLEGAL,
    example: { sort: { [`${TEXT}.keyword`]: { missing: "a".repeat(limits.MAX_MISSING_LENGTH + 1) } } },
  },
  MAX_ORIGINS: {
    name: "places that a `_geo_distance` starts from",
    beyond: ILLEGAL,
    example: { sort: { _geo_distance: { "facility.location": repeated(limits.MAX_ORIGINS + 1, () => [1, 1]) } } },
  },
  MAX_GROUP_SEARCHES: {
    name: "`size` times `inner_hits` of `collapse`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: { size: 1_000, collapse: { field: DATE, inner_hits: repeated(11, () => ({ name: "a" })) } },
  },
  MAX_PATTERNS: {
    name: "patterns of `_source`",
    beyond: ILLEGAL,
    example: { _source: repeated(limits.MAX_PATTERNS + 1, (n) => `a${n}`) },
  },
  MAX_STARRED_PATTERNS: {
    name: "patterns with a star among its `includes`, and among its `excludes`",
    beyond: ILLEGAL,
    example: { _source: repeated(limits.MAX_STARRED_PATTERNS + 1, (n) => `a${n}*`) },
  },
  MAX_FETCHED_FIELDS: {
    name: "entries of `fields`, and of `docvalue_fields`",
    beyond: ILLEGAL,
    example: { fields: repeated(limits.MAX_FETCHED_FIELDS + 1, (n) => `a${n}`) },
  },
  MAX_DOCVALUE_FIELDS: { name: "fields that `docvalue_fields` finds", beyond: ILLEGAL, by: "engine" },
  MAX_HIGHLIGHT_FIELDS: {
    name: "fields of `highlight`",
    beyond: ILLEGAL,
    example: { highlight: { fields: repeated(limits.MAX_HIGHLIGHT_FIELDS + 1, (n) => ({ [`a${n}`]: {} })) } },
  },
  MAX_TAG_LENGTH: {
    name: "characters of a tag of `highlight`, also of a `phrase` suggestion",
    beyond: ILLEGAL,
    example: {
      highlight: { pre_tags: ["a".repeat(limits.MAX_TAG_LENGTH + 1)], post_tags: [""], fields: { [TEXT]: {} } },
    },
  },
  MAX_HIGHLIGHTED_PHRASE_WORDS: {
    name: "words of a text at all places of a highlighted phrase with `slop`",
    beyond: ILLEGAL,
    by: "embedded",
  },
  MAX_FORMAT_LENGTH: {
    name: "characters of a format of dates or numbers",
    beyond: ILLEGAL,
    example: aggregation("avg", { field: "revision", format: "0".repeat(limits.MAX_FORMAT_LENGTH + 1) }),
  },
  MAX_DATE_TEXT_LENGTH: {
    name: "characters of a text that a date is looked for in, and of what is added to the date",
    beyond: "parse_exception",
    by: "embedded",
    example: { query: { range: { [DATE]: { gte: `2000${" ".repeat(limits.MAX_DATE_TEXT_LENGTH)}` } } } },
  },
  MAX_PHRASE_SHARD_SIZE: {
    name: "`shard_size` of a `phrase` suggestion",
    beyond: ILLEGAL,
    example: suggestion("phrase", "fox", { shard_size: limits.MAX_PHRASE_SHARD_SIZE + 1 }),
  },
  MAX_AGGREGATIONS: {
    name: "aggregations, nested ones included, and sources of `composite`",
    beyond: ILLEGAL,
    example: {
      aggs: Object.fromEntries(
        repeated(limits.MAX_AGGREGATIONS + 1, (n) => [`a${n}`, { value_count: { field: DATE } }]),
      ),
    },
  },
  MAX_BUCKET_WEIGHT: {
    name: "values, hits and buckets in a bucket of each aggregation whose number of buckets depends on the records, times the filters and ranges that are above it",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: {
      aggs: {
        a: {
          date_range: { field: DATE, ranges: repeated(20, () => ({ from: "2020" })) },
          aggs: {
            b: {
              terms: { field: `${TEXT}.keyword` },
              aggs: { c: { filters: { filters: repeated(13, () => ({ match_all: {} })) } } },
            },
          },
        },
      },
    },
  },
  HIT_WEIGHT: {
    name: "of these, what a hit of `top_hits` counts as",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms({ b: { top_hits: { size: 100 } }, c: { top_hits: { size: 29 } } }),
  },
  PIPELINE_WEIGHT: {
    name: "of these, what a pipeline counts as",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms(Object.fromEntries(repeated(33, (n) => [`b${n}`, { bucket_sort: { size: 5 } }]))),
  },
  MAX_KEY_PARTS: {
    name: "sources of `composite`, and fields of `multi_terms`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: aggregation("composite", {
      sources: repeated(limits.MAX_KEY_PARTS + 1, (n) => ({ [`s${n}`]: { terms: { field: DATE } } })),
    }),
  },
  MAX_SAMPLER_DEPTH: {
    name: "depth of `sampler` inside `sampler`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: wrapped(limits.MAX_SAMPLER_DEPTH + 1, { aggs: { b: { value_count: { field: DATE } } } }, (below) => ({
      aggs: { a: { sampler: {}, ...below } },
    })),
  },
  MAX_REPEATED_LENGTH: {
    name: "characters of what buckets repeat: of a name and of `meta` of an aggregation, of names of sources and filters, of keys of ranges and fields of `top_metrics`",
    beyond: ILLEGAL,
    example: { aggs: { ["a".repeat(limits.MAX_REPEATED_LENGTH + 1)]: { value_count: { field: DATE } } } },
  },
  MAX_ORDER_CRITERIA: {
    name: "criteria of an `order`",
    beyond: ILLEGAL,
    example: aggregation("terms", { field: DATE, order: repeated(65, () => ({ _key: "asc" })) }),
  },
  MAX_PERCENTS: {
    name: "`percents` or `values` of an aggregation of percentiles",
    beyond: ILLEGAL,
    example: aggregation("percentile_ranks", { field: DATE, values: repeated(limits.MAX_PERCENTS + 1, () => 0) }),
  },
  MAX_AGGREGATION_DEPTH: {
    name: "depth of aggregations below aggregations",
    beyond: ILLEGAL,
    example: wrapped(limits.MAX_AGGREGATION_DEPTH + 1, {}, (below) => ({ aggs: { a: { global: {}, ...below } } })),
  },
  MAX_MULTI_TERMS_FIELDS: {
    name: "fields of `multi_terms`",
    beyond: ILLEGAL,
    example: aggregation("multi_terms", {
      terms: repeated(limits.MAX_MULTI_TERMS_FIELDS + 1, () => ({ field: DATE })),
    }),
  },
  MAX_TOP_HITS_WINDOW: {
    name: "`from` and `size` of `top_hits` together",
    beyond: ILLEGAL,
    example: aggregation("top_hits", { size: limits.MAX_TOP_HITS_WINDOW + 1 }),
  },
  MAX_TOP_METRICS_SIZE: {
    name: "`size` of `top_metrics`",
    beyond: ILLEGAL,
    example: aggregation("top_metrics", {
      ...{ metrics: { field: DATE }, sort: DATE, size: limits.MAX_TOP_METRICS_SIZE + 1 },
    }),
  },
  MAX_RARE_DOC_COUNT: {
    name: "`max_doc_count` of `rare_terms`",
    beyond: ILLEGAL,
    example: aggregation("rare_terms", { field: `${TEXT}.keyword`, max_doc_count: limits.MAX_RARE_DOC_COUNT + 1 }),
  },
  MAX_BUCKETS: {
    name: "buckets of the answer",
    beyond: "too_many_buckets_exception",
    by: "engine",
    example: aggregation("date_histogram", {
      ...{ field: DATE, fixed_interval: "1h", min_doc_count: 0, extended_bounds: { min: "1900", max: "2000" } },
    }),
  },
  MAX_SEARCH_STEPS: {
    name: "steps: documents that clauses, keys of `sort` and aggregations look at, terms, positions of phrases, vertices and edges of shapes, distances",
    beyond: BROKEN,
    by: "embedded",
  },
  MAX_SEARCH_MEMORY_BYTES: {
    name: "memory that it takes, also for buckets that are not answered and matches that are highlighted",
    beyond: { answer: "`circuit_breaking_exception`; `too_many_buckets_exception` where a bucket needs it" },
    by: "embedded",
  },
  MAX_WHOLE_ANSWER_BYTES: {
    name: "size of an answer with highlights, `inner_hits` or unmapped fields",
    beyond: BROKEN,
    by: "embedded",
  },
  SEARCH_TIMEOUT_MS: {
    name: "time from the request to the end of the answer",
    beyond: { answer: "504 `search-timeout`; a streamed answer is cut" },
  },
  MAX_EXTENT_HITS: { name: "`size` of the search by extent", beyond: { answer: "400 `parameter-invalid`" } },
  MAX_VARIABLE_NAMES: {
    name: "names of variables that the search by extent knows",
    beyond: { answer: "not found by the names that the fewest records have" },
  },
  MAX_CONCURRENT_SEARCHES: {
    name: "searches in Elasticsearch at a time; in the embedded engine as many as there are processors",
    beyond: { answer: "waits for its turn" },
  },
  MAX_OPEN_SEARCHES: {
    name: "searches that run or whose answers are being read",
    beyond: { answer: "waits for its turn" },
  },
  MAX_OPEN_PER_CLIENT: { name: "of these, those of one client", beyond: { answer: "waits for its turn" } },
  MAX_WAITING_SEARCHES: { name: "searches that wait for their turn", beyond: BUSY },
  MAX_WAITING_PER_CLIENT: { name: "of these, those of one client", beyond: BUSY },
  MAX_NEWLY_WAITING_PER_RUNNING: {
    name: "of these, those that came within a second, for each search that runs at a time",
    beyond: BUSY,
  },
  MAX_PAUSED_MS: {
    name: "time that a reader lets its answer wait, while others wait for its place",
    beyond: { answer: "the answer is cut" },
  },
  MAX_RUN_MS: {
    name: "time that a search runs, while a client that has none waits for its place",
    beyond: BUSY,
  },
};
