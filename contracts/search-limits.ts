/**
 * The limits of searches that the interface promises, and how many searches are served at a time. Those that an engine has besides
 * are in `search-engine/limits.ts`, where the promised ones stand too: a test holds the two equal. docs/search.md lists all of them,
 * with what a search beyond each is answered.
 */

/** Size of a search, also when unpacked. */
export const MAX_SEARCH_BYTES = 1024 * 1024;

/** Time limit of a search; it includes the answer if that is streamed. */
export const SEARCH_TIMEOUT_MS = 30_000;

/**
 * Clauses and words of a search. What a clause stands for only once its fields and terms are known is counted by the engine:
 * in Elasticsearch up to its own limit, which goes by its heap.
 */
export const MAX_CLAUSES = 4_096;

/** Depth of clauses inside clauses. */
export const MAX_DEPTH = 30;

/**
 * Characters of a wildcard pattern, with which each term of the field is compared, of a prefix, of a pattern of `_source`, and of a term
 * with `case_insensitive`: for 5,000 an Elasticsearch takes up to 500 MB, and four times as much for twice as many.
 */
export const MAX_PATTERN_LENGTH = 1_000;

/** Positions of a shape; an edge has one more for each time that it goes around the earth, where engines cut it. */
export const MAX_POSITIONS = 10_000;

/** `from` + `size` of a search, as Elasticsearch's index.max_result_window. */
export const SEARCH_WINDOW = 10_000;

/** Keys of `sort`, each of which holds its value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/**
 * Places that all sorts by distance of a search start from: an Elasticsearch goes on with those of thousands of documents when the
 * search is cancelled.
 */
export const MAX_ORIGINS = 1_000;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;

/**
 * Embedded engine: bytes of answers that one of its threads holds until they are read, of those that are made whole and of
 * aggregations. Beyond it those whose readers let them wait longest are cut, or another is refused.
 */
export const MAX_HELD_ANSWERS_BYTES = 64 * 1024 * 1024;

/** Hits of the search by extent. */
export const MAX_EXTENT_HITS = 1_000;

/** Different names of variables that the search by extent knows. */
export const MAX_VARIABLE_NAMES = 10_000;

/**
 * Searches that Elasticsearch is given at a time, which leaves it capacity for indexing; the embedded engine gets as many as
 * there are processors.
 */
export const MAX_CONCURRENT_SEARCHES = 32;

/** Searches that run or whose answer is being read, at a time. */
export const MAX_OPEN_SEARCHES = 64;

/** Of these, those of one client. */
export const MAX_OPEN_PER_CLIENT = 16;

/** Searches that wait for their turn. */
export const MAX_WAITING_SEARCHES = 256;

/** Of these, those of one client. */
export const MAX_WAITING_PER_CLIENT = 200;

/**
 * Of these, those that came within a second, for each search that runs at a time: few enough that none takes more than about three
 * times as long as where the engine is busiest, and on two processors more than a page sends at once. A client that goes on sending
 * twenty a second may wait while an engine has just started or stands still.
 */
export const MAX_NEWLY_WAITING_PER_RUNNING = 12;

/** How long a reader may let its answer wait in all before it gives way, where other searches wait for it. */
export const MAX_PAUSED_MS = 2_000;

/** How long a search may run before it gives way, where a client of which nothing is open waits for its place. */
export const MAX_RUN_MS = 5_000;
