import { MAX_HELD_ANSWERS_BYTES } from "../../../../contracts/search-limits.ts";
import { LIMITS } from "../../../admission/limits.ts";
import { Places } from "../../../admission/places.ts";
import { type Reader, slowestOf } from "../../../admission/reader.ts";
import { SearchUnavailable } from "../../port.ts";

/** Smaller answers do not count: all open ones together take little. */
const MIN_BYTES = 512 * 1024;

/**
 * Answers that a worker holds in memory until their readers have read them. If they leave too little memory for another
 * one, those paused longest by their readers are cut.
 */
export class HeldAnswers {
  readonly #places = new Places<Reader>({ all: MAX_HELD_ANSWERS_BYTES });

  /**
   * Counts an answer until `release`. @throws SearchUnavailable when too much is held, and no reader has paused for
   * long
   */
  add(reader: Reader, bytes: number): void {
    if (bytes < MIN_BYTES) return;
    while (!reader.enter(this.#places, "", bytes)) {
      const slowest = slowestOf(this.#places.all.holders(), LIMITS.readerGivesWayAfterMs);
      if (!slowest) throw new SearchUnavailable("too many large answers are being read");
      this.release(slowest);
      slowest.cut();
    }
  }

  release(reader: Reader): void {
    reader[Symbol.dispose]();
  }
}
