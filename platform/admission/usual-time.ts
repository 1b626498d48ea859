/** Maximum wait in usual durations: an answer takes up to three times as long as usual. */
const MAX_WAIT_TIMES = 2;

/**
 * A wait that is not worth a refusal, however short the work is: a client with ten or twenty requests a second has
 * several of them waiting when the process stalls for a moment.
 */
const SHORT_WAIT_MS = 250;

/** Ratio of the queue of all clients to that of one client. Clients take turns. */
const QUEUES_OF_ALL = 8;

/** The weight of the latest duration, once there are 32 or more. */
const LATEST_WEIGHT = 1 / 32;

/**
 * The usual duration of one kind of work without its wait, and the length of the queue that follows from it. It is a
 * mean of logarithms, so that a single duration a thousand times as long hardly changes it.
 */
export class UsualTime {
  #count = 0;
  #averageLog = 0;

  /** Adds the duration of finished work. */
  add(ms: number): void {
    this.#count++;
    this.#averageLog += (Math.log(Math.max(ms, 0.01)) - this.#averageLog) * Math.max(1 / this.#count, LATEST_WEIGHT);
  }

  /** Maximum waiting callers of one client, of which so many run at a time; unlimited until the first work has ended. */
  queueOfOne(running: number): number {
    if (this.#count === 0) return Number.POSITIVE_INFINITY;
    return Math.round(running * Math.max(MAX_WAIT_TIMES, SHORT_WAIT_MS / Math.exp(this.#averageLog)));
  }

  /** Maximum waiting callers of all clients, of which so many run at a time. */
  queueOfAll(running: number): number {
    return QUEUES_OF_ALL * this.queueOfOne(running);
  }
}
