import type { catalogue } from "../../../contracts/views/catalogue.ts";
import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../health.ts";
import type { ViewProgress } from "../../views/progress.ts";
import type { ViewReader } from "../../views/reader.ts";
import { readCheckpoint } from "../../views/registry.ts";
import { type CatalogueIndex, type SearchAnswer, type SearchRequest, SearchUnavailable } from "../port.ts";
import { type AppliedIndex, followApplied } from "./applied.ts";
import { indexAlias } from "./catalogue-index.ts";
import type { Cluster } from "./cluster.ts";
import { ElasticsearchSearch } from "./engine.ts";

export interface ElasticsearchIndexParts {
  readonly build: typeof catalogue;
  readonly cluster: Cluster;
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  /** Id of the log that the index is built from. */
  readonly logId: string;
}

/** Timeout of the cluster's health request. */
const HEALTH_TIMEOUT_MS = 1_000;

/**
 * Opens the index that a projector feeds. Registers this process as a reader of the view once the index is complete.
 */
export async function openElasticsearchIndex(parts: ElasticsearchIndexParts): Promise<CatalogueIndex> {
  const index = new ElasticsearchIndex(parts);
  await index.start();
  return index;
}

class ElasticsearchIndex implements CatalogueIndex {
  readonly #parts: ElasticsearchIndexParts;
  readonly #engine: ElasticsearchSearch;
  #applied: AppliedIndex | undefined;
  #reader: ViewReader | undefined;
  #closed = false;

  constructor(parts: ElasticsearchIndexParts) {
    const alias = indexAlias(parts.build, parts.logId);
    this.#parts = parts;
    this.#engine = new ElasticsearchSearch({ cluster: parts.cluster, alias });
  }

  async start(): Promise<void> {
    const { build, database } = this.#parts;
    this.#applied = await followApplied(database, build, ({ position }) => this.#show(position));
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    if (this.#reader?.current) return this.#engine.search(request);
    return Promise.reject(new SearchUnavailable("the search index is not up to date"));
  }

  async ready(): Promise<void> {
    while (!this.#reader?.current && !this.#closed) await delay(10);
  }

  shows(): Position | undefined {
    return this.#applied?.applied()?.position;
  }

  state(): string {
    return `${this.#parts.build.schema} ${this.shows()}`;
  }

  async health(): Promise<ComponentHealth> {
    const engine = "elasticsearch";
    const applied = this.#applied?.applied();
    if (applied === undefined && !this.#reader) return { state: "down", engine, reason: "the index is being built" };
    const details = { engine, position: applied?.position };
    if (!this.#reader?.current) return { state: "down", reason: "the index is not up to date", ...details };
    const cluster = await this.#parts.cluster.health(AbortSignal.timeout(HEALTH_TIMEOUT_MS)).catch(() => undefined);
    if (cluster === undefined) return { state: "down", reason: "Elasticsearch can't be used just now", ...details };
    const checkpoint = await readCheckpoint(this.#parts.database, this.#parts.build).catch(() => undefined);
    const changesBehind = checkpoint && applied && Math.max(0, checkpoint.sequence - applied.sequence);
    return { state: "up", cluster, ...details, changesBehind };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#applied?.close();
    await this.#reader?.leave();
  }

  #show(position: Position): void {
    if (this.#closed) return;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(this.#parts.build, position);
  }
}
