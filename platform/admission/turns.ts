import type { Permit } from "./limiter.ts";
import type { UsualTime } from "./usual-time.ts";

export interface TurnLimits {
  /** Permits that are held at a time, by all together, by one key and by one group of any width: as many unless set. */
  readonly running: number;
  readonly runningPerKey?: number;
  readonly runningPerGroup?: number;
  /**
   * Callers that wait, of one key and of all together; more are refused at once. When as many wait as may, the last one of
   * the group or key of which most do gives way to one of which at least two fewer do.
   */
  readonly waitingPerKey: number;
  readonly waiting: number;
  readonly timeoutMs: number;
}

/** A key, or the groups that it is in, the widest first, and the key. */
export type Keys = string | readonly [string, ...string[]];

/** A group or key, named with the groups that it is in. */
type Id = string;

interface Waiting {
  /** Of its groups, the widest first, and its key. */
  readonly ids: readonly Id[];
  leave(permit: Permit | undefined): void;
}

/** A group or key of which some wait. */
interface Queue {
  /** The lower, the sooner it is its turn. */
  turn: number;
  waiting: number;
}

/**
 * Hands out permits to groups in turns, and to the keys within each, so that one that asks for many delays itself and nobody
 * else.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #usual: UsualTime | undefined;
  /** In the order of their arrival. */
  readonly #waiting: Waiting[] = [];
  readonly #queues = new Map<Id, Queue>();
  /** Permits that each group and key holds; only those that hold some. */
  readonly #held = new Map<Id, number>();
  #running = 0;
  #lastTurn = 0;

  /** `usual`: bounds the queues, besides the limits, by how long permits are held. */
  constructor(limits: TurnLimits, usual?: UsualTime) {
    this.#limits = limits;
    this.#usual = usual;
  }

  /** How many hold a permit, and how many wait for one. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /** A permit; undefined at once when too many wait, later for who gives way, and after the timeout or when the signal aborts. */
  async acquire(keys: Keys, signal?: AbortSignal): Promise<Permit | undefined> {
    if (signal?.aborted) return undefined;
    const ids = idsOf(keys);
    const key = ids.at(-1) ?? "";
    const waiting = this.#waitingOf(key);
    if (waiting === 0 && this.#hasRoom(ids)) return this.#grant(ids);
    if (waiting >= this.#mayWaitOfOne() || !this.#makeWay(ids)) return undefined;
    return new Promise((resolve) => {
      const caller: Waiting = {
        ids,
        leave: (permit) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", giveUp);
          this.#remove(caller);
          resolve(permit);
        },
      };
      const giveUp = (): void => caller.leave(undefined);
      const timer = setTimeout(giveUp, this.#limits.timeoutMs);
      signal?.addEventListener("abort", giveUp);
      this.#add(caller);
    });
  }

  #add(caller: Waiting): void {
    this.#waiting.push(caller);
    for (const id of caller.ids) {
      const queue = this.#queues.get(id) ?? { turn: ++this.#lastTurn, waiting: 0 };
      queue.waiting++;
      this.#queues.set(id, queue);
    }
  }

  #remove(caller: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(caller), 1);
    for (const id of caller.ids) {
      const queue = this.#queues.get(id);
      if (queue && --queue.waiting === 0) this.#queues.delete(id);
    }
  }

  #mayWaitOfOne(): number {
    const { running, runningPerKey = running, waitingPerKey } = this.#limits;
    return Math.min(waitingPerKey, this.#usual?.queueOfOne(runningPerKey) ?? waitingPerKey);
  }

  #mayWait(): number {
    const { running, waiting } = this.#limits;
    return Math.min(waiting, this.#usual?.queueOfAll(running) ?? waiting);
  }

  /** Whether one more may wait. */
  #makeWay(ids: readonly Id[]): boolean {
    if (this.#waiting.length < this.#mayWait()) return true;
    for (const [level, id] of ids.entries()) {
      const rivals = this.#waiting.filter((other) => level === 0 || other.ids[level - 1] === ids[level - 1]);
      const most = Math.max(0, ...rivals.map((rival) => this.#waitingOf(rival.ids[level])));
      if (most < this.#waitingOf(id) + 2) continue;
      rivals.findLast((rival) => this.#waitingOf(rival.ids[level]) === most)?.leave(undefined);
      return true;
    }
    return false;
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      for (const id of next.ids) {
        const queue = this.#queues.get(id);
        if (queue) queue.turn = ++this.#lastTurn;
      }
      next.leave(this.#grant(next.ids));
    }
  }

  #next(): Waiting | undefined {
    if (this.#running >= this.#limits.running) return undefined;
    let first: Waiting | undefined;
    for (const caller of this.#waiting) {
      if (this.#hasRoom(caller.ids) && (!first || this.#isBefore(caller, first))) first = caller;
    }
    return first;
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    const level = one.ids.findIndex((id, index) => id !== other.ids[index]);
    return level >= 0 && this.#turnOf(one.ids[level]) < this.#turnOf(other.ids[level]);
  }

  #turnOf(id: Id | undefined): number {
    return this.#queues.get(id ?? "")?.turn ?? 0;
  }

  #waitingOf(id: Id | undefined): number {
    return this.#queues.get(id ?? "")?.waiting ?? 0;
  }

  #hasRoom(ids: readonly Id[]): boolean {
    const { running, runningPerKey = running, runningPerGroup = running } = this.#limits;
    if (this.#running >= running) return false;
    const key = ids.length - 1;
    return ids.every((id, level) => (this.#held.get(id) ?? 0) < (level === key ? runningPerKey : runningPerGroup));
  }

  #grant(ids: readonly Id[]): Permit {
    this.#count(ids, 1);
    const sinceMs = performance.now();
    let isHeld = true;
    return {
      weight: 1,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#usual?.add(performance.now() - sinceMs);
        this.#count(ids, -1);
        this.#admit();
      },
    };
  }

  #count(ids: readonly Id[], change: 1 | -1): void {
    this.#running += change;
    for (const id of ids) {
      const held = (this.#held.get(id) ?? 0) + change;
      if (held === 0) this.#held.delete(id);
      else this.#held.set(id, held);
    }
  }
}

function idsOf(keys: Keys): readonly Id[] {
  const path = typeof keys === "string" ? [keys] : keys;
  return path.map((_, level) => JSON.stringify(path.slice(0, level + 1)));
}
