import { totalmem } from "node:os";
import type { Logger } from "pino";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../http/health.ts";
import type { ViewProgress } from "../../views/progress.ts";
import type { ViewReader } from "../../views/reader.ts";
import { readCheckpoint } from "../../views/registry.ts";
import { VIEWS_CHANNEL } from "../../views/schema.ts";
import { TableSource } from "../documents/table-source.ts";
import { catalogueMapping, DYNAMIC_FIELDS } from "../mapping.ts";
import { type CatalogueIndex, type SearchAnswer, type SearchRequest, SearchUnavailable } from "../port.ts";
import { type EmbeddedSearch, openEmbeddedSearch } from "./engine.ts";
import { feedFromTable } from "./feed.ts";

interface IndexParts {
  readonly database: Database;
  readonly progress: Pick<ViewProgress, "join">;
  readonly log: Logger;
}

/** Starts the embedded engine over the catalogue's table, and registers this process as a reader of the view. */
export async function openEmbeddedIndex(parts: IndexParts): Promise<CatalogueIndex> {
  const index = new EmbeddedIndex(parts);
  await index.start();
  return index;
}

const GIB = 2 ** 30;

/** Records in memory are what makes a page of hits fast; 200,000 of them may need this much, where there is enough. */
function sourceMemory(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(GIB, available / 8);
}

class EmbeddedIndex implements CatalogueIndex {
  readonly #parts: IndexParts;
  #engine: EmbeddedSearch | undefined;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #failing = false;
  #closed = false;

  constructor(parts: IndexParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { database } = this.#parts;
    this.#engine = await openEmbeddedSearch({
      indexName: catalogue.name,
      mapping: catalogueMapping,
      dynamicFields: DYNAMIC_FIELDS,
      sourceMemory: sourceMemory(),
      documents: new TableSource(database, catalogue),
      feed: feedFromTable(catalogue, database.connection),
      onApplied: ({ position }) => this.#show(position),
      onFailure: (error) => this.#tell(error),
    });
    this.#stopListening = await database.listen(VIEWS_CHANNEL, () => this.#engine?.wake());
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    if (!this.#engine || !this.#reader?.current) throw new SearchUnavailable("the search index is not up to date");
    return this.#engine.search(request);
  }

  async ready(): Promise<void> {
    await this.#engine?.ready();
    while (!this.#reader?.current && !this.#closed) await delay(10);
  }

  state(): string {
    return this.#engine?.applied()?.position ?? "";
  }

  async health(): Promise<ComponentHealth> {
    const applied = this.#engine?.applied();
    if (applied === undefined) return { state: "down", reason: "the index is being built" };
    const details = { position: applied.position, ...this.#engine?.stats() };
    if (!this.#reader?.current) return { state: "down", reason: "the index is not up to date", ...details };
    const checkpoint = await readCheckpoint(this.#parts.database, catalogue).catch(() => undefined);
    const changesBehind = checkpoint && Math.max(0, checkpoint.sequence - applied.sequence);
    return { state: "up", ...details, changesBehind };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#stopListening?.();
    await this.#engine?.close();
    await this.#reader?.leave();
  }

  #show(position: Position): void {
    if (this.#failing) this.#parts.log.info("the search index follows the catalogue again");
    this.#failing = false;
    if (this.#closed) return;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(catalogue.name, position);
  }

  /** Once for each time that it stops following. */
  #tell(error: unknown): void {
    if (!this.#failing) this.#parts.log.warn({ err: error }, "the search index can't follow the catalogue just now");
    this.#failing = true;
  }
}
