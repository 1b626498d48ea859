import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { connectDatabase } from "../../../platform/database/connect.ts";
import type { ConnectionSettings } from "../../../platform/database/port.ts";
import { measuredEventStore, type OnAppend } from "../../../platform/event-store/measured.ts";
import { openEventStore } from "../../../platform/event-store/open.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { workInBackground } from "../../../platform/worker.ts";
import { carryOutJob, type Job, type JobFailure, type JobResult, toFailure } from "./job.ts";

/** What a thread is started with: where the process keeps its events. Holds secrets. */
export interface ThreadSettings {
  readonly connection: ConnectionSettings;
  readonly eventStoreUrl: string | undefined;
}

/** What a job came to, and how long each of its appends took, which is counted elsewhere. */
export interface ThreadAnswer {
  readonly result: JobResult | JobFailure;
  readonly appends: readonly Parameters<OnAppend>[];
}

/** Carries out jobs off the main thread, one at a time, with connections of its own. */

workInBackground();
const log = pino({ level: "error" }, pino.destination({ dest: 2, sync: true }));
const { connection, eventStoreUrl } = workerData as ThreadSettings;
// Connects when it is needed, which is never when the events lie elsewhere.
const database = connectDatabase(connection, { logger: log, poolSize: 1 });
let eventStore: EventStore | undefined;
const appends: Parameters<OnAppend>[] = [];

parentPort?.on("message", async (job: Job) => {
  const result = await carryOut(job).catch(toFailure);
  parentPort?.postMessage({ result, appends: appends.splice(0) } satisfies ThreadAnswer);
});

async function carryOut(job: Job): Promise<JobResult> {
  eventStore ??= measuredEventStore(
    await openEventStore({ url: eventStoreUrl, database, logger: log }),
    (...append) => void appends.push(append),
  );
  return carryOutJob(eventStore, job);
}
