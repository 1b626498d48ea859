import { setTimeout as sleep } from "node:timers/promises";

const READY_INTERVAL_MS = 200;
const READY_TIMEOUT_MS = 120_000;

/**
 * Resolves when the system serves its routes: after a restart the search index is filled before it answers.
 * @throws Error when it does not within the timeout
 */
export async function untilReady(url: string, timeoutMs = READY_TIMEOUT_MS): Promise<void> {
  const address = `${url}/health/ready`;
  const deadline = performance.now() + timeoutMs;
  while (!(await fetch(address)).ok) {
    if (performance.now() > deadline) {
      throw new Error(`the system is not ready after ${timeoutMs / 1000} s; ${address} says why`);
    }
    await sleep(READY_INTERVAL_MS);
  }
}
