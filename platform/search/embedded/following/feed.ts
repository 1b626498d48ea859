import type { Worker } from "node:worker_threads";
import { Backoff } from "../../../async/backoff.ts";
import { type ConnectionSettings, DatabaseUnavailable } from "../../../database/port.ts";
import { startWorker, workerUrl } from "../../../worker.ts";
import type { DocumentView } from "../../documents/table-source.ts";
import type { TableSettings } from "./building.ts";
import type { FollowSettings, IndexUpdate } from "./follower.ts";

/** Builds an index and keeps it up to date. */
export interface IndexFeed {
  start(settings: FeedSettings): RunningFeed;
}

/** Location of the snapshots of the index, and those that it may begin with. */
export interface SnapshotSettings {
  /** The log that the documents come from: a snapshot of another log, or of this one before it was restored, is not read. */
  readonly logId: string;
  /** Folder of this index's snapshots. */
  readonly folder: string;
  /** Other builds of the version, in the order in which to try to begin with their snapshots. */
  readonly siblings?: readonly { readonly view: DocumentView; readonly folder: string }[];
}

export interface FeedSettings extends FollowSettings {
  /** Without these there are no snapshots. */
  readonly snapshotSettings?: SnapshotSettings;
  /** Call `release` once nobody reads the data that the update has replaced. */
  readonly onUpdate: (update: IndexUpdate, release: () => void) => void;
  /** Called when the source or the worker fails. It is retried. */
  readonly onFailure: (error: unknown) => void;
  /** Called when a snapshot can't be written. */
  readonly onSnapshotFailure?: (error: unknown) => void;
  /** Called when there is a snapshot with which the index can't begin. */
  readonly onSnapshotDiscarded?: (error: unknown) => void;
  /** Called when there is a snapshot up to this change. */
  readonly onSaved?: (sequence: number) => void;
}

export interface RunningFeed {
  /** Signals that the source may have changed. */
  wake(): void;
  close(): Promise<void>;
}

/** `workerData` of the indexing worker. */
export interface IndexingSettings extends TableSettings, FollowSettings, Pick<FeedSettings, "snapshotSettings"> {
  /** Whether the index begins without a snapshot, even if there is one. */
  readonly ignoresSnapshots: boolean;
}

export type ToWorker =
  | "wake"
  | "close"
  /** Nobody reads the data any more that the publication with this number has replaced. */
  | { readonly release: number };
export type FromWorker =
  | { readonly kind: "update"; readonly update: IndexUpdate }
  /** `loss`: the reason if the database is lost, since errors lose their classes between threads. */
  | { readonly kind: "failure"; readonly error: unknown; readonly loss: string | undefined }
  | { readonly kind: "snapshot-failure"; readonly error: unknown }
  | { readonly kind: "snapshot-discarded"; readonly error: unknown }
  | { readonly kind: "saved"; readonly sequence: number };

const resourceLimits = { maxOldGenerationSizeMb: 4096 };

/** Time for a last snapshot. */
const CLOSE_TIMEOUT_MS = 4_000;

/** Delays before a worker that has ended is replaced, until one publishes an index. */
const RESTART_DELAYS = { firstMs: 1_000, maxMs: 30_000 };

/** If the worker has ended so often before it published an index, the next one begins without a snapshot. */
const MAX_ENDS_WITH_SNAPSHOT = 2;

/** The members of a worker thread in use. */
export type IndexingThread = Pick<Worker, "postMessage" | "terminate" | "on" | "once">;

const startThread = (workerData: IndexingSettings): IndexingThread =>
  startWorker(workerUrl(import.meta.url, "./indexing.worker"), { workerData, resourceLimits });

/** Builds in a worker thread, which reads the documents' table over a connection of its own. */
export function feedFromTable(
  { name, version, generation, tables }: DocumentView,
  connection: ConnectionSettings,
  start = startThread,
): IndexFeed {
  return {
    start({ onUpdate, onFailure, onSnapshotFailure, onSnapshotDiscarded, onSaved, ...settings }) {
      const view = { name, version, generation, tables };
      const backoff = new Backoff(RESTART_DELAYS);
      let closed = false;
      let hasExited = false;
      /** Number of ends of the worker since an index was published. */
      let ends = 0;
      let worker: IndexingThread;
      const launch = () => {
        hasExited = false;
        const launched = start({ ...settings, view, connection, ignoresSnapshots: ends >= MAX_ENDS_WITH_SNAPSHOT });
        worker = launched;
        // Holds only the number: the publication would keep its segments in memory.
        const releaseOf = (number: number | undefined) => () => {
          if (number !== undefined) launched.postMessage({ release: number } satisfies ToWorker);
        };
        worker.on("message", (message: FromWorker) => {
          if (message.kind === "update") {
            ends = 0;
            backoff.reset();
            onUpdate(message.update, releaseOf(message.update.publication?.number));
          } else if (message.kind === "failure")
            onFailure(message.loss === undefined ? message.error : new DatabaseUnavailable(message.loss));
          else if (message.kind === "saved") onSaved?.(message.sequence);
          else if (message.kind === "snapshot-discarded") onSnapshotDiscarded?.(message.error);
          else onSnapshotFailure?.(message.error);
        });
        worker.on("error", onFailure);
        // The index can be rebuilt: a worker that has ended is replaced.
        worker.on("exit", () => {
          hasExited = true;
          if (closed) return;
          ends++;
          if (ends === MAX_ENDS_WITH_SNAPSHOT && settings.snapshotSettings) {
            onSnapshotDiscarded?.(new Error("the thread that indexes has ended twice before it was up to date"));
          }
          setTimeout(() => closed || launch(), backoff.next());
        });
      };
      launch();
      return {
        wake: () => worker.postMessage("wake" satisfies ToWorker),
        async close() {
          closed = true;
          if (hasExited) return;
          const exited = new Promise((resolve) => worker.once("exit", resolve));
          worker.postMessage("close" satisfies ToWorker);
          const giveUp = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
          await exited;
          clearTimeout(giveUp);
        },
      };
    },
  };
}
