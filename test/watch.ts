import { Registry } from "prom-client";
import { vi } from "vitest";
import { engineWatches, type Watch, type WatchOf } from "../platform/engine-watch.ts";
import { silent } from "./postgres.ts";

/** Watches of engines that log nothing. */
export const silentWatches = (): WatchOf => engineWatches(silent, new Registry());

/** A watch that records its calls for the test. */
export function notedWatch() {
  return {
    failed: vi.fn<Watch["failed"]>(),
    retried: vi.fn<Watch["retried"]>(),
    counted: vi.fn<Watch["counted"]>(),
    answered: vi.fn<Watch["answered"]>(),
    forget: vi.fn<Watch["forget"]>(),
  };
}
