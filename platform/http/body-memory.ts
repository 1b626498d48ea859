import { Limiter } from "../admission/limiter.ts";
import type { Permit } from "../admission/places.ts";
import { Turns } from "../admission/turns.ts";
import { Uploads } from "./uploads.ts";

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

/**
 * Large bodies of one sender that have come and whose work has not ended: three times as many as are worked on fastest, so that
 * none takes much longer than usual. More are refused at once. Those that are still coming wait for nothing, and are not counted.
 */
const MAX_COMPLETE_PER_SENDER = 24;

/** How long a large body that was read waits until it is worked on. */
const WORK_TIMEOUT_MS = 30_000;

/**
 * Limits of the memory that bodies take. A body takes memory as its bytes come, never for what it only declares. Senders
 * share: none of them takes all of it. While others wait, a body that comes too slowly for the memory it holds gives it up.
 */
export class BodyMemory {
  readonly #small: Pool;
  readonly #large: Pool;
  /** The body whose turn it is may be read to its end: so of many that are read in part, one always goes on. */
  readonly #turns = new Turns({
    running: 1,
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_SENDER,
    timeoutMs: MEMORY_TIMEOUT_MS,
  });
  /** Large bodies that are worked on, which takes several times their size: one of the largest at a time. */
  readonly work: Limiter;
  readonly #complete = new Shares(Number.POSITIVE_INFINITY, MAX_COMPLETE_PER_SENDER);
  readonly uploads = new Uploads();
  /** Large bodies that wait for their turn, in their order. */
  readonly #waiting = new Set<Waiting>();
  #beyond = 0;

  /** `maxBytes`: of one body. */
  constructor(maxBytes: number) {
    this.#small = new Pool(MAX_SMALL_BODIES_BYTES, MAX_SMALL_BODIES_BYTES_PER_SENDER);
    this.#large = new Pool(MAX_LARGEST_BODIES * maxBytes, maxBytes);
    this.work = new Limiter(maxBytes, WORK_TIMEOUT_MS);
  }

  /** Bytes that are held. */
  get used(): number {
    return this.#small.shares.used + this.#large.shares.used + this.#beyond;
  }

  /** Whether one more large body of the sender may come now: one that would be refused need not be sent. */
  mayComeLarge(sender: string): boolean {
    return this.#complete.has(sender);
  }

  /** The memory of a body, none at first. `sender`: with whom others share. */
  open(sender: string, signal: AbortSignal): HeldMemory {
    let size = 0;
    let complete: Permit | undefined;
    let share: Permit | undefined;
    let turn: Permit | undefined;
    let beyond = 0;
    const goBeyond = (bytes: number): void => {
      this.#beyond += bytes - beyond;
      beyond = bytes;
    };
    const poolOf = (bytes: number): Pool => (bytes <= MAX_SMALL_BODY_BYTES ? this.#small : this.#large);
    const release = (): void => {
      share?.[Symbol.dispose]();
      goBeyond(0);
      turn?.[Symbol.dispose]();
      complete?.[Symbol.dispose]();
      for (const { retry } of this.#waiting) retry();
      // One that had used up its own share may now wait for the memory of others.
      if (this.#isWanted(this.#large)) this.#large.late.endAll();
    };
    const grow = async (bytes: number): Promise<boolean> => {
      const { shares, late } = poolOf(bytes);
      const take = (): boolean => {
        const grown = shares.take(sender, bytes, share);
        share = grown ?? share;
        return grown !== undefined;
      };
      const lacksOthers = (): boolean => shares.lacksOthers(sender, bytes, share);
      if (!turn && take()) return true;
      if (!turn && lacksOthers()) {
        late.endAll();
        if (take()) return true;
      }
      if (shares === this.#small.shares) return false;
      turn ??= await this.#turnUnless({ take, lacksOthers }, sender, signal);
      if (turn) goBeyond(bytes - (share?.weight ?? 0));
      return turn !== undefined || share?.weight === bytes;
    };
    return {
      get size() {
        return size;
      },
      grow: async (bytes) => {
        const isGrown = await grow(bytes);
        if (isGrown) size = bytes;
        return isGrown;
      },
      complete: () => {
        if (size <= MAX_SMALL_BODY_BYTES) return true;
        complete ??= this.#complete.take(sender, 1);
        return complete !== undefined;
      },
      unlessWanted: (ms, work, end) => {
        // There is nothing that others could want.
        if (size === 0) return work;
        const pool = poolOf(size);
        const isWanted = (): boolean => this.#isWanted(pool);
        return pool.late.unlessWanted(ms, work, isWanted, () => {
          release();
          return end();
        });
      },
      [Symbol.dispose]: release,
    };
  }

  /** Whether somebody waits for memory that others hold. */
  #isWanted(pool: Pool): boolean {
    return pool === this.#large && [...this.#waiting].some(({ lacksOthers }) => lacksOthers());
  }

  /** The sender's turn; undefined when there is none in time, and when `take` got memory before. */
  async #turnUnless(
    { take, lacksOthers }: { readonly take: () => boolean; readonly lacksOthers: () => boolean },
    sender: string,
    signal: AbortSignal,
  ): Promise<Permit | undefined> {
    const done = new AbortController();
    const retry = (): void => {
      if (!done.signal.aborted && take()) done.abort();
    };
    const waiting = { retry, lacksOthers };
    this.#waiting.add(waiting);
    try {
      const turn = await this.#turns.acquire(sender, AbortSignal.any([signal, done.signal]));
      if (!done.signal.aborted) return turn;
      turn?.[Symbol.dispose]();
      return undefined;
    } finally {
      this.#waiting.delete(waiting);
    }
  }
}

/** A body that waits for its turn. */
interface Waiting {
  /** Tries again to get memory. */
  readonly retry: () => void;
  /** Whether it lacks memory that others hold, and not its own share. */
  readonly lacksOthers: () => boolean;
}

/** The memory of one body, until it is disposed of. */
export interface HeldMemory extends Disposable {
  /** Bytes that it has. */
  readonly size: number;
  /** Takes memory for `size` bytes in all. False when there is none. */
  grow(size: number): Promise<boolean>;
  /** All of the body has come. False when as many large ones of the sender have come as may wait for their work. */
  complete(): boolean;
  /**
   * What `work`, the arrival of more of the body, resolves to. When that takes longer than `ms`, and others wait for memory
   * then or later, the memory is released and the error of `end` thrown.
   */
  unlessWanted<Result>(ms: number, work: Promise<Result>, end: () => Error): Promise<Result>;
}

/** Memory of bodies of one kind. */
class Pool {
  readonly shares: Shares;
  readonly late = new LateBodies();

  constructor(capacity: number, perSender: number) {
    this.shares = new Shares(capacity, perSender);
  }
}

/** Bodies of which more should have come by now. */
class LateBodies {
  readonly #ends = new Set<() => void>();

  endAll(): void {
    const ends = [...this.#ends];
    // Before they end: that releases memory, which may end all again.
    this.#ends.clear();
    for (const end of ends) end();
  }

  /** As `HeldMemory.unlessWanted`; `isWanted` is asked once, after that `endAll` tells it. */
  async unlessWanted<Result>(
    ms: number,
    work: Promise<Result>,
    isWanted: () => boolean,
    end: () => Error,
  ): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    let fail = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      fail = () => reject(end());
      const beLate = (): unknown => (isWanted() ? fail() : this.#ends.add(fail));
      if (ms > 0) timer = setTimeout(beLate, ms);
      // At once: a body that brings a byte every millisecond would never be late.
      else beLate();
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      clearTimeout(timer);
      this.#ends.delete(fail);
    }
  }
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
    if (this.#exceedsShare(sender, units, former) || this.#lacks(units, former)) return undefined;
    former?.[Symbol.dispose]();
    return this.#grant(sender, units);
  }

  /** Whether the sender could take a unit now. */
  has(sender: string): boolean {
    return !this.#exceedsShare(sender, 1) && !this.#lacks(1);
  }

  /** Whether others hold too much for units in place of the `former` ones, of which the sender has not used up its share. */
  lacksOthers(sender: string, units: number, former?: Permit): boolean {
    return !this.#exceedsShare(sender, units, former) && this.#lacks(units, former);
  }

  #exceedsShare(sender: string, units: number, former?: Permit): boolean {
    return (this.#held.get(sender) ?? 0) + units - this.#weightOf(former) > this.#perSender;
  }

  #lacks(units: number, former?: Permit): boolean {
    return this.#used + units - this.#weightOf(former) > this.#capacity;
  }

  #weightOf(permit: Permit | undefined): number {
    return permit && this.#permits.has(permit) ? permit.weight : 0;
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
