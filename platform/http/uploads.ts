/** Uploads of lines at a time, and of one sender; each holds at most two chunks. */
const MAX_UPLOADS = 64;
const MAX_UPLOADS_PER_SENDER = 48;

/** A place for an upload of lines of any length, until it is disposed of. */
export interface UploadPlace extends Disposable {
  /** Aborts when another sender gets the place. */
  readonly takenBack: AbortSignal;
  /** Whole lines have come, or those that came were worked on until now. */
  noteLines(): void;
}

/**
 * Places for uploads. When all are taken, a sender that holds most of them gives one up for a sender that holds at least two
 * fewer: that of the upload which has brought no whole line for longest.
 */
export class Uploads {
  /** Each with its end, those that have brought no line for longest first. */
  readonly #places = new Map<UploadPlace, { readonly sender: string; readonly takeBack: () => void }>();

  /** A place; undefined when the sender has its share, or none is free or given up for it. */
  take(sender: string): UploadPlace | undefined {
    if (this.#countOf(sender) >= MAX_UPLOADS_PER_SENDER) return undefined;
    if (this.#places.size >= MAX_UPLOADS && !this.#takeBackFor(sender)) return undefined;
    const controller = new AbortController();
    const held = { sender, takeBack: () => controller.abort() };
    const place: UploadPlace = {
      takenBack: controller.signal,
      noteLines: () => {
        if (this.#places.delete(place)) this.#places.set(place, held);
      },
      [Symbol.dispose]: () => void this.#places.delete(place),
    };
    this.#places.set(place, held);
    return place;
  }

  #countOf(sender: string): number {
    let count = 0;
    for (const held of this.#places.values()) if (held.sender === sender) count++;
    return count;
  }

  #takeBackFor(sender: string): boolean {
    const counts = new Map([...this.#places.values()].map((held) => [held.sender, this.#countOf(held.sender)]));
    const most = Math.max(...counts.values());
    if (most < this.#countOf(sender) + 2) return false;
    for (const [place, held] of this.#places) {
      if (counts.get(held.sender) !== most) continue;
      this.#places.delete(place);
      held.takeBack();
      return true;
    }
    return false;
  }
}
