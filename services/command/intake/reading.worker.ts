import { parentPort } from "node:worker_threads";
import { type Job, type JobAnswer, readJob } from "./job.ts";

/** Reads large bodies off the main thread, one at a time. */
parentPort?.on("message", (job: Job) => {
  const answer: JobAnswer = readJob(job);
  parentPort?.postMessage(answer, answer.outcome === "records" ? [answer.contents.buffer] : []);
});
