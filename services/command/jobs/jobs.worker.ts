import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../../platform/database/connect.ts";
import type { ConnectionSettings } from "../../../platform/database/port.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../../platform/event-store/postgres/store.ts";
import { workInBackground } from "../../../platform/worker.ts";
import { carryOutJob, type Job, toFailure } from "./job.ts";

/** Carries out jobs off the main thread, one at a time, with connections of its own. */

workInBackground();
const log = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
const database = connectDatabase(workerData as ConnectionSettings, { logger: log, poolSize: 1 });
let eventStore: EventStore | undefined;

parentPort?.on("message", async (job: Job) => {
  try {
    eventStore ??= await openPostgresEventStore(database);
    parentPort?.postMessage(await carryOutJob(eventStore, job));
  } catch (error) {
    parentPort?.postMessage(toFailure(error));
  }
});
