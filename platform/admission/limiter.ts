/** A share of a limited resource. Releasing it twice is a no-op. */
export interface Permit extends Disposable {
  readonly weight: number;
}

interface Waiting {
  readonly weight: number;
  readonly settle: (permit: Permit | undefined) => void;
}

/** Hands out permits of a limited resource, such as bytes of memory or connections: first come, first served. */
export class Limiter {
  readonly #capacity: number;
  readonly #timeoutMs: number | undefined;
  readonly #queue: Waiting[] = [];
  #used = 0;

  /** `timeoutMs`: how long callers wait for a permit; without it as long as it takes. */
  constructor(capacity: number, timeoutMs?: number) {
    this.#capacity = capacity;
    this.#timeoutMs = timeoutMs;
  }

  /** The weight of all permits that are held. */
  get used(): number {
    return this.#used;
  }

  /**
   * A permit; one of weight 0 at once. Undefined after the timeout, when the signal aborts, and at once for a weight
   * above the capacity.
   */
  async acquire(weight = 1, signal?: AbortSignal): Promise<Permit | undefined> {
    if (weight > this.#capacity || signal?.aborted) return undefined;
    const isFree = this.#queue.length === 0 && this.#used + weight <= this.#capacity;
    if (isFree || weight === 0) return this.#grant(weight);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (permit: Permit | undefined): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        resolve(permit);
      };
      const waiting: Waiting = { weight, settle };
      const leave = (): void => {
        const index = this.#queue.indexOf(waiting);
        if (index < 0) return;
        this.#queue.splice(index, 1);
        settle(undefined);
        this.#admit();
      };
      if (this.#timeoutMs !== undefined) timer = setTimeout(leave, this.#timeoutMs);
      signal?.addEventListener("abort", leave);
      this.#queue.push(waiting);
    });
  }

  #admit(): void {
    for (let next = this.#queue[0]; next && this.#used + next.weight <= this.#capacity; next = this.#queue[0]) {
      this.#queue.shift();
      next.settle(this.#grant(next.weight));
    }
  }

  #grant(weight: number): Permit {
    this.#used += weight;
    let isHeld = true;
    return {
      weight,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#used -= weight;
        this.#admit();
      },
    };
  }
}

/** Does `work` on every item, on at most `limit` of them at a time. After a failure no more are begun. */
export async function forEachConcurrently<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const limiter = new Limiter(limit);
  let hasFailed = false;
  const settled = await Promise.allSettled(
    Array.from(items, async (item) => {
      using _permit = await limiter.acquire();
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }),
  );
  const failure = settled.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}
