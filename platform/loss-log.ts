import type { Logger } from "pino";
import { Occasionally } from "./async/occasionally.ts";

/**
 * Logs the loss of a shared resource: a warning when it begins, one a minute while it lasts, and a line when it is
 * over.
 */
export class LossLog {
  readonly #log: Logger;
  readonly #warnings: Occasionally;
  #isTold = false;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(log: Logger, now?: () => number) {
    this.#log = log;
    this.#warnings = new Occasionally(now);
  }

  /** `repeated`: the level of its lines between two warnings. */
  lost(details: object, message: string, repeated: "info" | "debug" = "debug"): void {
    let isWarned = false;
    this.#warnings.do(() => {
      isWarned = true;
      this.#isTold = true;
      this.#log.warn(details, message);
    });
    if (!isWarned) this.#log[repeated](details, message);
  }

  /** `isQuiet`: another loss within a minute counts as the same one. */
  back(details: object, message: string, isQuiet = false): void {
    if (!isQuiet) this.#warnings.reset();
    if (this.#isTold) this.#log.info(details, message);
    this.#isTold = false;
  }
}
