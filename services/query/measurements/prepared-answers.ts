import type { Format } from "../../../contracts/routes/tabular.ts";
import type { PreparedContent } from "../http/prepared-content.ts";

/** An answer, and when it expires (milliseconds since 1970) even if no data changes. */
export interface Prepared {
  readonly content: PreparedContent;
  readonly until: number;
}

/** What a cached answer depends on besides the data: its route, its format, and the parameters that the route reads. */
export function answerKey({ path }: { readonly path: string }, format: Format, parameters: object): string {
  const read = JSON.stringify(parameters, (_name, value) => (value instanceof Set ? [...value].sort() : value));
  return `${format} ${path} ${read}`;
}

/** Bytes of cached answers at most. Their compressed copies come on top, which have fewer bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Memory of an answer besides its content and its key, bytes. */
const OVERHEAD_BYTES = 1024;

/** A cache of answers that were made from one version of the data in memory; those that nobody read for longest go first. */
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

  /** The answer with that key; `make` is called when there is none, or it has expired. `now`: milliseconds since 1970. */
  get(key: string, make: (now: number) => Prepared): PreparedContent {
    const version = this.#version();
    const now = this.#clock().getTime();
    if (version !== this.#madeFrom) this.#forgetAll(version);
    const known = this.#answers.get(key);
    if (known !== undefined && now < known.until) {
      this.#answers.delete(key);
      this.#answers.set(key, known);
      return known.content;
    }
    if (known !== undefined) this.#forget(key, known);
    const made = make(now);
    this.#keep(key, made);
    return made.content;
  }

  #keep(key: string, answer: Prepared): void {
    this.#answers.set(key, answer);
    this.#bytes += weightOf(key, answer);
    // A map keeps the order of insertion, and what is read is inserted anew.
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= MAX_BYTES || oldest === key) break;
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
  return content.size + key.length + OVERHEAD_BYTES;
}
