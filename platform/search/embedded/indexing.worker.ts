import { availableParallelism } from "node:os";
import { parentPort, resourceLimits, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../database/connect.ts";
import { workInBackground } from "../../worker.ts";
import { BuildingThread } from "./building.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./feed.ts";
import { Follower } from "./follower.ts";
import { TableSource } from "./table-source.ts";

const port = parentPort;
if (!port) throw new Error("this module runs as a worker thread");

workInBackground();
const { table, connection, ...settings } = workerData as WorkerSettings;
const oneMore = () => new BuildingThread({ table, connection }, resourceLimits);
const database = connectDatabase(connection, { logger: pino({ enabled: false }), poolSize: 2 });
const tell = (message: FromWorker) => port.postMessage(message);
const follower = new Follower({
  ...settings,
  source: new TableSource(database, table),
  ...(availableParallelism() > 1 && { secondBuilder: oneMore }),
  onUpdate: (update) => tell({ kind: "update", update }),
  onFailure: (error) => tell({ kind: "failure", error }),
});
port.on("message", (message: ToWorker) => {
  if (message === "wake") follower.wake();
  else follower.close();
});
await follower.run();
await database.close();
port.close();
