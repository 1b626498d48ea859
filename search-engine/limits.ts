/**
 * The limits of searches, of their shape and of their work. Those of a body's shape are checked as it is read, unless they say
 * otherwise, so that an Elasticsearch behind the same language is guarded by them too.
 */

/** Depth of arrays and objects of a body, as in Elasticsearch. */
export const MAX_SEARCH_JSON_DEPTH = 1_000;

/** Digits of a number of a body, as in Elasticsearch: the time that a longer one takes grows with the square of their number. */
export const MAX_NUMBER_DIGITS = 1_000;

/**
 * Clauses and words of a search. What a clause stands for only once its fields and terms are known is counted by the engine:
 * in Elasticsearch up to its own limit, which goes by its heap.
 */
export const MAX_CLAUSES = 4_096;

/**
 * Embedded engine: words of texts in each of the fields that patterns stand for, which are all fields where a query string
 * names none. Most fields have few of them. An Elasticsearch with a heap of 1 GiB has this limit.
 */
export const MAX_PATTERN_WORDS = 16_384;

/**
 * Characters of a text that is cut into words: one of 900,000 without a word keeps an Elasticsearch busy for half a minute where it
 * is looked for in all fields.
 */
export const MAX_TEXT_LENGTH = 100_000;

/** What a clause or a fuzzy word counts that looks at all terms of a field. */
export const DICTIONARY_CLAUSES = 64;

/**
 * What a regular expression counts, also of `include` and `exclude`. Elasticsearch makes one of 20 characters deterministic for
 * up to a second, and goes on with them all when the search is cancelled.
 */
export const REGEXP_CLAUSES = 256;

/** Fields that a pattern is taken for in highlights of fuzzy terms, and where a query string looks for an expression that is not simple. */
export const PATTERN_FIELDS = 64;

/** What a word of a suggestion's text counts: it is compared with many terms of a field, twice. */
export const SUGGESTED_WORD_CLAUSES = 16;

/** Characters of a suggestion's text: one of 30,000, in a field of keywords a single word, takes half the memory of an Elasticsearch. */
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
 * Characters of a wildcard pattern, with which each term of the field is compared, of a prefix, of a pattern of `_source`, and of a term
 * with `case_insensitive`: for 5,000 an Elasticsearch takes up to 500 MB, and four times as much for twice as many.
 */
export const MAX_PATTERN_LENGTH = 1_000;

/**
 * Characters of a text with `fuzziness`, and of a term of which others are made by edits: an automaton of 30,000 takes all
 * memory of an Elasticsearch.
 */
export const MAX_FUZZY_LENGTH = 1_000;

/** Each engine itself: characters of a regular expression, Elasticsearch's index.max_regex_length. */
export const MAX_REGEXP_LENGTH = 1_000;

/** Each engine itself: states that repetitions in a regular expression are written out to, as in Lucene. */
export const MAX_REPEATED_STATES = 10_000;

/** Each engine itself: the effort to make a regular expression deterministic, as Lucene counts and tells it. */
export const MAX_REGEXP_EFFORT = 10_000;

/** Characters of a `minimum_should_match`: the time in which Elasticsearch reads its spaces grows with the square of their number. */
export const MAX_CONDITION_LENGTH = 1_000;

/** Positions of a shape; an edge has one more for each time that it goes around the earth, where engines cut it. */
export const MAX_POSITIONS = 10_000;

/** Depth of collections inside collections of a shape that is written as text. */
export const MAX_COLLECTION_DEPTH = 100;

/** `from` + `size` of a search, as Elasticsearch's index.max_result_window. */
export const SEARCH_WINDOW = 10_000;

/** Documents that are rescored: Elasticsearch's index.max_rescore_window. */
export const MAX_RESCORE_WINDOW = 10_000;

/** Keys of `sort`, each of which holds its value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/** Characters of the `missing` and the `format` of all keys of a sort, with which each hit is answered. */
export const MAX_SORT_TEXT_LENGTH = 1_000;

/**
 * Places that all sorts by distance of a search start from: an Elasticsearch goes on with those of thousands of documents when the
 * search is cancelled.
 */
export const MAX_ORIGINS = 1_000;

/** Patterns of `_source`. */
export const MAX_PATTERNS = 4_096;

/** Patterns with a star in a list of `_source`: each is tried on each path of a document. */
export const MAX_STARRED_PATTERNS = 256;

/** Entries of `fields` or `docvalue_fields`: patterns are compared with every field, and found fields read in every hit. */
export const MAX_FETCHED_FIELDS = 256;

/** Each engine itself: fields whose indexed values a hit carries, Elasticsearch's index.max_docvalue_fields_search. */
export const MAX_DOCVALUE_FIELDS = 100;

/** Fields of `highlight`: each is looked for in every hit. */
export const MAX_HIGHLIGHT_FIELDS = 256;

/** Characters of a tag of `highlight`, of hits or of a phrase suggestion, which is written around every match. */
export const MAX_TAG_LENGTH = 1_000;

/** Characters that stand between the parts of a key or of a term: of 900,000 a few thousand take all memory of an Elasticsearch. */
export const MAX_SEPARATOR_LENGTH = 100;

/** Embedded engine: words at all places of a highlighted phrase with slop, each of which is held in memory. */
export const MAX_HIGHLIGHTED_PHRASE_WORDS = 1_000_000;

/** Characters of a format of dates or numbers: formats are kept, and what they add is written for every value and bucket. */
export const MAX_FORMAT_LENGTH = 1_000;

/**
 * Characters of a text that the embedded engine looks for a date in, and of what is added to the date: each may ask for an offset
 * of a time zone. Elasticsearch reads longer ones in one pass.
 */
export const MAX_DATE_TEXT_LENGTH = 256;

/** `shard_size` of a phrase suggestion: Elasticsearch makes place for all of them at once. */
export const MAX_PHRASE_SHARD_SIZE = 10_000;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;

/**
 * Characters of what an answer may repeat in each of its buckets: names and `meta` of aggregations, names of sources and filters,
 * keys of ranges, fields of `top_metrics`.
 */
export const MAX_REPEATED_LENGTH = 1_000;

/** Characters of the `missing` of an aggregation, which buckets have as key. */
export const MAX_MISSING_LENGTH = 1_000;

/** Criteria of an `order`: equal buckets are compared by each. */
export const MAX_ORDER_CRITERIA = 64;

/** Percents and values of an aggregation of percentiles, each of which is answered with a text in its format. */
export const MAX_PERCENTS = 2_000;

/** `compression` of percentiles and of `median_absolute_deviation`: Elasticsearch makes place for twenty times as many values. */
export const MAX_COMPRESSION = 10_000;

/** Depth of aggregations below aggregations. */
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
 * Each engine itself: buckets of an answer, Elasticsearch's search.max_buckets. Neither engine counts here what it makes and
 * does not answer, such as a bucket for each of 100,000 identifiers of which ten are asked for: that takes memory.
 */
export const MAX_BUCKETS = 65_536;

/**
 * Steps of the embedded engine: documents that clauses and aggregations visit, terms, vertices and edges of shapes, distances,
 * characters of sort values.
 */
export const MAX_SEARCH_STEPS = 200_000_000;

/** Memory that a search takes in the embedded engine until it ends: above all of buckets as they are made. */
export const MAX_SEARCH_MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * Size of an answer of the embedded engine with highlights, hits inside hits or unmapped fields: it is made whole before its
 * first byte is sent.
 */
export const MAX_WHOLE_ANSWER_BYTES = 8 * 1024 * 1024;
