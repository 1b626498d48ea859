import { parentPort } from "node:worker_threads";
import { workInBackground } from "../../../platform/worker.ts";
import { Forecaster, type ForecastJob, type MapJob } from "./job.ts";

/** Makes forecasts and maps off the main thread, one job at a time. */

/** `bytes`: forecasts as UTF-8, or a map as PNG. */
export type ForecastAnswer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: string };

workInBackground();
const forecaster = new Forecaster();
const utf8 = new TextEncoder();

parentPort?.on("message", (job: ForecastJob | MapJob) => {
  let answer: ForecastAnswer;
  try {
    answer = { bytes: "hour" in job ? forecaster.draw(job) : utf8.encode(forecaster.write(job)) };
  } catch (error) {
    answer = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer] : []);
});
