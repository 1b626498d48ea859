import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { corpusBatch, corpusFacilities } from "./corpus.ts";
import type { SteadyWriting } from "./steady-writer.worker.ts";
import { load, type MeasuredSystem } from "./system.ts";

const BATCH = 1000;
/** Milliseconds after which a writer gets new headers: a token is valid for five minutes. */
const HEADERS_INTERVAL_MS = 60_000;

export async function addFacilities(system: MeasuredSystem): Promise<void> {
  for (const facility of corpusFacilities)
    await system.write("/api/provider/facilities/add", Buffer.from(JSON.stringify(facility)), { Prefer: "wait=10" });
}

/** Adds the corpus's facilities and its first `records`, and waits until they can be searched. */
export async function fill(system: MeasuredSystem, records: number): Promise<void> {
  await addFacilities(system);
  await load(2, records / BATCH, async (call) => {
    await system.write("/api/provider/metadata/add", corpusBatch(call * BATCH, BATCH), { Prefer: "wait=60" });
  });
}

/** Writes 1,000 records a second, from number `from` on, until it is stopped. Returns the rate that was kept. */
export async function writeSteadily(
  system: MeasuredSystem,
  from: number,
): Promise<{ readonly stop: () => Promise<number> }> {
  const workerData: SteadyWriting = {
    url: new URL("/api/provider/metadata/add", system.url).href,
    headers: await system.writeHeaders(),
    from,
  };
  const writer = new Worker(new URL("./steady-writer.worker.js", import.meta.url), { workerData });
  const renewing = setInterval(async () => writer.postMessage(await system.writeHeaders()), HEADERS_INTERVAL_MS);
  const rate = once(writer, "message").then(([kept]) => Number(kept));
  // Whoever awaits the rate gets the error.
  rate.catch(() => undefined);
  return {
    stop: () => {
      clearInterval(renewing);
      writer.postMessage("stop");
      return rate;
    },
  };
}
