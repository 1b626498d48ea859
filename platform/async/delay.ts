import { setTimeout as sleep } from "node:timers/promises";

/** Waits; ends early, and normally, when the signal aborts. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}
