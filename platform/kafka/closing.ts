import { withTimeout } from "../async/timeout.ts";

/** A client that can't reach its brokers may never finish disconnecting. */
const DISCONNECT_TIMEOUT_MS = 5_000;

/** Waits for a client to disconnect, within a timeout. Never rejects. */
export async function disconnected(disconnecting: Promise<void>): Promise<void> {
  await withTimeout(DISCONNECT_TIMEOUT_MS, disconnecting, () => undefined).catch(() => undefined);
}
