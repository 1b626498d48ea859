import type { ViewName } from "../../../contracts/views.ts";
import { type Cursor, compareCursors } from "./cursor.ts";
import { cursorOf } from "./heads.ts";
import { type Batch, lengthOf, type StreamedChange } from "./tail.ts";

/** What waits for another view at most: changes, and characters of their texts. */
const MAX_WAITING = 2_000;
const MAX_WAITING_TEXT = 4 * 1024 ** 2;

/** What a stream has of a view: up to where all has come, and changes that one of another view may precede. */
interface Part {
  upTo: Cursor;
  waiting: readonly StreamedChange[];
}

/** Puts the changes of some views, of which each comes in its order, into one order. */
export class Merge {
  readonly #isWanted: (change: StreamedChange) => boolean;
  readonly #parts: ReadonlyMap<ViewName, Part>;
  #told: Cursor;
  #waiting = 0;
  #waitingText = 0;

  /** `after`: everything up to there was told. */
  constructor(views: readonly ViewName[], after: Cursor, isWanted: (change: StreamedChange) => boolean) {
    this.#parts = new Map(views.map((view) => [view, { upTo: after, waiting: [] }]));
    this.#isWanted = isWanted;
    this.#told = after;
  }

  /** Takes the next changes of a view. Returns what no change of another view can precede any more. */
  take(view: ViewName, { changes, next }: Batch): Batch {
    const part = this.#parts.get(view);
    if (part && compareCursors(next, part.upTo) > 0) {
      const first = changes.findIndex((change) => isAfter(change, part.upTo));
      const news = first === -1 ? [] : changes.slice(first).filter(this.#isWanted);
      this.#count(news, 1);
      part.waiting = part.waiting.length > 0 ? part.waiting.concat(news) : news;
      part.upTo = next;
    }
    return this.#ready();
  }

  /** Whether more waits than may be held, since one of the views stands still. */
  get isTooFull(): boolean {
    return this.#waiting > MAX_WAITING || this.#waitingText > MAX_WAITING_TEXT;
  }

  #ready(): Batch {
    const parts = [...this.#parts.values()];
    const upTo = parts.map((part) => part.upTo).reduce((a, b) => (compareCursors(a, b) < 0 ? a : b));
    if (compareCursors(upTo, this.#told) === 0) return { changes: [], next: upTo };
    const ready = parts.flatMap((part) => {
      const end = part.waiting.findIndex((change) => isAfter(change, upTo));
      const taken = end === -1 ? part.waiting : part.waiting.slice(0, end);
      part.waiting = end === -1 ? [] : part.waiting.slice(end);
      return taken;
    });
    if (parts.length > 1) ready.sort((a, b) => compareCursors(cursorOf(a.head), cursorOf(b.head)));
    this.#count(ready, -1);
    this.#told = upTo;
    return { changes: ready, next: upTo };
  }

  #count(changes: readonly StreamedChange[], sign: 1 | -1): void {
    this.#waiting += sign * changes.length;
    for (const change of changes) this.#waitingText += sign * lengthOf(change);
  }
}

const isAfter = ({ head }: StreamedChange, cursor: Cursor): boolean => compareCursors(cursorOf(head), cursor) > 0;
