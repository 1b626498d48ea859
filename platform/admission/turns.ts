import { FairQueue } from "./fair-queue.ts";
import { type Client, type Permit, type PlaceLimits, Places } from "./places.ts";
import type { UsualTime } from "./usual-time.ts";
import { wait } from "./wait.ts";

export interface TurnLimits {
  /** Permits that are held at a time, by all together, by one client and by one group: as many unless set. */
  readonly running: number;
  readonly runningPerClient?: number;
  readonly runningPerGroup?: number;
  /**
   * Callers that wait, of one client and of all together: any number unless set; more are refused at once. When as many wait as
   * may, the last one of the group or client of which most do gives way to one of which at least two fewer do.
   */
  readonly waitingPerClient?: number;
  readonly waiting?: number;
  /** How long callers wait: as long as it takes unless set. */
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
  /** Each with the time since which it is held. */
  readonly #held: Places<number>;
  readonly #queue: FairQueue<Waiting>;

  /** `usual`: bounds the queue, besides the limits, by how long permits are held. */
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
   * A permit; one of weight 0 at once. Undefined at once when too many wait, and for a weight above the limit; later for a
   * caller that gives way, after the timeout and when the signal aborts.
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
    // One of less weight may have waited behind it.
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

/** As many as can expect their turn soon. */
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
