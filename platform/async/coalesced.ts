/**
 * Work that runs once at a time, however often it is requested: requests during a run cause one more run, so that a run
 * begins after every request.
 */
export class Coalesced {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #requested = false;

  /** `work` reports its own failures: what it throws is dropped. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  request(): void {
    this.#requested = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#requested) {
      this.#requested = false;
      await this.#work().catch(() => undefined);
    }
    this.#running = undefined;
  }
}
