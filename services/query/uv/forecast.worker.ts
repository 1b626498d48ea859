import { parentPort } from "node:worker_threads";
import { workInBackground } from "../../../platform/worker.ts";
import { Forecaster, type ForecastJob } from "./job.ts";

/** Makes forecasts off the main thread, one job at a time. */

/** `text` is UTF-8. */
export type ForecastAnswer = { readonly text: Uint8Array<ArrayBuffer> } | { readonly failure: string };

workInBackground();
const forecaster = new Forecaster();
const utf8 = new TextEncoder();

parentPort?.on("message", (job: ForecastJob) => {
  let answer: ForecastAnswer;
  try {
    answer = { text: utf8.encode(forecaster.write(job)) };
  } catch (error) {
    answer = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer, "text" in answer ? [answer.text.buffer] : []);
});
