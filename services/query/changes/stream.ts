import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { ViewName } from "../../../contracts/views.ts";
import type { Turns } from "../../../platform/admission/turns.ts";
import { networkOf } from "../../../platform/http/client.ts";
import { type ChangeFeed, type ReadPoint, viewsOfKinds, viewsShowing } from "./change-feed.ts";
import { cloudEvent, type EventWriting } from "./cloud-event.ts";
import { type ContentParts, changesOf } from "./contents.ts";
import { type Cursor, compareCursors, cursorText } from "./cursor.ts";
import { emptyEvent, eventText } from "./event-text.ts";
import { isSelected, type Selection } from "./heads.ts";
import { Merge } from "./merge.ts";
import type { Batch, TailListener } from "./tail.ts";
import type { Tails } from "./tails.ts";

export const EVENT_STREAM = "text/event-stream";

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 5_000;
const CHECKPOINT_INTERVAL_MS = 15_000;
/** Until a stream tells where it goes on after what it has passed over. */
const CHECKPOINT_DELAY_MS = 100;
/** Streams end after a while, so that processes can be replaced; their readers resume. */
const MAX_OPEN_MS = 15 * 60_000;
/** Bytes that a reader may leave unread. */
const MAX_UNREAD = 1024 ** 2;
/** Limits of one read of the changes that a reader has missed. */
const CATCH_UP = { changes: 500, bytes: 256 * 1024 };
/** Milliseconds until a stream reads on its own again: at first, and at most while nothing moves. */
const RELOOK_MS = 50;
const MAX_RELOOK_MS = 1_000;
/** How long a reader may take what is left when its stream ends. */
const LAST_READ_MS = 10_000;

export interface StreamParts {
  readonly feed: Pick<ChangeFeed, "shown" | "page">;
  readonly writing: EventWriting;
  readonly contents: ContentParts;
  readonly tails: Tails;
  /** For reading what streams have missed. */
  readonly turns: Turns;
  /** Called with the publication time of the first change that a stream has missed, when it begins to read on its own. */
  readonly measureLag: (since: Date) => Promise<void>;
}

export interface StreamRequest {
  readonly after: Cursor;
  readonly selection: Selection;
  readonly wantsContent: boolean;
  readonly client: string;
  /** Aborts when the process stops. */
  readonly ending: AbortSignal;
}

/** Sends changes as server-sent events, from the cursor on, until the reader leaves, the stream is old or the process stops. */
export async function streamChanges(response: Response, request: StreamRequest, parts: StreamParts): Promise<void> {
  await new ChangeStream(response, request, parts).run();
}

/** Begins an answer of server-sent events. */
export function beginEvents(response: Response): void {
  response.status(200).set({
    "Content-Type": `${EVENT_STREAM}; charset=utf-8`,
    "Cache-Control": "no-store",
    // nginx would keep events back.
    "X-Accel-Buffering": "no",
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

class ChangeStream implements TailListener {
  readonly #response: Response;
  readonly #request: StreamRequest;
  readonly #parts: StreamParts;
  #cursor: Cursor;
  /** Up to where the stream reads what it has missed, while that takes several pages. */
  #point: ReadPoint | undefined;
  /** While it gets what all streams get. */
  #merge: Merge | undefined;
  /** Called when it no longer does. */
  #onLeft: () => void = () => undefined;
  /** Whether it left since too much waited for a view that stands still. */
  #isHeldBack = false;
  #checkpointing: NodeJS.Timeout | undefined;

  constructor(response: Response, request: StreamRequest, parts: StreamParts) {
    this.#response = response;
    this.#request = request;
    this.#parts = parts;
    this.#cursor = request.after;
  }

  get wantsContent(): boolean {
    return this.#request.wantsContent;
  }

  get unread(): number {
    return this.#response.writableLength;
  }

  async run(): Promise<void> {
    const response = this.#response;
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, this.#request.ending, AbortSignal.timeout(MAX_OPEN_MS)]);
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    beginEvents(response);
    const checkpoints = setInterval(() => this.#sendCheckpoint(), CHECKPOINT_INTERVAL_MS);
    try {
      for (let pause = RELOOK_MS; !signal.aborted; ) {
        const before = this.#cursor;
        const isWhole = await this.#inTurn(signal);
        // What waits for a view that stands still would only be read again.
        if (isWhole && !this.#isHeldBack) await this.#follow(signal);
        pause = compareCursors(this.#cursor, before) > 0 ? RELOOK_MS : Math.min(2 * pause, MAX_RELOOK_MS);
        if (isWhole) await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      clearInterval(checkpoints);
      clearTimeout(this.#checkpointing);
      this.#leave();
    }
    response.end();
    const cut = setTimeout(() => response.destroy(), LAST_READ_MS);
    response.once("close", () => clearTimeout(cut));
  }

  cut(): void {
    this.#response.destroy();
  }

  /** Takes what all streams get. A reader that leaves too much unread is cut, and resumes. */
  take(view: ViewName, batch: Batch): void {
    if (!this.#merge) return;
    if (this.#response.writableLength > MAX_UNREAD) {
      this.#response.destroy();
      return;
    }
    const { changes, next } = this.#merge.take(view, batch);
    if (compareCursors(next, this.#cursor) > 0) {
      this.#cursor = next;
      const { wantsContent } = this;
      if (changes.length > 0) this.#send(changes.map(({ text, filled }) => (wantsContent && filled) || text).join(""));
      else this.#checkpointing ??= setTimeout(() => this.#sendCheckpoint(), CHECKPOINT_DELAY_MS);
    }
    // Waiting changes are read again when that view moves on.
    this.#isHeldBack = this.#merge.isTooFull;
    if (this.#isHeldBack) this.#leave();
  }

  /** Gets what all streams get, until it has to read on its own. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { selection } = this.#request;
    const views = viewsOfKinds(selection.kinds);
    this.#merge = new Merge(views, this.#cursor, ({ head }) => isSelected(selection, head));
    const untilLeft = new Promise<void>((resolve) => {
      this.#onLeft = resolve;
    });
    if (!signal.aborted && this.#parts.tails.join(this, views, this.#cursor)) await untilLeft;
    this.#leave();
  }

  #leave(): void {
    this.#merge = undefined;
    this.#parts.tails.leave(this);
    this.#onLeft();
  }

  /** Reads and sends some of what the reader has missed. Releases its turn before it waits for the reader to take that. */
  async #inTurn(signal: AbortSignal): Promise<boolean> {
    const { client } = this.#request;
    let isWhole = false;
    {
      using turn = await this.#parts.turns.acquire([networkOf(client), client], signal);
      if (turn) isWhole = await this.#catchUp(signal);
      else await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
    if (this.#response.writableNeedDrain) await once(this.#response, "drain", { signal }).catch(() => undefined);
    return isWhole;
  }

  /** Whether that was all. */
  async #catchUp(signal: AbortSignal): Promise<boolean> {
    const { selection, wantsContent } = this.#request;
    const { feed, writing, contents, measureLag } = this.#parts;
    const isFirst = this.#point === undefined;
    this.#point ??= await feed.shown(viewsShowing(selection.kinds), signal);
    if (!this.#point) return false;
    const page = await feed.page(this.#cursor, this.#point, selection, { ...CATCH_UP, withContent: wantsContent });
    const [missed] = page.heads;
    if (isFirst && missed) await measureLag(missed.time);
    const written: string[] = [];
    for await (const { head, content } of changesOf(page, wantsContent, contents))
      written.push(eventText(head, cloudEvent(head, writing, content)));
    const hasMoved = compareCursors(page.next, this.#cursor) > 0;
    this.#cursor = page.next;
    if (hasMoved) this.#isHeldBack = false;
    if (written.length > 0) this.#send(written.join(""));
    else if (hasMoved) this.#sendCheckpoint();
    if (!page.more) this.#point = undefined;
    return !page.more;
  }

  #sendCheckpoint(): void {
    this.#send(emptyEvent("checkpoint", cursorText(this.#cursor)));
  }

  #send(text: string): void {
    // Every event carries the place where it goes on: no checkpoint is needed.
    clearTimeout(this.#checkpointing);
    this.#checkpointing = undefined;
    if (this.#response.headersSent && !this.#response.writableEnded) this.#response.write(text);
  }
}
