import { createServer } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { DocumentStore } from "../../../../search-engine/fetch/sources.ts";
import { FollowedEngine } from "./followed-engine.ts";
import { HeldAnswers } from "./held-answers.ts";
import { IdleCollection, ownGarbage } from "./idle-collection.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./messages.ts";
import { RunningSearches } from "./running-searches.ts";
import { serveSearches } from "./serve-searches.ts";

const port = parentPort;
if (!port) throw new Error("this module runs as a worker thread");

const { socket, view, connection, ...index }: WorkerSettings = workerData;
const tell = (message: FromWorker) => port.postMessage(message);

/** Loads the modules and connects when a hit is first needed that the index does not hold. */
const connect = async (): Promise<DocumentStore> => {
  const [{ pino }, { connectDatabase }, { TableSource }] = await Promise.all([
    import("pino"),
    import("../../../database/connect.ts"),
    import("../../documents/table-source.ts"),
  ]);
  return new TableSource(connectDatabase(connection, { logger: pino({ enabled: false }), poolSize: 1 }), view);
};
let table: Promise<DocumentStore> | undefined;

const engine = new FollowedEngine({
  ...index,
  documents: {
    documents: async (ids) => {
      table ??= connect();
      return (await table).documents(ids);
    },
  },
});

const searches = new RunningSearches(engine, (number) => tell({ kind: "released", number }));
const collection = new IdleCollection(ownGarbage(), searches);

port.on("message", (message: ToWorker) => {
  if (message.kind === "ping") {
    tell({ kind: "pong" });
    return collection.look();
  }
  engine.update(message.update);
  tell({ kind: "applied", number: message.number });
  searches.updated(message.number);
});

const held = new HeldAnswers();

createServer((connected) => serveSearches(connected, searches, held)).listen(socket, () => tell({ kind: "listening" }));
