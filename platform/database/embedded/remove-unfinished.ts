import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** PostgreSQL's programs end within seconds once their files are gone. */
const RETRIES = 100;
const RETRY_AFTER_MS = 100;

/**
 * Removes what a run that was killed left unfinished, if it is there. A program that it had started may still write
 * to it.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  for (let retries = 0; ; retries++) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (retries === RETRIES || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    }
    await sleep(RETRY_AFTER_MS);
  }
}
