import { once } from "node:events";
import { availableParallelism, loadavg } from "node:os";
import { Worker } from "node:worker_threads";

/**
 * The longest time that the service at the URL took for `/health/live` until the work was done, in milliseconds. A separate
 * thread asks, since this thread's own work would be counted too.
 */
export async function longestLiveMs(url: string, work: () => Promise<unknown>): Promise<number> {
  const worker = new Worker(new URL("./live-probe.worker.mjs", import.meta.url), { workerData: `${url}/health/live` });
  try {
    const ended = once(worker, "message");
    ended.catch(() => undefined);
    await work();
    worker.postMessage("stop");
    const [longestMs] = await ended;
    return longestMs;
  } finally {
    await worker.terminate();
  }
}

/** A time limit, scaled by the load: if several processes share a processor, each takes that many times longer. */
export function crowdedMs(ms: number): number {
  const [load = 0] = loadavg();
  return ms * Math.max(1, load / availableParallelism());
}
