import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../../database/connect.ts";
import { workInBackground } from "../../../worker.ts";
import { TableSource } from "../../documents/table-source.ts";
import { type BuildOrder, type BuildResult, buildSegment, type TableSettings } from "./building.ts";

const port = parentPort;
if (!port) throw new Error("this module runs as a worker thread");

workInBackground();
const { view, connection }: TableSettings = workerData;
const source = new TableSource(connectDatabase(connection, { logger: pino({ enabled: false }), poolSize: 1 }), view);
port.on("message", async ([range, settings]: BuildOrder) => {
  const result: BuildResult = await buildSegment(source, range, settings).then(
    (built) => ({ built }),
    (error: unknown) => ({ error }),
  );
  port.postMessage(result);
});
