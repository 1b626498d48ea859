import { parentPort, workerData } from "node:worker_threads";
import { connectDatabase } from "../../platform/database/connect.ts";
import { measuredEventStore, type OnAppend } from "../../platform/event-store/measured.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { failureLog } from "../../platform/log.ts";
import { workInBackground } from "../../platform/worker.ts";
import { JOBS } from "./job-table.ts";
import { toFailure } from "./jobs/failure.ts";
import type { ThreadAnswer, ThreadRequest, ThreadSettings } from "./jobs/jobs.ts";

/** Does jobs off the main thread, one at a time, with connections of its own. */

workInBackground();
const { connection, eventStoreUrl, logFormat }: ThreadSettings = workerData;
const log = await failureLog(logFormat);
// Connects on first use: never, if the events lie elsewhere.
const database = connectDatabase(connection, { logger: log, poolSize: 1 });
let eventStore: EventStore | undefined;
const appends: Parameters<OnAppend>[] = [];

parentPort?.on("message", async (sent: ThreadRequest) => {
  const answer = await run(sent).then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: toFailure(error) }),
  );
  parentPort?.postMessage({ ...answer, appends: appends.splice(0) } satisfies ThreadAnswer);
});

async function run({ name, input }: ThreadRequest): Promise<unknown> {
  const job = JOBS.find((each) => each.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  eventStore ??= measuredEventStore(
    await openEventStore({ url: eventStoreUrl, database }),
    (...append) => void appends.push(append),
  );
  // `Jobs.run` made sure that the input is one of this job.
  return job.run(eventStore, input as never);
}
