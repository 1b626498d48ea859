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
  /** The alias that is searched. */
  readonly alias: string;
}

/**
 * Searches in Elasticsearch. Bodies go there as they came, after the language has read them and found nothing that it
 * does not allow: read only, this index only, bounded. Answers come back as they are.
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
    const path = `/${this.#alias}/_search`;
    const answer = await this.#cluster.send({
      method: "POST",
      // A parameter goes before what the body says.
      path: trackTotalHits === undefined ? `${path}?track_total_hits=true` : path,
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
    // It fails at a few bodies that it should refuse, such as null in `search_after` for a number.
    return new SearchRejected(isNullPointer(answer.error) ? 400 : status, answer.error);
  }
}

function isNullPointer({ root_cause: roots }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(roots) && roots.some((root) => isObject(root) && root["type"] === "null_pointer_exception");
}
