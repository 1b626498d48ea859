import { totalmem } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../http/health.ts";
import type { ViewProgress } from "../../views/progress.ts";
import type { ViewReader } from "../../views/reader.ts";
import { readCheckpoint } from "../../views/registry.ts";
import { VIEWS_CHANNEL } from "../../views/schema.ts";
import { catalogueMapping, DYNAMIC_FIELDS } from "../mapping.ts";
import { type CatalogueIndex, type SearchAnswer, type SearchRequest, SearchUnavailable } from "../port.ts";
import { SEARCH_WORKERS, SearchProcess } from "./process/host.ts";
import { measureProcess } from "./process/metrics.ts";

interface IndexParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Its folder `search` contains the snapshots of the index. */
  readonly dataFolder: string;
}

/**
 * Starts the embedded engine for the catalogue. Registers this process as a reader of the view once the index is
 * complete.
 */
export async function openEmbeddedIndex(parts: IndexParts): Promise<CatalogueIndex> {
  const index = new EmbeddedIndex(parts);
  try {
    await index.start();
  } catch (error) {
    await index.close();
    throw error;
  }
  return index;
}

const GIB = 2 ** 30;
/** Interval at which the source is polled in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Bytes of records to keep in memory, which makes pages of hits fast. 200,000 records may need the maximum. */
function sourceMemory(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(GIB, available / 8);
}

class EmbeddedIndex implements CatalogueIndex {
  readonly concurrency = SEARCH_WORKERS;
  readonly #parts: IndexParts;
  readonly #engine: SearchProcess;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #failing = false;
  #closed = false;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    const { name, version, tables } = catalogue;
    const settings = {
      indexName: name,
      mapping: catalogueMapping,
      dynamicFields: DYNAMIC_FIELDS,
      sourceMemory: sourceMemory(),
      pollIntervalMs: POLL_INTERVAL_MS,
      view: { name, version, tables },
      connection: parts.database.connection,
      snapshotFolder: join(parts.dataFolder, "search"),
    };
    this.#engine = new SearchProcess(settings, {
      applied: ({ position }) => this.#show(position),
      failure: (reason) => this.#tell(reason),
      workerEnded: (reason) => parts.log.warn({ reason }, "a search worker was replaced"),
      snapshotFailure: (reason) => parts.log.warn({ reason }, "the snapshot of the search index can't be written"),
    });
  }

  async start(): Promise<void> {
    measureProcess(this.#parts.metrics, () => this.#engine.stats());
    this.#stopListening = await this.#parts.database.listen(VIEWS_CHANNEL, () => this.#engine.wake());
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    if (!this.#reader?.current) throw new SearchUnavailable("the search index is not up to date");
    return this.#engine.search(request);
  }

  async ready(): Promise<void> {
    await this.#engine.ready();
    while (!this.#reader?.current && !this.#closed) await delay(10);
  }

  state(): string {
    return this.#engine.applied()?.position ?? "";
  }

  async health(): Promise<ComponentHealth> {
    const applied = this.#engine.applied();
    if (applied === undefined) return { state: "down", reason: "the index is being built", ...this.#engine.stats() };
    const details = { position: applied.position, ...this.#engine.stats() };
    if (!this.#reader?.current) return { state: "down", reason: "the index is not up to date", ...details };
    const checkpoint = await readCheckpoint(this.#parts.database, catalogue).catch(() => undefined);
    const changesBehind = checkpoint && Math.max(0, checkpoint.sequence - applied.sequence);
    return { state: "up", ...details, changesBehind };
  }

  async close(): Promise<void> {
    this.#closed = true;
    try {
      await this.#stopListening?.();
    } finally {
      await this.#engine.close();
      await this.#reader?.leave();
    }
  }

  #show(position: Position): void {
    if (this.#failing) this.#parts.log.info("the search index follows the catalogue again");
    this.#failing = false;
    if (this.#closed) return;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(catalogue.name, position);
  }

  /** Logs a failure, once until the index follows again. */
  #tell(reason: string): void {
    if (!this.#failing) this.#parts.log.warn({ reason }, "the search index can't follow the catalogue just now");
    this.#failing = true;
  }
}
