/**
 * Limits of the shape and of the work of searches. Unless stated otherwise, they limit the body and are checked as it
 * is read, so they protect an Elasticsearch behind the same language too.
 */

/** Depth of arrays and objects of a body, as in Elasticsearch. */
export const MAX_SEARCH_JSON_DEPTH = 1_000;

/** Digits of a number of a body, as in Elasticsearch: reading a number takes quadratic time. */
export const MAX_NUMBER_DIGITS = 1_000;

/**
 * Clauses and words of a search. Clauses that depend on the fields and terms are counted by the engine itself.
 * Elasticsearch has a limit of its own for these, which depends on its heap.
 */
export const MAX_CLAUSES = 4_096;

/**
 * Embedded engine: words of texts in each of the fields that patterns match, or in all fields where a query string
 * names none. Most fields have few of these words. An Elasticsearch with a heap of 1 GiB has this limit.
 */
export const MAX_PATTERN_WORDS = 16_384;

/**
 * Characters of an analysed text: one of 900,000 without a word, searched in all fields, keeps an Elasticsearch busy
 * for half a minute.
 */
export const MAX_TEXT_LENGTH = 100_000;

/** Number of clauses that a clause or a fuzzy word counts as if it visits all terms of a field. */
export const DICTIONARY_CLAUSES = 64;

/**
 * Number of clauses that a regular expression counts as, also in `include` and `exclude`. Elasticsearch takes up to a
 * second to determinise one of 20 characters, and continues with all of them when the search is cancelled.
 */
export const REGEXP_CLAUSES = 256;

/**
 * Number of fields that a pattern counts as, in highlights of fuzzy terms and in query strings with an expression that
 * is not simple.
 */
export const PATTERN_FIELDS = 64;

/** Number of clauses that a word of a suggestion's text counts as: it is compared with many terms of a field, twice. */
export const SUGGESTED_WORD_CLAUSES = 16;

/**
 * Characters of a suggestion's text: one of 30,000, which is one word in a keyword field, takes half the memory of an
 * Elasticsearch.
 */
export const MAX_SUGGESTED_LENGTH = 5_000;

/** Phrases of candidates that count as one clause. */
export const PHRASES_PER_CLAUSE = 5_000;

/** Depth of clauses inside clauses. */
export const MAX_DEPTH = 30;

/** Depth of groups in a query string. */
export const MAX_QUERY_STRING_DEPTH = 100;

/** Values of a `terms` clause: Elasticsearch's index.max_terms_count. */
export const MAX_TERMS = 65_536;

/**
 * Characters of a wildcard pattern, a prefix, a pattern of `_source`, and a term with `case_insensitive`. Each term of
 * the field is compared with a wildcard pattern. For 5,000 characters an Elasticsearch takes up to 500 MB, for twice as
 * many four times as much.
 */
export const MAX_PATTERN_LENGTH = 1_000;

/**
 * Characters of a text with `fuzziness`, and of a fuzzy term: an automaton of 30,000 takes all memory of an
 * Elasticsearch.
 */
export const MAX_FUZZY_LENGTH = 1_000;

/** Checked by each engine: characters of a regular expression, Elasticsearch's index.max_regex_length. */
export const MAX_REGEXP_LENGTH = 1_000;

/** Checked by each engine: states to which repetitions in a regular expression are expanded, as in Lucene. */
export const MAX_REPEATED_STATES = 10_000;

/** Checked by each engine: the effort to determinise a regular expression, as Lucene counts and reports it. */
export const MAX_REGEXP_EFFORT = 10_000;

/** Characters of a `minimum_should_match`: Elasticsearch reads its spaces in quadratic time. */
export const MAX_CONDITION_LENGTH = 1_000;

/** Positions of a shape. An edge has one more each time that it goes around the earth, since engines cut it there. */
export const MAX_POSITIONS = 10_000;

/** Depth of nested collections of a shape in well-known text. */
export const MAX_COLLECTION_DEPTH = 100;

/** `from` + `size` of a search, as Elasticsearch's index.max_result_window. */
export const SEARCH_WINDOW = 10_000;

/** Documents to rescore: Elasticsearch's index.max_rescore_window. */
export const MAX_RESCORE_WINDOW = 10_000;

/** Keys of `sort`: each holds a value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/** Characters of `missing` and `format` of all keys of a sort, which every hit may repeat. */
export const MAX_SORT_TEXT_LENGTH = 1_000;

/**
 * Origins of all sorts by distance of a search: when the search is cancelled, an Elasticsearch continues with those of
 * thousands of documents.
 */
export const MAX_ORIGINS = 1_000;

/** Patterns of `_source`. */
export const MAX_PATTERNS = 4_096;

/** Patterns with a star in a list of `_source`: each is tried on each path of a document. */
export const MAX_STARRED_PATTERNS = 256;

/**
 * Entries of `fields` or `docvalue_fields`: patterns are compared with every field, and matching fields are read in
 * every hit.
 */
export const MAX_FETCHED_FIELDS = 256;

/** Checked by each engine: fields whose indexed values a hit carries, Elasticsearch's index.max_docvalue_fields_search. */
export const MAX_DOCVALUE_FIELDS = 100;

/** Fields of `highlight`: each is processed in every hit. */
export const MAX_HIGHLIGHT_FIELDS = 256;

/** Characters of a tag of `highlight`, of hits or of a phrase suggestion, which is written around every match. */
export const MAX_TAG_LENGTH = 1_000;

/**
 * Characters of a separator of the parts of a key or term: with 900,000, a few thousand of them take all memory of an
 * Elasticsearch.
 */
export const MAX_SEPARATOR_LENGTH = 100;

/** Embedded engine: words at all places of a highlighted phrase with slop, each of which is held in memory. */
export const MAX_HIGHLIGHTED_PHRASE_WORDS = 1_000_000;

/**
 * Characters of a format of dates or numbers: formats are cached, and their texts are written for every value and
 * bucket.
 */
export const MAX_FORMAT_LENGTH = 1_000;

/**
 * Characters of a text that the embedded engine reads as a date, and of its date math: each may need an offset of a
 * time zone. Elasticsearch reads longer ones in one pass.
 */
export const MAX_DATE_TEXT_LENGTH = 256;

/** `shard_size` of a phrase suggestion: Elasticsearch allocates all of them at once. */
export const MAX_PHRASE_SHARD_SIZE = 10_000;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;

/**
 * Characters of a text that an answer may repeat in each bucket: names and `meta` of aggregations, names of sources and
 * filters, keys of ranges, fields of `top_metrics`.
 */
export const MAX_REPEATED_LENGTH = 1_000;

/** Characters of the `missing` of an aggregation, which is a key of buckets. */
export const MAX_MISSING_LENGTH = 1_000;

/** Criteria of an `order`: equal buckets are compared by each. */
export const MAX_ORDER_CRITERIA = 64;

/** Percents and values of an aggregation of percentiles, each of which is answered with a text in its format. */
export const MAX_PERCENTS = 2_000;

/** `compression` of percentiles and of `median_absolute_deviation`: Elasticsearch allocates twenty times as many values. */
export const MAX_COMPRESSION = 10_000;

/** Depth of nested aggregations. */
export const MAX_AGGREGATION_DEPTH = 32;

/** Fields of `multi_terms`. */
export const MAX_MULTI_TERMS_FIELDS = 128;

/** `from` + `size` of `top_hits`: Elasticsearch's index.max_inner_result_window. */
export const MAX_TOP_HITS_WINDOW = 100;

/** `size` of `top_metrics`: Elasticsearch's index.top_metrics_max_size. */
export const MAX_TOP_METRICS_SIZE = 10;

/** `max_doc_count` of `rare_terms`. */
export const MAX_RARE_DOC_COUNT = 100;

/**
 * Checked by each engine: buckets of an answer, Elasticsearch's search.max_buckets. Buckets that are made but not
 * answered do not count here, such as those of 100,000 identifiers with a `size` of ten: they count as memory.
 */
export const MAX_BUCKETS = 65_536;

/**
 * Steps of the embedded engine: documents that clauses and aggregations visit, terms, vertices and edges of shapes, distances,
 * characters of sort values.
 */
export const MAX_SEARCH_STEPS = 200_000_000;

/** Memory of a search in the embedded engine until it ends, most of it for buckets as they are made. */
export const MAX_SEARCH_MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * Size of an answer of the embedded engine with highlights, inner hits or unmapped fields, which is completed before
 * its first byte is sent.
 */
export const MAX_WHOLE_ANSWER_BYTES = 8 * 1024 * 1024;
