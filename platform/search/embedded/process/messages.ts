import type { ConnectionSettings } from "../../../database/port.ts";
import type { SourceHead } from "../../documents/source.ts";
import type { DocumentView } from "../../documents/table-source.ts";
import type { SnapshotSettings } from "../following/feed.ts";
import type { FollowSettings, IndexUpdate } from "../following/follower.ts";

/** Settings of the search process. Contains a secret: passed over the IPC channel, never as arguments. */
export interface ProcessSettings extends FollowSettings {
  readonly indexName: string;
  readonly snapshotSettings: SnapshotSettings;
  readonly view: DocumentView;
  readonly connection: ConnectionSettings;
  readonly workers: number;
}

export interface ProcessStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
  /** Resident memory of the whole process. */
  readonly residentBytes: number;
}

/** From the service to the search process. */
export type ToProcess =
  | { readonly kind: "start"; readonly settings: ProcessSettings }
  | { readonly kind: "wake" }
  /** Requests `stats`, which show that it is alive. */
  | { readonly kind: "ping" }
  /** Nothing listens at the socket of the worker with this number. */
  | { readonly kind: "replace"; readonly number: number }
  /** Write a last snapshot if it is worth while, and end. */
  | { readonly kind: "close" };

/** From the search process to the service. */
export type FromProcess =
  /** The worker with this number accepts searches at the socket in this folder. */
  | { readonly kind: "worker"; readonly number: number; readonly folder: string }
  /** The worker is silent: it gets no searches until it accepts them again. */
  | { readonly kind: "worker-away"; readonly number: number }
  /** The worker was replaced. `exitCode` is undefined if it hangs. */
  | {
      readonly kind: "worker-ended";
      readonly number: number;
      readonly reason: string;
      readonly exitCode: number | undefined;
    }
  /** All workers reflect this state of the source. */
  | { readonly kind: "applied"; readonly head: SourceHead }
  /** The snapshot on disk has all changes up to this one. */
  | { readonly kind: "saved"; readonly sequence: number }
  | { readonly kind: "stats"; readonly stats: ProcessStats }
  /** The index can't follow its source at the moment. `isLoss`: the database is lost. */
  | { readonly kind: "failure"; readonly reason: string; readonly isLoss: boolean }
  | { readonly kind: "snapshot-failure"; readonly reason: string }
  /** There was a snapshot that the index can't begin with. */
  | { readonly kind: "snapshot-discarded"; readonly reason: string };

/** `workerData` of a search worker. */
export type WorkerSettings = Pick<
  ProcessSettings,
  "indexName" | "mapping" | "dynamicFields" | "view" | "connection"
> & {
  readonly socket: string;
};

/** From the search process's main thread to a worker. */
export type ToWorker =
  | { readonly kind: "update"; readonly update: IndexUpdate; readonly number: number }
  | { readonly kind: "ping" };

/** From a worker to the main thread. */
export type FromWorker =
  | { readonly kind: "listening" }
  /** Searches that begin from now on reflect the update with this number. */
  | { readonly kind: "applied"; readonly number: number }
  /** No search reads data any more that this update or an earlier one has replaced. */
  | { readonly kind: "released"; readonly number: number }
  | { readonly kind: "pong" };
