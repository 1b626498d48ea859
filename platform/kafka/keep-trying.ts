import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two attempts. */
const PAUSES = { least: 250, most: 5_000 };

/**
 * Makes one attempt after another until the signal aborts; pauses grow until an attempt says that it `worked`. What an
 * attempt throws is reported, together with whether the last one failed with the same words.
 */
export async function keepTrying(
  signal: AbortSignal,
  attempt: (worked: () => void) => Promise<void>,
  report: (reason: string, error: unknown, again: boolean) => void,
): Promise<void> {
  let pause = PAUSES.least;
  let last: string | undefined;
  const worked = () => {
    pause = PAUSES.least;
    last = undefined;
  };
  while (!signal.aborted) {
    try {
      await attempt(worked);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      report(reason, error, reason === last);
      last = reason;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, PAUSES.most);
    }
  }
}
