import { AGGREGATION_LIMITS } from "./aggregation-limits.ts";
import { BROKEN, type LimitName, type ListedLimit } from "./listed-limit.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import { QUERY_LIMITS } from "./query-limits.ts";

const BUSY = { answer: "503 `busy`, with `Retry-After`" };

/** Each limit, in the order of the document. */
export const LISTED_LIMITS: Readonly<Record<LimitName, ListedLimit>> = {
  ...QUERY_LIMITS,
  ...PAGE_LIMITS,
  ...AGGREGATION_LIMITS,
  MAX_SEARCH_STEPS: {
    name: "steps: documents that clauses, keys of `sort` and aggregations look at, terms, positions of phrases, vertices and edges of shapes, distances, characters of sort values",
    beyond: BROKEN,
    by: "embedded",
  },
  MAX_SEARCH_MEMORY_BYTES: {
    name: "memory of the search, also for buckets that are not answered and matches that are highlighted",
    beyond: { answer: "`circuit_breaking_exception`; `too_many_buckets_exception` where a bucket needs it" },
    by: "embedded",
  },
  MAX_WHOLE_ANSWER_BYTES: {
    name: "size of an answer with highlights, `inner_hits` or unmapped fields",
    beyond: BROKEN,
    by: "embedded",
  },
  MAX_HELD_ANSWERS_BYTES: {
    name: "large answers that a thread holds until they are read",
    beyond: {
      answer: "the answer whose reader has paused longest is cut; 503 `engine-unavailable` where none has paused long",
    },
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
  MAX_OPEN_PER_CLIENT: { name: "of these, searches of one client", beyond: { answer: "waits for its turn" } },
  MAX_WAITING_SEARCHES: { name: "searches that wait for their turn", beyond: BUSY },
  MAX_WAITING_PER_CLIENT: { name: "of these, searches of one client", beyond: BUSY },
  MAX_NEWLY_WAITING_PER_RUNNING: {
    name: "of these, searches that came within a second, for each search that runs at a time",
    beyond: BUSY,
  },
  MAX_PAUSED_MS: {
    name: "time that a reader pauses its answer, while others wait for its place",
    beyond: { answer: "the answer is cut" },
  },
  MAX_RUN_MS: {
    name: "time that a search runs, pauses of its reader aside, while a client that has none waits for its place",
    beyond: { answer: "503 `busy`, with `Retry-After`; an answer that has begun is cut" },
  },
};
