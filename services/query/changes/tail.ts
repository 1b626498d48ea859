import { setTimeout as delay } from "node:timers/promises";
import { CHANGE_KINDS, type ChangeKind, EVERY_KIND } from "../../../contracts/changes.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { Coalesced } from "../../../platform/async/coalesced.ts";
import { type ChangeFeed, type PublishedHead, type ReadPoint, viewsShowing } from "./change-feed.ts";
import { cloudEvent, type EventWriting } from "./cloud-event.ts";
import { type ContentParts, changesOf } from "./contents.ts";
import { type Cursor, compareCursors } from "./cursor.ts";
import { eventText } from "./event-text.ts";
import { cursorOf } from "./heads.ts";

/** A change as streams send it: the text is the same for all. */
export interface StreamedChange {
  readonly head: PublishedHead;
  /** The event, without content. */
  readonly text: string;
  /** The same with content, where a listener wants it. */
  readonly filled?: string | undefined;
}

/** Changes in their order, and up to where all have come. */
export interface Batch {
  readonly changes: readonly StreamedChange[];
  readonly next: Cursor;
}

export interface TailListener {
  readonly wantsContent: boolean;
  /** Bytes that its reader has not taken yet. */
  readonly unread: number;
  /** Takes the next changes of a view. */
  take(view: ViewName, batch: Batch): void;
  /** Ends it at once; its reader resumes. */
  cut(): void;
}

export interface TailParts {
  readonly feed: Pick<ChangeFeed, "shown" | "page">;
  readonly writing: EventWriting;
  readonly contents: ContentParts;
  /** Called for reads that fail; they are tried again. */
  readonly failed: (error: unknown) => void;
}

/** Changes and bytes that are read at a time. */
const BATCH = { changes: 500, bytes: 1024 ** 2 };

/** Changes that were handed on and are kept for listeners that come, and characters of their texts, at most. */
const MAX_KEPT = 1_000;
const MAX_KEPT_TEXT = 1024 ** 2;

/** Milliseconds between two reads, so that what comes closely together is read at once. */
const PACE_MS = 25;

/** In case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Reads the newest changes of a view once for everybody who listens. */
export class Tail {
  readonly #view: ViewName;
  readonly #kinds: ReadonlySet<ChangeKind>;
  /** The views that are read for its changes. */
  readonly #views: readonly ViewName[];
  readonly #parts: TailParts;
  readonly #handedOn: () => void;
  readonly #ended: AbortSignal;
  readonly #listeners = new Set<TailListener>();
  readonly #reading = new Coalesced(() => this.#read());
  /** The changes that were handed on; undefined while nobody listens. */
  #handed: HandedOn | undefined;
  /** Whether contents are read: once a listener wants them, until nobody listens. */
  #fills = false;
  #poll: NodeJS.Timeout | undefined;

  /** `handedOn` is called after each batch. `ended` aborts when the process stops. */
  constructor(view: ViewName, parts: TailParts, handedOn: () => void, ended: AbortSignal) {
    this.#view = view;
    this.#kinds = new Set(EVERY_KIND.filter((kind) => CHANGE_KINDS[kind] === view));
    this.#views = viewsShowing(this.#kinds);
    this.#parts = parts;
    this.#handedOn = handedOn;
    this.#ended = ended;
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

  /**
   * The changes that were handed on after the cursor. Undefined when not all of them are kept, or they were read without the
   * contents that are wanted: the caller then reads them on its own.
   */
  since(cursor: Cursor, wantsContent: boolean): Batch | undefined {
    if (!this.#handed) return { changes: [], next: cursor };
    this.#fills ||= wantsContent;
    const missed = this.#handed.since(cursor);
    return wantsContent && missed?.changes.some(({ filled }) => filled === undefined) ? undefined : missed;
  }

  /** Hands on what follows to the listener, who has got everything up to the cursor and what `since` returned. */
  join(listener: TailListener, cursor: Cursor): void {
    this.#handed ??= new HandedOn(cursor);
    this.#fills ||= listener.wantsContent;
    this.#listeners.add(listener);
    this.#poll ??= setInterval(() => this.request(), POLL_INTERVAL_MS);
    this.request();
  }

  leave(listener: TailListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#handed = undefined;
    this.#fills = false;
  }

  idle(): Promise<void> {
    return this.#reading.idle();
  }

  async #read(): Promise<void> {
    try {
      const point = await this.#parts.feed.shown(this.#views, this.#ended);
      if (point) while (await this.#readBatch(point));
    } catch (error) {
      this.#parts.failed(error);
    }
    await delay(PACE_MS);
  }

  /** Whether more may follow up to the point. */
  async #readBatch(point: ReadPoint): Promise<boolean> {
    const { feed, writing, contents } = this.#parts;
    const [handed, withContent] = [this.#handed, this.#fills];
    if (!handed) return false;
    const page = await feed.page(handed.upTo, point, { kinds: this.#kinds }, { ...BATCH, withContent });
    const changes: StreamedChange[] = [];
    for await (const { head, content } of changesOf(page, withContent, contents)) {
      const filled = withContent ? eventText(head, cloudEvent(head, writing, content)) : undefined;
      changes.push({ head, text: eventText(head, cloudEvent(head, writing)), filled });
    }
    // All have left meanwhile, and others may have come, from another place.
    if (this.#handed !== handed) return this.#handed !== undefined;
    // A listener that wants contents came while they were not read: they are, with the next attempt.
    if (this.#fills !== withContent) return true;
    if (compareCursors(page.next, handed.upTo) > 0) {
      const batch = { changes, next: page.next };
      handed.add(batch);
      for (const listener of this.#listeners) listener.take(this.#view, batch);
      this.#handedOn();
    }
    return page.more;
  }
}

/** Up to where changes were handed on, and the last of them. */
class HandedOn {
  #upTo: Cursor;
  /** All after this one are kept. */
  #after: Cursor;
  #changes: readonly StreamedChange[] = [];

  constructor(upTo: Cursor) {
    this.#upTo = upTo;
    this.#after = upTo;
  }

  get upTo(): Cursor {
    return this.#upTo;
  }

  add({ changes, next }: Batch): void {
    const all = [...this.#changes, ...changes];
    let text = 0;
    const last = all.findLastIndex((change, index) => {
      text += lengthOf(change);
      return all.length - index > MAX_KEPT || text > MAX_KEPT_TEXT;
    });
    const dropped = all[last];
    if (dropped) this.#after = cursorOf(dropped.head);
    this.#changes = all.slice(last + 1);
    this.#upTo = next;
  }

  /** Undefined when some after the cursor are not kept. */
  since(cursor: Cursor): Batch | undefined {
    if (compareCursors(cursor, this.#after) < 0) return undefined;
    const changes = this.#changes.filter(({ head }) => compareCursors(cursorOf(head), cursor) > 0);
    return { changes, next: compareCursors(cursor, this.#upTo) < 0 ? this.#upTo : cursor };
  }
}

/** Characters that the change holds in memory. */
export const lengthOf = ({ text, filled }: StreamedChange): number => text.length + (filled?.length ?? 0);
