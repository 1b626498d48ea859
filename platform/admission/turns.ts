import { FairQueue } from "./fair-queue.ts";
import { type Client, type Permit, type PlaceLimits, Places } from "./places.ts";
import type { UsualTime } from "./usual-time.ts";
import { wait } from "./wait.ts";

export interface TurnLimits {
  /**
   * Maximum permits held at a time by all together, by one client and by one group. The last two are `running` by
   * default.
   */
  readonly running: number;
  readonly runningPerClient?: number;
  readonly runningPerGroup?: number;
  /**
   * Maximum callers that wait, of one client and of all together; unlimited by default. Others are refused at once.
   * When the queue of all is full, the last caller of the group or client with most waiting callers gives way to one
   * with at least two fewer.
   */
  readonly waitingPerClient?: number;
  readonly waiting?: number;
  /** Maximum time that callers wait; unlimited by default. */
  readonly timeoutMs?: number | undefined;
}

interface Waiting {
  readonly client: Client;
  readonly weight: number;
  readonly settle: (permit: Permit | undefined) => void;
}

/** Hands out permits to groups and clients in turns. */
export class Turns {
  readonly #limits: TurnLimits;
  /** Held permits, each with the time at which it was granted. */
  readonly #held: Places<number>;
  readonly #queue: FairQueue<Waiting>;

  /** `usual`: also bounds the queue by how long permits are usually held. */
  constructor(limits: TurnLimits, usual?: UsualTime) {
    const { running, runningPerClient, runningPerGroup } = limits;
    const held = { all: running, perClient: runningPerClient, perGroup: runningPerGroup };
    this.#limits = limits;
    this.#held = new Places(held, (sinceMs) => {
      usual?.add(performance.now() - sinceMs);
      this.#admit();
    });
    this.#queue = new FairQueue(usual ? usualQueue(limits, usual) : fixedQueue(limits));
  }

  /** The weight of the permits that are held, and the number of callers that wait for one. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#held.all.held, waiting: this.#queue.all.held };
  }

  /**
   * Waits for a permit; one of weight 0 is granted at once. Returns undefined at once when too many wait or the weight
   * exceeds the limit; later when the caller gives way, after the timeout, and when the signal aborts.
   */
  async acquire(client: Client, signal?: AbortSignal, weight = 1): Promise<Permit | undefined> {
    if (signal?.aborted || weight > this.#limits.running) return undefined;
    const isNext = weight === 0 || this.#queue.heldBy(client) === 0;
    const granted = isNext ? this.#grant(client, weight) : undefined;
    if (granted) return granted;
    const { timeoutMs } = this.#limits;
    const permit = await wait<Permit | undefined>(
      (settle) =>
        this.#queue.takeShare(client, { client, weight, settle }, "newest", (other) => other.settle(undefined)),
      undefined,
      { signal, timeoutMs },
    );
    // A caller with less weight may have waited behind it.
    if (!permit) this.#admit();
    return permit;
  }

  #admit(): void {
    while (this.#queue.all.held > 0) {
      const next = this.#queue.next(({ client, weight }) => !this.#held.lack(client, weight));
      if (!next) return;
      next.settle(this.#grant(next.client, next.weight));
    }
  }

  #grant(client: Client, weight: number): Permit | undefined {
    return this.#held.take(client, performance.now(), weight);
  }
}

function fixedQueue({ waiting = Number.POSITIVE_INFINITY, waitingPerClient }: TurnLimits): PlaceLimits {
  return { all: waiting, perClient: waitingPerClient };
}

/** A queue in which callers can expect their turn soon. */
function usualQueue(limits: TurnLimits, usual: UsualTime): PlaceLimits {
  const { running, runningPerClient = running } = limits;
  const { all, perClient = all } = fixedQueue(limits);
  return {
    get all() {
      return Math.min(all, usual.queueOfAll(running));
    },
    get perClient() {
      return Math.min(perClient, usual.queueOfOne(runningPerClient));
    },
  };
}
