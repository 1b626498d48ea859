/** Usual durations that a caller may have to wait: its answer then takes up to three times as long as usual. */
const MAX_WAIT_TIMES = 2;

/**
 * A wait that is not worth a refusal, however short the work is: whoever asks ten or twenty times a second finds as many
 * waiting when the process stood still for a moment.
 */
const SHORT_WAIT_MS = 250;

/** Callers of all clients that may wait, for each that may of one: clients take turns. */
const QUEUES_OF_ALL = 8;

/** The weight of the latest duration, once there are as many. */
const LATEST_WEIGHT = 1 / 32;

/**
 * How long work of one kind usually takes once its turn has come, and so how many may wait for theirs. The average is that of
 * the logarithms: a single one that takes a thousand times as long hardly changes what is usual.
 */
export class UsualTime {
  #count = 0;
  #averageLog = 0;

  /** Work has taken so long. */
  add(ms: number): void {
    this.#count++;
    this.#averageLog += (Math.log(Math.max(ms, 0.01)) - this.#averageLog) * Math.max(1 / this.#count, LATEST_WEIGHT);
  }

  /** Callers of one client that may wait where so many of it run at a time; any number until work has ended. */
  queueOfOne(running: number): number {
    if (this.#count === 0) return Number.POSITIVE_INFINITY;
    return Math.round(running * Math.max(MAX_WAIT_TIMES, SHORT_WAIT_MS / Math.exp(this.#averageLog)));
  }

  /** Callers of all clients that may wait where so many run at a time. */
  queueOfAll(running: number): number {
    return QUEUES_OF_ALL * this.queueOfOne(running);
  }
}
