import type { ViewName } from "../../../contracts/views.ts";
import { wait } from "../../../platform/admission/wait.ts";
import type { Database } from "../../../platform/database/port.ts";
import { VIEWS_CHANNEL } from "../../../platform/views/schema.ts";
import { Tail, type TailParts } from "./tail.ts";

/** Milliseconds between two times that waiting pages are woken. */
const WAKING_INTERVAL_MS = 100;

/** In case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

interface Waiter {
  readonly views: readonly ViewName[];
  readonly settle: () => void;
}

/** The readers of the newest changes that the streams of a process share, one for each choice of views. */
export class Tails {
  readonly #parts: TailParts;
  readonly #tails = new Map<string, Tail>();
  readonly #waiters = new Set<Waiter>();
  readonly #ended = new AbortController();
  /** The views that have moved since waiting pages were woken. */
  readonly #lately = new Set<string>();
  #waking: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(parts: TailParts) {
    this.#parts = parts;
  }

  static async open(database: Pick<Database, "listen">, parts: TailParts): Promise<Tails> {
    const tails = new Tails(parts);
    tails.#stopListening = await database.listen(VIEWS_CHANNEL, (notice) => tails.#moved(notice));
    return tails;
  }

  /** Aborts when streams must end. */
  get ending(): AbortSignal {
    return this.#ended.signal;
  }

  of(views: readonly ViewName[]): Tail {
    const key = views.join(" ");
    const tail = this.#tails.get(key) ?? new Tail(views, this.#parts, this.ending);
    this.#tails.set(key, tail);
    return tail;
  }

  /** Resolves when one of the views has moved, or might have, or the signal aborts. */
  async untilMoved(views: readonly ViewName[], signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const enter = (settle: Waiter["settle"]): Disposable => {
      const waiter = { views, settle };
      this.#waiters.add(waiter);
      return { [Symbol.dispose]: () => this.#waiters.delete(waiter) };
    };
    await wait<void>(enter, undefined, { signal, timeoutMs: POLL_INTERVAL_MS });
  }

  /** Ends all streams and waits. */
  end(): void {
    this.#ended.abort();
  }

  async close(): Promise<void> {
    this.end();
    clearTimeout(this.#waking);
    await this.#stopListening?.();
    await Promise.all(Array.from(this.#tails.values(), (tail) => tail.idle()));
  }

  #moved(notice: string): void {
    this.#lately.add(notice);
    // Many pages may wait: views move often, and each of these reads them anew.
    this.#waking ??= setTimeout(() => this.#wake(), WAKING_INTERVAL_MS);
    for (const tail of this.#tails.values()) tail.moved(notice);
  }

  #wake(): void {
    this.#waking = undefined;
    const lately = new Set(this.#lately);
    this.#lately.clear();
    // Release 0.1.0 does not name the view.
    const concerns = (views: readonly ViewName[]) => lately.has("") || views.some((name) => lately.has(name));
    for (const { views, settle } of this.#waiters) if (concerns(views)) settle();
  }
}
