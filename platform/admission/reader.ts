import type { Client, Place, Places } from "./places.ts";

/**
 * The reader of an answer, with the time that it has paused. The answer has a place from `enter` until it is disposed
 * of.
 */
export class Reader implements Disposable {
  /** Ends the answer before its reader has all of it. */
  readonly cut: () => void;
  #pausedMs = 0;
  #pausedAt: number | undefined;
  #place: Place<this> | undefined;

  constructor(cut: () => void) {
    this.cut = cut;
  }

  /** False when there is no room. */
  enter(places: Places<this>, client: Client, weight = 1): boolean {
    this.#place?.[Symbol.dispose]();
    this.#place = places.take(client, this, weight);
    return this.isOpen;
  }

  /** Whether it has a place. */
  get isOpen(): boolean {
    return this.#place?.isHeld === true;
  }

  [Symbol.dispose](): void {
    this.#place?.[Symbol.dispose]();
  }

  get pausedMs(): number {
    return this.#pausedMs + (this.#pausedAt === undefined ? 0 : performance.now() - this.#pausedAt);
  }

  /** Passes on the pieces of the answer, and counts the time that its reader pauses, also after the last piece. */
  async *watched<Chunk>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
    for await (const chunk of chunks) {
      this.#pausedAt = performance.now();
      yield chunk;
      this.#pausedMs = this.pausedMs;
      this.#pausedAt = undefined;
    }
    this.#pausedAt = performance.now();
  }
}

/** The reader that has paused longest, of those that have paused for more than `maxPausedMs` in total. */
export function slowestOf<Each extends Reader>(readers: Iterable<Each>, maxPausedMs: number): Each | undefined {
  let slowest: Each | undefined;
  for (const reader of readers) if (reader.pausedMs > (slowest?.pausedMs ?? maxPausedMs)) slowest = reader;
  return slowest;
}
