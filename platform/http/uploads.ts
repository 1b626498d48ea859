import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";

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
  readonly #places = new Places<AbortController>(LIMITS.uploads);

  /** A place; undefined when the sender has its share, or none is free or given up for it. */
  take(sender: string): UploadPlace | undefined {
    const controller = new AbortController();
    const place = this.#places.takeShare(sender, controller, "oldest", (other) => other.abort());
    return (
      place && {
        takenBack: controller.signal,
        noteLines: () => place.renew(),
        [Symbol.dispose]: () => place[Symbol.dispose](),
      }
    );
  }
}
