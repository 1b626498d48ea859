import { SEARCH_TIMEOUT_MS } from "../../../contracts/search-limits.ts";
import {
  type SearchAnswer,
  type SearchEngine,
  SearchRejected,
  type SearchRequest,
  SearchUnavailable,
} from "../port.ts";
import { readAllowed } from "./allow-list.ts";
import { type Cluster, isErrorObject, isObject } from "./cluster.ts";

export interface ElasticsearchOptions {
  readonly cluster: Cluster;
  /** The alias to search. */
  readonly alias: string;
}

/**
 * Types of errors that Elasticsearch answers with status 500 although the body caused them, such as null in
 * `search_after` for a number, text that is not a number in a range with a format, a negative score of a function, or
 * suggestions from points. Where errors of the server have the type too, with the beginning of the reason.
 */
const UNFORESEEN: ReadonlyMap<unknown, string> = new Map([
  // A negative value in a histogram of `hdr`.
  ["array_index_out_of_bounds_exception", "The value "],
  // A minimum of matches from a field of texts.
  ["class_cast_exception", "class org.elasticsearch.index.fielddata."],
  ["exception", ""],
  // An analyzer used twice at a time.
  ["illegal_state_exception", "TokenStream contract violation"],
  ["null_pointer_exception", ""],
  ["runtime_exception", ""],
  // A highlighted pattern.
  ["too_complex_to_determinize_exception", ""],
  ["unsupported_operation_exception", ""],
]);

/**
 * Parameters of every search, which replace the body's own: a timeout, in case nobody cancels an abandoned search, and
 * no statistics groups, each of which a shard keeps for ever.
 */
const LIMITED = `timeout=${SEARCH_TIMEOUT_MS}ms&stats=`;
/** By default Elasticsearch counts hits only up to 10,000. */
const COUNTED = `${LIMITED}&track_total_hits=true`;

/**
 * Searches in Elasticsearch. The query language validates a body (read-only, this index only, bounded); it is then
 * forwarded unchanged. Answers are passed through unchanged.
 */
export class ElasticsearchSearch implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #alias: string;

  constructor({ cluster, alias }: ElasticsearchOptions) {
    this.#cluster = cluster;
    this.#alias = alias;
  }

  async search({ body, signal }: SearchRequest): Promise<SearchAnswer> {
    const { trackTotalHits } = readAllowed(body, this.#alias);
    const answer = await this.#cluster.send({
      method: "POST",
      path: `/${this.#alias}/_search?${trackTotalHits === undefined ? COUNTED : LIMITED}`,
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      signal,
    });
    if (answer.status === 200) return answer;
    throw this.#refusal(answer.status, await this.#cluster.readJson(answer.body));
  }

  #refusal(status: number, answer: unknown): Error {
    const refusal = this.#cluster.refusal(status, answer);
    if (refusal instanceof SearchUnavailable) return refusal;
    if (refusal.type === "index_not_found_exception") return new SearchUnavailable("the search index is being built");
    if (!isErrorObject(answer)) return new SearchUnavailable(refusal.message);
    return new SearchRejected(isUnforeseen(answer.error) ? 400 : status, answer.error);
  }
}

function isUnforeseen({ root_cause: roots }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(roots) && roots.some(isUnforeseenRoot);
}

function isUnforeseenRoot(root: unknown): boolean {
  if (!isObject(root)) return false;
  const beginning = UNFORESEEN.get(root["type"]);
  return beginning !== undefined && String(root["reason"]).startsWith(beginning);
}
