import type { Registry } from "prom-client";
import { buildName } from "../../../contracts/views/declaration.ts";
import { delay } from "../../async/delay.ts";
import { Occasionally } from "../../async/occasionally.ts";
import { messageOf } from "../../errors.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../health.ts";
import { LossLog } from "../../loss-log.ts";
import { onProgressOf } from "../../views/changes.ts";
import type { ViewProgress } from "../../views/progress.ts";
import type { ViewReader } from "../../views/reader.ts";
import { readCheckpoint, registeredBuilds } from "../../views/registry.ts";
import type { SearchCounts } from "../admission.ts";
import { type CatalogueIndex, type SearchAnswer, type SearchRequest, SearchUnavailable } from "../port.ts";
import type { TracedIndex } from "../traced-index.ts";
import { indexSettings, type SettingsParts, snapshotFolder } from "./index-settings.ts";
import { type IndexSettings, SearchProcess, type SearchProcessEvents } from "./process/host.ts";
import { measureProcess } from "./process/metrics.ts";
import { removeSnapshotsOfBuilds } from "./snapshots/files.ts";

interface IndexParts extends SettingsParts {
  readonly progress: Pick<ViewProgress, "join">;
  readonly metrics: Registry;
  readonly tracedIndex?: TracedIndex | undefined;
  readonly countSearches: () => SearchCounts;
}

/**
 * Starts the embedded engine over a build of the catalogue. Registers this process as a reader of the view once the index is
 * complete.
 */
export async function openEmbeddedIndex(parts: IndexParts): Promise<CatalogueIndex> {
  const index = new EmbeddedIndex(parts, await indexSettings(parts));
  try {
    await index.start();
  } catch (error) {
    await index.close();
    throw error;
  }
  return index;
}

/** Removes the snapshots of builds that no longer exist. */
async function removeOldSnapshots({ database, dataFolder }: IndexParts): Promise<void> {
  const kept = new Set((await registeredBuilds(database)).map(buildName));
  removeSnapshotsOfBuilds(snapshotFolder(dataFolder), (build) => kept.has(build));
}

class EmbeddedIndex implements CatalogueIndex {
  readonly #parts: IndexParts;
  readonly #engine: SearchProcess;
  #reader: ViewReader | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  readonly #processLosses: LossLog;
  readonly #failures: LossLog;
  #closed = false;

  constructor(parts: IndexParts, settings: IndexSettings) {
    this.#parts = parts;
    this.#processLosses = new LossLog(parts.log);
    this.#failures = new LossLog(parts.log);
    const snapshotFailures = new Occasionally();
    const events: SearchProcessEvents = {
      applied: ({ position }) => this.#show(position),
      failure: (reason, isLoss) => {
        if (!isLoss) this.#failures.lost({ reason }, "the search index can't follow the catalogue just now");
      },
      ended: ({ exitCode, signal, wasSilent, figures }) => {
        const end = { exitCode, signal, wasSilent, ...figures };
        this.#processLosses.lost(end, "the search process has ended and is started again", "info");
      },
      silence: (isSilent) => {
        if (isSilent) this.#processLosses.lost({}, "the search process does not answer");
        else this.#processLosses.back({}, "the search process answers again");
      },
      workerEnded: (reason, exitCode, figures) =>
        parts.log.warn({ reason, exitCode, ...figures }, "a search worker was replaced"),
      snapshotFailure: (reason) =>
        snapshotFailures.do(() => parts.log.warn({ reason }, "the snapshot of the search index can't be written")),
      snapshotDiscarded: (reason) => parts.log.warn({ reason }, "the snapshot of the search index was discarded"),
    };
    this.#engine = new SearchProcess(settings, events, parts.countSearches);
  }

  async start(): Promise<void> {
    await removeOldSnapshots(this.#parts).catch((error: unknown) =>
      this.#parts.log.warn({ reason: messageOf(error) }, "old snapshots can't be removed"),
    );
    measureProcess(this.#parts.metrics, () => this.#engine.stats());
    this.#stopListening = await onProgressOf(this.#parts.build.name, this.#parts.database, () => this.#engine.wake());
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    if (!this.#reader?.current) throw new SearchUnavailable("the search index is not up to date");
    return this.#engine.search(request);
  }

  async ready(): Promise<void> {
    await this.#engine.ready();
    while (!this.#reader?.current && !this.#closed) await delay(10);
  }

  shows(): Position | undefined {
    return this.#engine.applied()?.position;
  }

  state(): string {
    return `${this.#parts.build.schema} ${this.shows()}`;
  }

  async health(): Promise<ComponentHealth> {
    const applied = this.#engine.applied();
    if (applied === undefined) return { state: "down", reason: this.#engine.whyUnavailable(), ...this.#engine.stats() };
    const details = { position: applied.position, ...this.#engine.stats() };
    if (!this.#reader?.current) return { state: "down", reason: "the index is not up to date", ...details };
    const checkpoint = await readCheckpoint(this.#parts.database, this.#parts.build).catch(() => undefined);
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
    // A process that keeps ending applies something each time.
    this.#processLosses.back({}, "the search process answers again", true);
    this.#failures.back({}, "the search index follows the catalogue again");
    this.#parts.tracedIndex?.shown(this.#parts.build.schema, position);
    if (this.#closed) return;
    if (this.#reader) this.#reader.report(position);
    else this.#reader = this.#parts.progress.join(this.#parts.build, position);
  }
}
