import type { Work } from "../work/work.ts";

/** Memory of a character of a fragment, which is joined from parts and written as JSON. */
export const BYTES_OF_A_CHARACTER = 4;

/** The work on the texts of one hit. Its memory is freed when the hit is written. */
export class TextWork {
  readonly #work: Work;
  #taken = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Counts steps. @throws ShardFailure beyond the limit */
  spend(steps: number): void {
    this.#work.spend(steps);
  }

  /** Counts bytes. @throws ShardFailure beyond the limit */
  take(bytes: number): void {
    this.#work.take(bytes);
    this.#taken += bytes;
  }

  end(): void {
    this.#work.giveBack(this.#taken);
    this.#taken = 0;
  }
}
