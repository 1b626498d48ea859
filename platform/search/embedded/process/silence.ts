/** Interval at which the search process, and each of its threads, is asked whether it goes on. */
export const PING_INTERVAL_MS = 1_000;

/*
 * Silence is counted in pings, not by the clock: after a pause of who asks there is one ping, however long it was.
 */
/** What has left so many pings unanswered gets no searches, and nobody waits for it. */
const SILENT_AFTER_PINGS = 2;
/** What has left so many unanswered is replaced. */
const LOST_AFTER_PINGS = 8;
/** What is not ready after so many is replaced. */
const START_LIMIT_PINGS = 60;

/** How long a process or a thread has left pings unanswered. */
export class Silence {
  #isReady = false;
  #unanswered = 0;

  /** It was heard, and is or was ready. What it says before does not count. */
  heard(): void {
    this.#isReady = true;
    this.#unanswered = 0;
  }

  /** Counts a ping that is about to be sent, and tells what those before have shown. */
  ping(): "answers" | "silent" | "lost" {
    const unanswered = this.#unanswered++;
    if (unanswered >= (this.#isReady ? LOST_AFTER_PINGS : START_LIMIT_PINGS)) return "lost";
    return this.#isReady && unanswered >= SILENT_AFTER_PINGS ? "silent" : "answers";
  }
}
