import { Limiter, type Permit } from "../async/limiter.ts";
import { Turns } from "../async/turns.ts";

/** Bodies up to this size are read, parsed and checked at once; larger ones queue for memory and a worker thread. */
export const MAX_SMALL_BODY_BYTES = 256 * 1024;

/** How long a request waits for memory before it gets 503. */
const MEMORY_TIMEOUT_MS = 10_000;

/** Bytes of small bodies in memory at a time, and of those of one sender. */
const MAX_SMALL_BODIES_BYTES = 64 * 1024 ** 2;
const MAX_SMALL_BODIES_BYTES_PER_SENDER = 48 * 1024 ** 2;

/** Large bodies in memory at a time, counted in bodies of the largest size, besides the one whose turn it is. */
const MAX_LARGEST_BODIES = 2;

/** Large bodies that wait for their turn to be read to their end; more are refused at once. */
const MAX_WAITING = 32;
const MAX_WAITING_PER_SENDER = 8;

/** How long a large body that was read waits until it is worked on. */
const WORK_TIMEOUT_MS = 30_000;

/** Uploads of lines at a time, and of one sender; each holds at most two chunks. */
const MAX_UPLOADS = 64;
const MAX_UPLOADS_PER_SENDER = 48;

/**
 * Limits of the memory that bodies take. A body takes memory as its bytes come, never for what it only declares. Senders
 * share: none of them takes all of it.
 */
export class BodyMemory {
  readonly #small: Shares;
  readonly #large: Shares;
  /** The body whose turn it is may be read to its end: so of many that are read in part, one always goes on. */
  readonly #turns = new Turns({
    running: 1,
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_SENDER,
    timeoutMs: MEMORY_TIMEOUT_MS,
  });
  /** Large bodies that are worked on, which takes several times their size: one of the largest at a time. */
  readonly work: Limiter;
  /** Uploads of lines, of any length, counted. */
  readonly uploads = new Shares(MAX_UPLOADS, MAX_UPLOADS_PER_SENDER);
  #beyond = 0;

  /** `maxBytes`: of one body. */
  constructor(maxBytes: number) {
    this.#small = new Shares(MAX_SMALL_BODIES_BYTES, MAX_SMALL_BODIES_BYTES_PER_SENDER);
    this.#large = new Shares(MAX_LARGEST_BODIES * maxBytes, maxBytes);
    this.work = new Limiter(maxBytes, WORK_TIMEOUT_MS);
  }

  /** Bytes that are held. */
  get used(): number {
    return this.#small.used + this.#large.used + this.#beyond;
  }

  /** The memory of a body, none at first. `sender`: with whom others share. */
  open(sender: string, signal: AbortSignal): HeldMemory {
    let share: Permit | undefined;
    let turn: Permit | undefined;
    let beyond = 0;
    const goBeyond = (bytes: number): void => {
      this.#beyond += bytes - beyond;
      beyond = bytes;
    };
    return {
      grow: async (size) => {
        const shares = size <= MAX_SMALL_BODY_BYTES ? this.#small : this.#large;
        const grown = turn ? undefined : shares.take(sender, size, share);
        share = grown ?? share;
        if (grown) return true;
        if (shares === this.#small) return false;
        turn ??= await this.#turns.acquire(sender, signal);
        if (turn) goBeyond(size - (share?.weight ?? 0));
        return turn !== undefined;
      },
      [Symbol.dispose]: () => {
        share?.[Symbol.dispose]();
        goBeyond(0);
        turn?.[Symbol.dispose]();
      },
    };
  }
}

/** The memory of one body, until it is disposed of. */
export interface HeldMemory extends Disposable {
  /** Takes memory for `size` bytes in all. False when there is none. */
  grow(size: number): Promise<boolean>;
}

/** Units of something that senders share. */
class Shares {
  readonly #capacity: number;
  readonly #perSender: number;
  readonly #held = new Map<string, number>();
  readonly #permits = new WeakSet<Permit>();
  #used = 0;

  constructor(capacity: number, perSender: number) {
    this.#capacity = capacity;
    this.#perSender = perSender;
  }

  get used(): number {
    return this.#used;
  }

  /**
   * Units in place of the `former` ones, which are released. Undefined, and the former ones stay, when the sender has its
   * share, or all are taken.
   */
  take(sender: string, units: number, former?: Permit): Permit | undefined {
    const mine = former && this.#permits.has(former) ? former.weight : 0;
    const held = this.#held.get(sender) ?? 0;
    if (held + units - mine > this.#perSender || this.#used + units - mine > this.#capacity) return undefined;
    former?.[Symbol.dispose]();
    return this.#grant(sender, units);
  }

  #grant(sender: string, units: number): Permit {
    this.#add(sender, units);
    let isHeld = true;
    const permit: Permit = {
      weight: units,
      [Symbol.dispose]: () => {
        if (isHeld) this.#add(sender, -units);
        isHeld = false;
      },
    };
    this.#permits.add(permit);
    return permit;
  }

  #add(sender: string, units: number): void {
    this.#used += units;
    const held = (this.#held.get(sender) ?? 0) + units;
    if (held === 0) this.#held.delete(sender);
    else this.#held.set(sender, held);
  }
}
