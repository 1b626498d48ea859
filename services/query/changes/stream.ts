import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { Turns } from "../../../platform/admission/turns.ts";
import { networkOf } from "../../../platform/http/client.ts";
import { type ChangeFeed, viewsShowing } from "./change-feed.ts";
import { cloudEvent, type EventWriting, idOf, typeOf } from "./cloud-event.ts";
import { type ContentParts, changesOf } from "./contents.ts";
import { type Cursor, compareCursors, cursorText } from "./cursor.ts";
import { cursorOf, type Head, isSelected, type Selection } from "./heads.ts";
import type { Batch, Tail, TailListener } from "./tail.ts";

export const EVENT_STREAM = "text/event-stream";

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 5_000;
const CHECKPOINT_INTERVAL_MS = 15_000;
/** Streams end after a while, so that processes can be replaced; their readers resume. */
const MAX_OPEN_MS = 15 * 60_000;
/** Bytes that a reader may leave unread. */
const MAX_UNREAD = 1024 ** 2;
/** What is read at a time of all that a reader has missed. */
const CATCH_UP = { changes: 500, bytes: 256 * 1024, withContent: true };
/** Milliseconds until a stream looks again at what other readers don't see yet. */
const RELOOK_MS = 50;
/** How long a reader may take what is left when its stream ends. */
const LAST_READ_MS = 10_000;

export interface StreamParts {
  readonly feed: ChangeFeed;
  readonly writing: EventWriting;
  readonly contents: ContentParts;
  readonly tail: Tail;
  /** For reading what streams have missed. */
  readonly turns: Turns;
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

/** An event without content: browsers drop those without data. */
export const emptyEvent = (name: "checkpoint" | "reset", id: string): string =>
  `id: ${id}\nevent: ${name}\ndata: {}\n\n`;

const eventText = (head: Head, event: string): string =>
  `id: ${idOf(head)}\nevent: ${typeOf(head)}\ndata: ${event}\n\n`;

class ChangeStream implements TailListener {
  readonly #response: Response;
  readonly #request: StreamRequest;
  readonly #parts: StreamParts;
  #cursor: Cursor;

  constructor(response: Response, request: StreamRequest, parts: StreamParts) {
    this.#response = response;
    this.#request = request;
    this.#parts = parts;
    this.#cursor = request.after;
  }

  get wantsContent(): boolean {
    return this.#request.wantsContent;
  }

  async run(): Promise<void> {
    const { tail } = this.#parts;
    const response = this.#response;
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, this.#request.ending, AbortSignal.timeout(MAX_OPEN_MS)]);
    beginEvents(response);
    const checkpoints = setInterval(() => this.#send(this.#checkpoint()), CHECKPOINT_INTERVAL_MS);
    try {
      while (!signal.aborted) {
        const isWhole = await this.#inTurn(signal);
        if (isWhole && tail.join(this, this.#cursor)) break;
        if (isWhole) await delay(RELOOK_MS, undefined, { signal }).catch(() => undefined);
      }
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      clearInterval(checkpoints);
      tail.leave(this);
    }
    response.end();
    const cut = setTimeout(() => response.destroy(), LAST_READ_MS);
    response.once("close", () => clearTimeout(cut));
  }

  get unread(): number {
    return this.#response.writableLength;
  }

  cut(): void {
    this.#response.destroy();
  }

  /** Reads and sends some of what the reader has missed. Its turn has ended while the reader takes that. */
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
    const { feed, writing, contents } = this.#parts;
    const point = await feed.shown(viewsShowing(selection.kinds), signal);
    if (!point) return false;
    const page = await feed.page(this.#cursor, point, selection, CATCH_UP);
    const written: string[] = [];
    for await (const { head, content } of changesOf(page, wantsContent, contents))
      written.push(eventText(head, cloudEvent(head, writing, content)));
    const hasMoved = compareCursors(page.next, this.#cursor) > 0;
    this.#cursor = page.next;
    this.#send(written.length > 0 || !hasMoved ? written.join("") : this.#checkpoint());
    return !page.more;
  }

  /** Takes what all streams get. A reader that leaves too much unread is cut, and resumes. */
  take({ changes, next }: Batch): void {
    if (this.#response.writableLength > MAX_UNREAD) {
      this.#response.destroy();
      return;
    }
    const { selection, wantsContent } = this.#request;
    const before = this.#cursor;
    const news = changes.filter(
      ({ head }) => isSelected(selection, head) && compareCursors(cursorOf(head), before) > 0,
    );
    if (compareCursors(next, before) <= 0) return;
    this.#cursor = next;
    const texts = news.map(({ head, event, filled }) => eventText(head, wantsContent ? (filled ?? event) : event));
    this.#send(texts.length > 0 ? texts.join("") : this.#checkpoint());
  }

  #checkpoint(): string {
    return emptyEvent("checkpoint", cursorText(this.#cursor));
  }

  #send(text: string): void {
    if (text !== "" && this.#response.headersSent && !this.#response.writableEnded) this.#response.write(text);
  }
}
