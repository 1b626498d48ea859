import { isUtf8 } from "node:buffer";
import { readBody } from "../language/body.ts";
import { parsingException } from "../language/errors.ts";
import { isObject, type JsonObject } from "../language/json.ts";
import { tokenOf } from "../language/options.ts";
import {
  type SearchAnswer,
  type SearchEngine,
  SearchRejected,
  type SearchRequest,
  SearchUnavailable,
} from "../port.ts";
import type { Cluster } from "./cluster.ts";
import { isPlain } from "./plain-search.ts";

/** Refuses a search that has anything but what is on the list of supported members. @throws SearchRejected */
export type SearchGuard = (search: JsonObject) => void;

export interface ElasticsearchOptions {
  readonly cluster: Cluster;
  /** The alias that is searched. */
  readonly alias: string;
  /** Looks at every search that is not plain: read only, this index only, bounded. */
  readonly guard: SearchGuard;
}

/** Searches in Elasticsearch: bodies go there as they came, answers come back as they are. */
export class ElasticsearchSearch implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #path: string;
  readonly #guard: SearchGuard;

  constructor({ cluster, alias, guard }: ElasticsearchOptions) {
    this.#cluster = cluster;
    this.#path = `/${alias}/_search`;
    this.#guard = guard;
  }

  async search({ body, search, signal }: SearchRequest): Promise<SearchAnswer> {
    const saysTotal = search && isPlain(search, body) ? TOTAL in search : this.#readAllowed(body).has(TOTAL);
    const answer = await this.#cluster.send({
      method: "POST",
      // A parameter goes before what the body says.
      path: saysTotal ? this.#path : `${this.#path}?${TOTAL}=true`,
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      signal,
    });
    if (answer.status === 200) return answer;
    throw this.#refusal(answer.status, await this.#cluster.readJson(answer.body));
  }

  #readAllowed(body: Uint8Array): JsonObject {
    const search = readSearch(body);
    this.#guard(search);
    return search;
  }

  #refusal(status: number, answer: unknown): Error {
    const refusal = this.#cluster.refusal(status, answer);
    if (refusal instanceof SearchUnavailable) return refusal;
    if (refusal.type === "index_not_found_exception") return new SearchUnavailable("the search index is being built");
    const { error } = (answer ?? {}) as { error?: unknown };
    if (typeof error !== "object" || error === null) return new SearchUnavailable(refusal.message);
    return new SearchRejected(status, error as Readonly<Record<string, unknown>>);
  }
}

const TOTAL = "track_total_hits";

/** Reads the body at least as strictly as the engine does: what the guard sees must be all that the engine sees. */
function readSearch(body: Uint8Array): JsonObject {
  if (!isUtf8(body)) throw parsingException("the search is not UTF-8");
  const search = readBody(body);
  if (isObject(search)) return search;
  throw parsingException(`Expected [START_OBJECT] but found [${tokenOf(search)}]`, { line: 1, col: 1 });
}
