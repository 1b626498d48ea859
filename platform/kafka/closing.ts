import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that a client gets to take its leave; one that can't reach its brokers may never be done. */
const PATIENCE = 5_000;

/** Waits for a client to disconnect, but not for ever. Never rejects. */
export async function closed(disconnecting: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  const patience = sleep(PATIENCE, undefined, { signal: giveUp.signal }).catch(() => undefined);
  await Promise.race([disconnecting.catch(() => undefined), patience]);
  giveUp.abort();
}
