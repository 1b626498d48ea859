import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";

/** A place for an upload of lines of any length, until it is disposed of. */
export interface UploadPlace extends Disposable {
  /** Aborts when another sender gets the place. */
  readonly takenBack: AbortSignal;
  /** Notes that whole lines have arrived, or were processed until now. */
  noteLines(): void;
}

/**
 * Places for uploads. When all are taken, the sender that holds most gives one up for a sender that holds at least two
 * fewer: the upload that has brought no whole line for longest.
 */
export class Uploads {
  readonly #places = new Places<AbortController>(LIMITS.uploads);

  /** Takes a place; undefined when the sender has its share, or when none is free or given up. */
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
