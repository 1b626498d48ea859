import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, resourceLimits, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../../database/connect.ts";
import { messageOf, tellsOfLoss } from "../../../errors.ts";
import { workInBackground } from "../../../worker.ts";
import { tableGeneration } from "../../documents/generation.ts";
import { type DocumentView, TableSource } from "../../documents/table-source.ts";
import { type Snapshot, SnapshotStore, type Snapshots } from "../snapshots/store.ts";
import { BuildingThread } from "./building.ts";
import type { FromWorker, IndexingSettings, SnapshotSettings, ToWorker } from "./feed.ts";
import { EmbeddedFollower, type Help } from "./follower.ts";
import { isUsable, type Sibling } from "./sibling.ts";

const port = parentPort;
if (!port) throw new Error("this module runs as a worker thread");

workInBackground();
const { view, connection, snapshotSettings, ignoresSnapshots, ...settings }: IndexingSettings = workerData;
const database = connectDatabase(connection, { logger: pino({ enabled: false }), poolSize: 2 });
const source = new TableSource(database, view);
const help: Help = {
  parts: (...limits) => source.parts(...limits),
  builder: () => new BuildingThread({ view, connection }, resourceLimits),
};
const tell = (message: FromWorker) => port.postMessage(message);
setFlagsFromString("--expose-gc");
/**
 * Frees this thread's own memory of building and merging, since it makes too little other garbage for a collection
 * soon.
 */
const collectGarbage: () => void = runInNewContext("gc");

/** The snapshots of the index of a table of a log with this mapping. */
async function storeOf(logId: string, table: string, folder: string): Promise<SnapshotStore> {
  const generation = await tableGeneration(database, table);
  const { dynamicFields, mapping } = settings;
  return new SnapshotStore(folder, [logId, generation, dynamicFields, JSON.stringify(mapping)].join("/"));
}

/** Snapshots of this index. `load` finds none where they are ignored. The table's generation is read on first use. */
function snapshotsOf({ logId, folder }: SnapshotSettings): Snapshots {
  let store: Promise<SnapshotStore> | undefined;
  const opened = () => {
    store ??= storeOf(logId, view.tables.records, folder);
    store.catch(() => {
      store = undefined;
    });
    return store;
  };
  return {
    load: async () => (ignoresSnapshots ? undefined : (await opened()).load()),
    save: async (snapshot) => (await opened()).save(snapshot),
  };
}

async function findSibling({ logId, siblings = [] }: SnapshotSettings): Promise<Sibling | undefined> {
  if (ignoresSnapshots) return undefined;
  for (const other of siblings) {
    // Its table may have been dropped.
    const snapshot = await snapshotOf(logId, other.view, other.folder).catch(() => undefined);
    if (snapshot) return { snapshot, current: (ids) => source.current(ids) };
  }
  return undefined;
}

async function snapshotOf(logId: string, view: DocumentView, folder: string): Promise<Snapshot | undefined> {
  const store = await storeOf(logId, view.tables.records, folder);
  // The process that serves it may replace it while it is read.
  const snapshot = await store.load().catch(() => store.load());
  const head = await new TableSource(database, view).head();
  return snapshot && isUsable(snapshot, head, settings.dynamicFields) ? snapshot : undefined;
}

const follower = new EmbeddedFollower({
  ...settings,
  source,
  ...(availableParallelism() > 1 && { help }),
  onUpdate(update) {
    tell({ kind: "update", update });
    const isMerge = update.publication !== undefined && update.head === undefined;
    if (isMerge) collectGarbage();
  },
  onFailure: (error) => {
    tell({ kind: "failure", error, loss: tellsOfLoss(error) ? messageOf(error) : undefined });
  },
  ...(snapshotSettings && {
    snapshots: snapshotsOf(snapshotSettings),
    sibling: () => findSibling(snapshotSettings),
  }),
  onSnapshotFailure: (error) => tell({ kind: "snapshot-failure", error }),
  onSnapshotDiscarded: (error) => tell({ kind: "snapshot-discarded", error }),
  onSaved: (sequence) => tell({ kind: "saved", sequence }),
});
port.on("message", (message: ToWorker) => {
  if (message === "wake") follower.wake();
  else if (message === "close") follower.close();
  else void follower.release(message.release);
});
await follower.run();
await database.close();
port.close();
