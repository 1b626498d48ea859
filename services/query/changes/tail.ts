import { setTimeout as delay } from "node:timers/promises";
import { type ChangeKind, EVERY_KIND } from "../../../contracts/changes.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import type { ChangeFeed, PublishedHead } from "./change-feed.ts";
import { viewsShowing } from "./change-feed.ts";
import { cloudEvent, type EventWriting } from "./cloud-event.ts";
import { type ContentParts, changesOf } from "./contents.ts";
import { type Cursor, compareCursors } from "./cursor.ts";

/** A change as streams send it. */
export interface StreamedChange {
  readonly head: PublishedHead;
  /** The CloudEvent, without content. */
  readonly event: string;
  /** The same with content, where a listener wants it. */
  readonly filled?: string | undefined;
}

/** Changes in their order, and where they go on. */
export interface Batch {
  readonly changes: readonly StreamedChange[];
  readonly next: Cursor;
}

export interface TailListener {
  readonly wantsContent: boolean;
  /** Bytes that its reader has not taken yet. */
  readonly unread: number;
  take(batch: Batch): void;
  /** Ends it at once; its reader resumes. */
  cut(): void;
}

export interface TailParts {
  readonly feed: ChangeFeed;
  readonly writing: EventWriting;
  readonly contents: ContentParts;
  /** Called for reads that fail; they are tried again. */
  readonly failed: (error: unknown) => void;
}

/** Changes and bytes of contents that are read at a time. */
const BATCH = { changes: 500, bytes: 1024 ** 2, withContent: true };

/** Bytes that all readers together may leave unread. */
const MAX_UNREAD_BY_ALL = 128 * 1024 ** 2;

/** Milliseconds between two reads, so that what comes closely together is read at once. */
const PACE_MS = 25;

/** In case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Reads the newest changes of some views once for everybody who listens. */
export class Tail {
  readonly #views: readonly ViewName[];
  readonly #kinds: ReadonlySet<ChangeKind>;
  readonly #parts: TailParts;
  readonly #ended: AbortSignal;
  readonly #listeners = new Set<TailListener>();
  readonly #reading = new Coalesced(() => this.#read());
  /** All up to there was handed on; undefined while nobody listens. */
  #cursor: Cursor | undefined;
  #poll: NodeJS.Timeout | undefined;

  /** `ended` aborts when the process stops. */
  constructor(views: readonly ViewName[], parts: TailParts, ended: AbortSignal) {
    this.#ended = ended;
    this.#views = views;
    this.#kinds = new Set(EVERY_KIND.filter((kind) => viewsShowing([kind]).every((view) => views.includes(view))));
    this.#parts = parts;
  }

  /** The view has moved; empty: some view has. */
  moved(view: string): void {
    // Release 0.1.0 does not name the view.
    if (view === "" || this.#views.some((name) => name === view)) this.request();
  }

  /** Something may have changed. */
  request(): void {
    if (this.#listeners.size > 0) this.#reading.request();
  }

  /** Hands on what follows the cursor. False when that was handed on already: who asks has to read more on its own. */
  join(listener: TailListener, cursor: Cursor): boolean {
    if (this.#cursor && compareCursors(cursor, this.#cursor) < 0) return false;
    this.#cursor ??= cursor;
    this.#listeners.add(listener);
    this.#poll ??= setInterval(() => this.request(), POLL_INTERVAL_MS);
    this.request();
    return true;
  }

  leave(listener: TailListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#cursor = undefined;
  }

  idle(): Promise<void> {
    return this.#reading.idle();
  }

  async #read(): Promise<void> {
    try {
      while (await this.#readBatch());
    } catch (error) {
      this.#parts.failed(error);
    }
    await delay(PACE_MS);
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

  /** Whether more may follow. */
  async #readBatch(): Promise<boolean> {
    const { feed, writing, contents } = this.#parts;
    const after = this.#cursor;
    if (!after) return false;
    const point = await feed.shown(this.#views, this.#ended);
    if (!point) return false;
    const page = await feed.page(after, point, { kinds: this.#kinds }, BATCH);
    const changes: StreamedChange[] = [];
    const isContentWanted = [...this.#listeners].some(({ wantsContent }) => wantsContent);
    for await (const { head, content } of changesOf(page, isContentWanted, contents)) {
      const filled = isContentWanted ? cloudEvent(head, writing, content) : undefined;
      changes.push({ head, event: cloudEvent(head, writing), filled });
    }
    // All have left meanwhile, and others may have come, from another place.
    if (this.#cursor !== after) return this.#cursor !== undefined;
    // A listener that wants contents came while they were not read: they are, with the next attempt.
    if (!isContentWanted && [...this.#listeners].some(({ wantsContent }) => wantsContent)) return true;
    if (compareCursors(page.next, after) > 0) {
      this.#cursor = page.next;
      for (const listener of this.#listeners) listener.take({ changes, next: page.next });
      this.#cutSlowest();
    }
    return page.more;
  }
}
