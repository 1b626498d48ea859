import { CHANGE_KINDS } from "../../../contracts/changes.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { wait } from "../../../platform/admission/wait.ts";
import type { Database } from "../../../platform/database/port.ts";
import { VIEWS_CHANNEL } from "../../../platform/views/schema.ts";
import type { Cursor } from "./cursor.ts";
import { Tail, type TailListener, type TailParts } from "./tail.ts";

/** Milliseconds between two times that waiting pages are woken. */
const WAKING_INTERVAL_MS = 100;

/** In case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Bytes that all readers of streams together may leave unread. */
const MAX_UNREAD_BY_ALL = 128 * 1024 ** 2;

interface Waiter {
  readonly views: readonly ViewName[];
  readonly settle: () => void;
}

/** The reader of the newest changes that all streams of a process share: whatever they ask for, each view is read once. */
export class Tails {
  readonly #tails: ReadonlyMap<ViewName, Tail>;
  readonly #listeners = new Set<TailListener>();
  readonly #waiters = new Set<Waiter>();
  readonly #ended = new AbortController();
  /** The views that have moved since waiting pages were woken. */
  readonly #lately = new Set<string>();
  #waking: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(parts: TailParts) {
    const tail = (view: ViewName) => new Tail(view, parts, () => this.#cutSlowest(), this.ending);
    this.#tails = new Map(Object.values(CHANGE_KINDS).map((view) => [view, tail(view)]));
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

  /**
   * Hands on to the listener what follows the cursor in each of the views. False when one of them no longer keeps all of that, or
   * lacks the contents that are wanted: the listener has to read it on its own.
   */
  join(listener: TailListener, views: readonly ViewName[], cursor: Cursor): boolean {
    const joined = views.flatMap((view) => {
      const tail = this.#tails.get(view);
      return tail ? [{ view, tail, missed: tail.since(cursor, listener.wantsContent) }] : [];
    });
    if (joined.some(({ missed }) => missed === undefined)) return false;
    this.#listeners.add(listener);
    for (const { tail } of joined) tail.join(listener, cursor);
    for (const { view, missed } of joined) if (missed) listener.take(view, missed);
    return true;
  }

  leave(listener: TailListener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const tail of this.#tails.values()) tail.leave(listener);
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

  /** Cuts those that leave most unread, until all together leave little enough. */
  #cutSlowest(): void {
    const slow = [...this.#listeners].filter(({ unread }) => unread > 0).sort((a, b) => b.unread - a.unread);
    let unread = slow.reduce((sum, listener) => sum + listener.unread, 0);
    for (const listener of slow) {
      if (unread <= MAX_UNREAD_BY_ALL) return;
      unread -= listener.unread;
      listener.cut();
    }
  }
}
