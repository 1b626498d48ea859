import type { PreparedContent } from "../http/prepared-content.ts";

/** An answer, and until when it is right, milliseconds since 1970, should nothing change before. */
export interface Prepared {
  readonly content: PreparedContent;
  readonly until: number;
}

/** Bytes of answers that are kept, before compression. */
const CAPACITY = 32 * 1024 * 1024;
/** What an answer takes besides its own bytes and its key's. */
const OVERHEAD = 1024;

/** Answers that were made from one version of what is in memory, the latest asked for, within a bound. */
export class PreparedAnswers {
  readonly #version: () => number;
  readonly #clock: () => Date;
  readonly #answers = new Map<string, Prepared>();
  #madeFrom: number | undefined;
  #bytes = 0;

  constructor(version: () => number, clock: () => Date) {
    this.#version = version;
    this.#clock = clock;
  }

  /** The answer of that key, made when there is none that is right now; `now` is milliseconds since 1970. */
  get(key: string, make: (now: number) => Prepared): PreparedContent {
    const version = this.#version();
    const now = this.#clock().getTime();
    if (version !== this.#madeFrom) this.#forgetAll(version);
    const known = this.#answers.get(key);
    if (known !== undefined && now < known.until) return known.content;
    if (known !== undefined) this.#forget(key, known);
    const made = make(now);
    this.#keep(key, made);
    return made.content;
  }

  #keep(key: string, answer: Prepared): void {
    this.#answers.set(key, answer);
    this.#bytes += weightOf(key, answer);
    // A map keeps the order of insertion: the first is the oldest.
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= CAPACITY || oldest === key) break;
      this.#forget(oldest, old);
    }
  }

  #forget(key: string, answer: Prepared): void {
    this.#answers.delete(key);
    this.#bytes -= weightOf(key, answer);
  }

  #forgetAll(version: number): void {
    this.#answers.clear();
    this.#bytes = 0;
    this.#madeFrom = version;
  }
}

function weightOf(key: string, { content }: Prepared): number {
  return content.size + key.length + OVERHEAD;
}
