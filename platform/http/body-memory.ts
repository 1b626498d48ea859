import { Limiter } from "../admission/limiter.ts";
import { LIMITS } from "../admission/limits.ts";
import { type Permit, type Place, type PlaceLimits, Places } from "../admission/places.ts";
import { Turns } from "../admission/turns.ts";
import { Uploads } from "./uploads.ts";

/** Bodies up to this size are read, parsed and checked at once; larger ones queue for memory and a worker thread. */
export const MAX_SMALL_BODY_BYTES = 256 * 1024;

/**
 * Limits the memory of bodies. A body takes memory as its bytes arrive, never for its declared length. Senders share
 * the memory: none of them takes all of it. While others wait, a body that arrives too slowly for the memory it holds
 * gives it up.
 */
export class BodyMemory {
  readonly #small: Pool;
  readonly #large: Pool;
  /** The body with the turn may be read to its end, so that one of many partly read bodies always goes on. */
  readonly #turns = new Turns(LIMITS.largeBodyTurns);
  /** Work on large bodies, which takes several times their size: one of the largest size at a time. */
  readonly work: Limiter;
  readonly #complete = new Places<undefined>(LIMITS.completeBodies);
  readonly uploads = new Uploads();
  /** Large bodies that wait for their turn, in their order. */
  readonly #waiting = new Set<Waiting>();
  #beyond = 0;

  /** `maxBytes`: maximum size of one body. */
  constructor(maxBytes: number) {
    const { all, perClient } = LIMITS.largestBodies;
    this.#small = new Pool(LIMITS.smallBodies);
    this.#large = new Pool({ all: all * maxBytes, perClient: perClient * maxBytes });
    this.work = new Limiter(maxBytes, LIMITS.bodyWorkTimeoutMs);
  }

  /** Bytes held by bodies. */
  get used(): number {
    return this.#small.places.all.held + this.#large.places.all.held + this.#beyond;
  }

  /** Whether the sender may send another large body now: one that would be refused need not be sent. */
  mayComeLarge(sender: string): boolean {
    return !this.#complete.lack(sender);
  }

  /** The memory of a body, none at first. `sender`: the party that shares the memory with others. */
  open(sender: string, signal: AbortSignal): HeldMemory {
    let size = 0;
    let complete: Permit | undefined;
    let place: Place<undefined> | undefined;
    let turn: Permit | undefined;
    let beyond = 0;
    const goBeyond = (bytes: number): void => {
      this.#beyond += bytes - beyond;
      beyond = bytes;
    };
    const poolOf = (bytes: number): Pool => (bytes <= MAX_SMALL_BODY_BYTES ? this.#small : this.#large);
    const release = (): void => {
      place?.[Symbol.dispose]();
      goBeyond(0);
      turn?.[Symbol.dispose]();
      complete?.[Symbol.dispose]();
      for (const { retry } of this.#waiting) retry();
      // A waiter that had used up its own share may now wait for the memory of others.
      if (this.#isWanted(this.#large)) this.#large.late.endAll();
    };
    const grow = async (bytes: number): Promise<boolean> => {
      const { places, late } = poolOf(bytes);
      const take = (): boolean => {
        const grown = places.take(sender, undefined, bytes, place);
        place = grown ?? place;
        return grown !== undefined;
      };
      const lacksOthers = (): boolean => places.lack(sender, bytes, place) === "all";
      if (!turn && take()) return true;
      if (!turn && lacksOthers()) {
        late.endAll();
        if (take()) return true;
      }
      if (places === this.#small.places) return false;
      turn ??= await this.#turnUnless({ take, lacksOthers }, sender, signal);
      if (turn) goBeyond(bytes - (place?.weight ?? 0));
      return turn !== undefined || place?.weight === bytes;
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
        complete ??= this.#complete.take(sender, undefined);
        return complete !== undefined;
      },
      unlessWanted: (ms, work, end) => {
        // It holds nothing that others could want.
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

  /** Waits for the sender's turn; undefined when there is none in time, and when `take` got memory before. */
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
  /** Whether it lacks memory that others hold, rather than its own share. */
  readonly lacksOthers: () => boolean;
}

/** The memory of one body, until it is disposed of. */
export interface HeldMemory extends Disposable {
  /** Bytes that it holds. */
  readonly size: number;
  /** Takes memory for `size` bytes in total. False when there is none. */
  grow(size: number): Promise<boolean>;
  /**
   * Reports that the whole body has arrived. False when the maximum number of the sender's large bodies wait for their
   * work.
   */
  complete(): boolean;
  /**
   * Waits for `work`, the arrival of more of the body. When that takes longer than `ms`, and others wait for memory
   * then or later, releases the memory and throws the error of `end`.
   */
  unlessWanted<Result>(ms: number, work: Promise<Result>, end: () => Error): Promise<Result>;
}

/** Memory of bodies of one kind. */
class Pool {
  readonly places: Places<undefined>;
  readonly late = new LateBodies();

  constructor(limits: PlaceLimits) {
    this.places = new Places(limits);
  }
}

/** Bodies that are late: more of them should have arrived. */
class LateBodies {
  readonly #ends = new Set<() => void>();

  endAll(): void {
    const ends = [...this.#ends];
    // Cleared first: ending them releases memory, which may call this again.
    this.#ends.clear();
    for (const end of ends) end();
  }

  /** Like `HeldMemory.unlessWanted`. `isWanted` is called once; after that, `endAll` reports it. */
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
      // Without a timer: a body that sends a byte every millisecond would never be late.
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
