import type { ConnectionSettings } from "../../../database/port.ts";
import type { SourceHead } from "../../documents/source.ts";
import type { DocumentView } from "../../documents/table-source.ts";
import type { IndexUpdate } from "../follower.ts";
import type { MappingJson } from "../index/schema.ts";

/** What the search process is started with. Contains a secret: it goes over the process's channel, never its arguments. */
export interface ProcessSettings {
  readonly indexName: string;
  readonly mapping: MappingJson;
  readonly dynamicFields: number;
  readonly sourceMemory: number;
  readonly pollIntervalMs: number;
  /** Where snapshots of indexes lie. */
  readonly snapshotFolder: string;
  readonly view: DocumentView;
  readonly connection: ConnectionSettings;
  /** Where the workers' sockets lie. */
  readonly socketFolder: string;
  readonly workers: number;
}

export interface ProcessStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
  /** Of the whole process. */
  readonly residentBytes: number;
}

/** From the service to the search process. */
export type ToProcess =
  | { readonly kind: "start"; readonly settings: ProcessSettings }
  | { readonly kind: "wake" }
  /** Write a last snapshot if it is worth while, and end. */
  | { readonly kind: "close" };

/** From the search process to the service. */
export type FromProcess =
  /** The worker with this number answers searches at its socket. */
  | { readonly kind: "worker"; readonly number: number; readonly socket: string }
  | { readonly kind: "worker-ended"; readonly number: number; readonly reason: string }
  /** Every worker searches what the source held there. */
  | { readonly kind: "applied"; readonly head: SourceHead }
  | { readonly kind: "stats"; readonly stats: ProcessStats }
  /** The index can't follow its source just now. */
  | { readonly kind: "failure"; readonly reason: string }
  | { readonly kind: "snapshot-failure"; readonly reason: string };

/** What a search worker is started with. */
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
  /** Searches that begin from now on see the update with this number. */
  | { readonly kind: "applied"; readonly number: number }
  | { readonly kind: "pong" };
