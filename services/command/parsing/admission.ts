/** A share of something limited; giving it back twice is giving it back once. */
export interface Place extends Disposable {
  /** How much this place takes. */
  readonly size: number;
}

/** Something limited that requests take shares of: bytes of memory, processors. First come, first served. */
export class Admission {
  readonly #capacity: number;
  readonly #patience: number;
  readonly #queue: Waiting[] = [];
  #taken = 0;

  /** `patience`: milliseconds that a request waits for its share. */
  constructor(capacity: number, patience: number) {
    this.#capacity = capacity;
    this.#patience = patience;
  }

  /** What is taken now. */
  get taken(): number {
    return this.#taken;
  }

  /** A place of `size`, at once when that is nothing, or undefined when none came free in time or the signal aborted. */
  async take(size: number, signal?: AbortSignal): Promise<Place | undefined> {
    if (size > this.#capacity || signal?.aborted) return undefined;
    if (size === 0) return this.#occupy(0);
    if (this.#queue.length === 0 && this.#taken + size <= this.#capacity) return this.#occupy(size);
    return new Promise((resolve) => {
      const settle = (place: Place | undefined): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        resolve(place);
      };
      const waiting: Waiting = { size, settle };
      const leave = (): void => {
        const index = this.#queue.indexOf(waiting);
        if (index < 0) return;
        this.#queue.splice(index, 1);
        settle(undefined);
        this.#admit();
      };
      const timer = setTimeout(leave, this.#patience);
      signal?.addEventListener("abort", leave);
      this.#queue.push(waiting);
    });
  }

  #admit(): void {
    for (let next = this.#queue[0]; next && this.#taken + next.size <= this.#capacity; next = this.#queue[0]) {
      this.#queue.shift();
      next.settle(this.#occupy(next.size));
    }
  }

  #occupy(size: number): Place {
    this.#taken += size;
    let held = true;
    return {
      size,
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#taken -= size;
        this.#admit();
      },
    };
  }
}

interface Waiting {
  readonly size: number;
  readonly settle: (place: Place | undefined) => void;
}
