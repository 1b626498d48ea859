export interface PaceOptions {
  readonly perSecond: number;
  /** Works that are done at a time: a client that waits for an answer asks for nothing else. */
  readonly clients: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Begins works in turn at a fixed rate. While every client is busy no work is begun, so that a system on a crowded machine
 * is asked only for what it can answer.
 */
export class Pace {
  readonly #clients: number;
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #leftOut = 0;

  constructor(works: readonly (() => Promise<void>)[], { perSecond, clients, onFailure }: PaceOptions) {
    this.#clients = clients;
    const since = performance.now();
    let turn = 0;
    this.#timer = setInterval(() => {
      // By the clock, since timers of a busy process are late.
      const due = ((performance.now() - since) / 1_000) * perSecond;
      for (; turn < Math.floor(due); turn++) {
        const work = works[turn % works.length];
        if (work) this.#begin(work, onFailure);
      }
    }, 1_000 / perSecond);
  }

  /** Works that were not begun, because every client was busy. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Resolves when the works that were begun have ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #begin(work: () => Promise<void>, onFailure: (error: unknown) => void): void {
    if (this.#running.size >= this.#clients) {
      this.#leftOut++;
      return;
    }
    const running = work().catch(onFailure);
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }
}
