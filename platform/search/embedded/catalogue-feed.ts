import { Occasionally } from "../../async/occasionally.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../health.ts";
import { LossLog } from "../../loss-log.ts";
import { onProgressOf } from "../../views/changes.ts";
import type { TableListener } from "../documents/written-source.ts";
import type { CatalogueIndexFeed } from "../port.ts";
import { MAX_UNSAVED_CHANGES } from "./following/follower.ts";
import { indexSettings, type SettingsParts } from "./index-settings.ts";
import { SearchProcess } from "./process/host.ts";

/** Minimum milliseconds between two snapshots. Short, since the build is complete only with a snapshot. */
const SNAPSHOT_INTERVAL_MS = 2_000;

/** Builds the index over a build that no process reads yet, so that its first reader finds a snapshot. */
export class EmbeddedIndexFeed implements CatalogueIndexFeed {
  /** The index reads the table. */
  readonly table: TableListener = { written: () => undefined, forget: () => undefined };
  readonly #parts: SettingsParts;
  #engine: SearchProcess | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { database, log } = this.#parts;
    const failures = new LossLog(log);
    const snapshotFailures = new Occasionally();
    const failure = (reason: string, isLoss = false) => {
      if (!isLoss) failures.lost({ reason }, "the search index can't be made just now; trying again");
    };
    const engine = new SearchProcess(
      { ...(await indexSettings(this.#parts)), snapshotIntervalMs: SNAPSHOT_INTERVAL_MS },
      {
        failure,
        snapshotFailure: (reason) =>
          snapshotFailures.do(() => log.warn({ reason }, "the snapshot of the search index can't be written")),
        applied: () => failures.back({}, "the search index is made again"),
        ended: ({ message }) => failure(message),
        silence: () => undefined,
        workerEnded: () => undefined,
        snapshotDiscarded: (reason) => log.warn({ reason }, "the snapshot of the search index was discarded"),
      },
    );
    this.#engine = engine;
    this.#stopListening = await onProgressOf(this.#parts.build.name, database, () => engine.wake());
  }

  /** Undefined until there is a snapshot that lacks few changes, so that readers of the build need not index it again. */
  async shown(): Promise<Position | undefined> {
    const applied = this.#engine?.applied();
    const isSaved = applied && this.#engine && this.#engine.saved() >= applied.sequence - MAX_UNSAVED_CHANGES;
    return isSaved ? applied.position : undefined;
  }

  health(): ComponentHealth {
    return { state: this.#engine?.applied() ? "up" : "degraded" };
  }

  /** Writes the snapshot. */
  async close(): Promise<void> {
    await this.#stopListening?.();
    await this.#engine?.close();
  }
}
