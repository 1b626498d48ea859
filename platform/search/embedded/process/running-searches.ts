import type { SearchAnswer, SearchEngine, SearchRequest } from "../../port.ts";

/**
 * The searches of an engine. Each reads the state of the index at which it began, until its answer is written.
 * `released` is called when none reads data any more that the update with this number or an earlier one has replaced.
 */
export class RunningSearches implements SearchEngine {
  readonly #engine: SearchEngine;
  readonly #released: (number: number) => void;
  /** Number of searches that read the state after an update, oldest update first. */
  readonly #readers = new Map<number, number>();
  /** Number of the last update. */
  #current = 0;
  #reported = 0;
  #begun = 0;

  constructor(engine: SearchEngine, released: (number: number) => void) {
    this.#engine = engine;
    this.#released = released;
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    this.#begun += 1;
    const began = this.#current;
    this.#readers.set(began, (this.#readers.get(began) ?? 0) + 1);
    try {
      const answer = await this.#engine.search(request);
      return { ...answer, body: this.#until(answer.body, began) };
    } catch (error) {
      this.#end(began);
      throw error;
    }
  }

  /** Searches that have begun so far. */
  get begun(): number {
    return this.#begun;
  }

  /** Whether any search is reading. */
  get isReading(): boolean {
    return this.#readers.size > 0;
  }

  /** The engine's searches reflect this update from now on. */
  updated(number: number): void {
    this.#current = number;
    this.#report();
  }

  async *#until(chunks: AsyncIterable<Uint8Array>, began: number): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } finally {
      this.#end(began);
    }
  }

  #end(began: number): void {
    const left = (this.#readers.get(began) ?? 0) - 1;
    if (left > 0) this.#readers.set(began, left);
    else this.#readers.delete(began);
    this.#report();
  }

  #report(): void {
    const [oldest] = this.#readers.keys();
    const released = oldest ?? this.#current;
    if (released === this.#reported) return;
    this.#reported = released;
    this.#released(released);
  }
}
