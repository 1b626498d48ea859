import { rm } from "node:fs/promises";
import { retry } from "../../async/retry.ts";
import { codeOf } from "../../errors.ts";

/** PostgreSQL's programs end within seconds once their files are gone. */
const REMOVE_RETRY = { timeoutMs: 10_000, firstMs: 100, maxMs: 100 };

/**
 * Removes what a run that was killed left unfinished, if it is there. A program that it had started may still write
 * to it.
 */
export const removeUnfinished = (folder: string): Promise<void> =>
  retry(() => rm(folder, { recursive: true, force: true }), {
    ...REMOVE_RETRY,
    isTransient: (error) => codeOf(error) === "ENOTEMPTY",
  });
