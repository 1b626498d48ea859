/**
 * Hands out turns of the event loop, one caller a turn, so that other work runs between two of them. First come, first
 * served.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn of its own. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#go());
    });
  }

  #go(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#go());
  }
}
