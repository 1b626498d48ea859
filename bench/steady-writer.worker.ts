import { parentPort, workerData } from "node:worker_threads";
import { cycled } from "../cli/demo/cycled.ts";
import { corpusBatch } from "./corpus.ts";

/**
 * Sends a thousand records a second, whether or not earlier ones are answered, until it is told to stop; then posts the rate
 * at which they were stored. It runs in a thread of its own, so that it does not delay the answers that the main thread
 * times.
 */

export interface SteadyWriting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of the first record. */
  readonly from: number;
}

const BATCH = 1000;
const { url, headers: firstHeaders, from }: SteadyWriting = workerData;
let headers = firstHeaders;

// Two versions of the same records alternate: each write is a new event and a new document.
const first = Array.from({ length: 4 }, (_, index) => corpusBatch(from + index * BATCH, BATCH).toString());
const bodies = [...first, ...first.map((body) => body.replaceAll("Values were", "Values are"))];

/** Number of stored records: none if the system is too busy. */
async function write(body: string): Promise<number> {
  const answer = await fetch(url, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status === 503) return 0;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return BATCH;
}

const begin = performance.now();
const written: Promise<number>[] = [];
const next = () => written.push(write(cycled(bodies, written.length)));
next();
const seconds = setInterval(next, 1_000);

parentPort?.on("message", async (message: "stop" | SteadyWriting["headers"]) => {
  if (message !== "stop") {
    headers = message;
    return;
  }
  clearInterval(seconds);
  const stored = (await Promise.all(written)).reduce((sum, count) => sum + count, 0);
  // The last thousand had its second too.
  const took = Math.max(written.length, (performance.now() - begin) / 1_000);
  parentPort?.postMessage(stored / took);
  parentPort?.close();
});
