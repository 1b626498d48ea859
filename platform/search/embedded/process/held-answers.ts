import { MAX_HELD_ANSWERS_BYTES, MAX_PAUSED_MS } from "../../../../contracts/search-limits.ts";
import { type Reader, slowestOf } from "../../../admission/reader.ts";
import { SearchUnavailable } from "../../port.ts";

/** Smaller answers do not count: all that may be open take little together. */
const MIN_BYTES = 512 * 1024;

/**
 * Answers that a worker holds in memory until their readers have taken them. Where they take too much for one more, those
 * whose readers let them wait longest are cut.
 */
export class HeldAnswers {
  readonly #bytes = new Map<Reader, number>();

  /** Counts an answer until `release`. @throws SearchUnavailable when too much is held, and no reader has waited long */
  add(reader: Reader, bytes: number): void {
    if (bytes < MIN_BYTES) return;
    for (let held = this.#held(); held + bytes > MAX_HELD_ANSWERS_BYTES; held = this.#held()) {
      const slowest = slowestOf(this.#bytes.keys(), MAX_PAUSED_MS);
      if (!slowest) throw new SearchUnavailable("too many large answers are being read");
      this.release(slowest);
      slowest.cut();
    }
    this.#bytes.set(reader, bytes);
  }

  release(reader: Reader): void {
    this.#bytes.delete(reader);
  }

  #held(): number {
    return [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }
}
