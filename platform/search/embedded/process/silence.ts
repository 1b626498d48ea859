/** Interval of pings to the search process and to each of its threads. */
export const PING_INTERVAL_MS = 1_000;

/*
 * Silence is counted in pings, not in time: if the pinging side itself pauses, this counts as one ping, however long it
 * takes.
 */
/** After so many unanswered pings it gets no searches, and nobody waits for it. */
const SILENT_AFTER_PINGS = 2;
/** After so many unanswered pings it is replaced. */
const LOST_AFTER_PINGS = 8;
/** If it is not ready after so many pings, it is replaced. */
const START_LIMIT_PINGS = 60;

/** Counts the unanswered pings of a process or a thread. */
export class Silence {
  #isReady = false;
  #unanswered = 0;

  /** A ready process or thread has answered. Messages before it is ready do not count. */
  heard(): void {
    this.#isReady = true;
    this.#unanswered = 0;
  }

  /** Counts a ping that is about to be sent, and returns the result of the earlier ones. */
  ping(): "answers" | "silent" | "lost" {
    const unanswered = this.#unanswered++;
    if (unanswered >= (this.#isReady ? LOST_AFTER_PINGS : START_LIMIT_PINGS)) return "lost";
    return this.#isReady && unanswered >= SILENT_AFTER_PINGS ? "silent" : "answers";
  }
}
