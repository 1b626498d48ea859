import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../../platform/database/connect.ts";
import type { ConnectionSettings } from "../../../platform/database/port.ts";
import { openEventStore } from "../../../platform/event-store/open.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { workInBackground } from "../../../platform/worker.ts";
import { carryOutJob, type Job, toFailure } from "./job.ts";

/** What a thread is started with: where the process keeps its events. Holds secrets. */
export interface ThreadSettings {
  readonly connection: ConnectionSettings;
  readonly eventStoreUrl: string | undefined;
}

/** Carries out jobs off the main thread, one at a time, with connections of its own. */

workInBackground();
const log = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
const { connection, eventStoreUrl } = workerData as ThreadSettings;
// Connects when it is needed, which is never when the events lie elsewhere.
const database = connectDatabase(connection, { logger: log, poolSize: 1 });
let eventStore: EventStore | undefined;

parentPort?.on("message", async (job: Job) => {
  try {
    eventStore ??= await openEventStore({ url: eventStoreUrl, database, logger: log });
    parentPort?.postMessage(await carryOutJob(eventStore, job));
  } catch (error) {
    parentPort?.postMessage(toFailure(error));
  }
});
