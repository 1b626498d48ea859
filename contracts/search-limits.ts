/**
 * The limits of searches that the interface promises, and how many searches are served at a time. `search-engine/limits.ts`
 * holds the embedded engine's further limits and repeats the promised ones: a test holds the two equal. docs/search.md lists
 * all of them, with the answer to a search beyond each.
 */

/** Size of a search, also when unpacked. */
export const MAX_SEARCH_BYTES = 1024 * 1024;

/** Time limit of a search; it includes the answer if that is streamed. */
export const SEARCH_TIMEOUT_MS = 30_000;

/**
 * Clauses and words of a search. Clauses that a clause expands to, once its fields and terms are known, are counted by the
 * engine: in Elasticsearch up to its own limit, which depends on its heap.
 */
export const MAX_CLAUSES = 4_096;

/** Depth of clauses inside clauses. */
export const MAX_DEPTH = 30;

/**
 * Characters of a wildcard pattern (every term of the field is compared with it), of a prefix, of a pattern of `_source`,
 * and of a term with `case_insensitive`. For 5,000, Elasticsearch takes up to 500 MB, and four times as much for twice the
 * length.
 */
export const MAX_PATTERN_LENGTH = 1_000;

/** Positions of a shape. An edge has one more for each time that it goes around the earth, since engines cut it there. */
export const MAX_POSITIONS = 10_000;

/** `from` + `size` of a search, as Elasticsearch's index.max_result_window. */
export const SEARCH_WINDOW = 10_000;

/** Keys of `sort`, each of which holds its value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/**
 * Origins of all sorts by distance of a search. After a cancellation, Elasticsearch still computes thousands of documents'
 * distances to them.
 */
export const MAX_ORIGINS = 1_000;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;

/**
 * Bytes of answers that one thread of the embedded engine holds until they are read: answers that are built as a whole, and
 * aggregations. Beyond it, the answers that their readers paused longest are cut, or another one is refused.
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

/** Open searches of one client. */
export const MAX_OPEN_PER_CLIENT = 16;

/** Searches that wait for their turn. */
export const MAX_WAITING_SEARCHES = 256;

/** Waiting searches of one client. */
export const MAX_WAITING_PER_CLIENT = 200;

/**
 * Waiting searches of one client that came within the last second, for each search that runs at a time. Few enough that no
 * search takes more than about three times as long as at the engine's full load; on two processors more than a page sends at
 * once. A client that keeps sending twenty a second may still wait while an engine starts or stalls.
 */
export const MAX_NEWLY_WAITING_PER_RUNNING = 12;

/** How long in total a reader may pause its answer before it gives way to waiting searches. */
export const MAX_PAUSED_MS = 2_000;

/** How long a search may run before it gives way to a waiting search of a client that has none open. */
export const MAX_RUN_MS = 5_000;
