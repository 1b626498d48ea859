import type { Request } from "express";
import { LIMITS } from "../../../../platform/admission/limits.ts";
import type { Permit } from "../../../../platform/admission/places.ts";
import { type TurnLimits, Turns } from "../../../../platform/admission/turns.ts";
import { clientOf } from "../../../../platform/http/client.ts";
import { leaving } from "../../../../platform/http/leaving.ts";
import { type OpenAnswer, OpenAnswers, type OpenLimits } from "../../../../platform/http/open-answers.ts";
import { problem } from "../../../../platform/http/problem.ts";

const TOO_BUSY = "Too many long answers are being read at once; try again.";

/** An answer whose reader pauses for so long leaves its turn to others. */
const PAUSE_MS = 250;

/** The part of a response that is used. */
interface AdmittedResponse {
  readonly req: Pick<Request, "ip">;
  once(event: "close", listener: () => void): unknown;
  /** Ends the answer before its reader has all of it. */
  destroy(): unknown;
}

/** Admits answers that are read from the tables while they are sent: a bounded number, networks and clients in turns. */
export class LongAnswers {
  readonly #made: Turns;
  readonly #open: OpenAnswers;

  constructor(made: TurnLimits = LIMITS.longAnswers, open: OpenLimits = LIMITS.openLongAnswers) {
    this.#made = new Turns(made);
    this.#open = new OpenAnswers(open, TOO_BUSY);
  }

  /** Numbers of answers that are being made, wait for their turn, and are open. */
  get counts() {
    return { ...this.#made.counts, open: this.#open.count };
  }

  /**
   * Waits for the client's turn. An answer whose reader pauses is cut if another client needs its place.
   * @throws HttpProblem `busy` when too many wait or are open
   */
  async admit(response: AdmittedResponse): Promise<LongAnswer> {
    const signal = leaving(response);
    const open = await this.#open.admit(clientOf(response.req), () => response.destroy());
    const turn = await this.#made.acquire([open.network, open.client], signal);
    if (turn) return new LongAnswer(open, turn);
    open[Symbol.dispose]();
    throw problem("busy", TOO_BUSY);
  }
}

/** An answer that was admitted, until it is disposed of. */
export class LongAnswer implements Disposable {
  readonly #open: OpenAnswer;
  readonly #turn: Permit;

  constructor(open: OpenAnswer, turn: Permit) {
    this.#open = open;
    this.#turn = turn;
  }

  /** The pieces; the answer's turn ends with the last one, or when its reader pauses between two of them. */
  async *watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of this.#open.watched(pieces)) {
      const pause = setTimeout(() => this.#turn[Symbol.dispose](), PAUSE_MS);
      try {
        yield piece;
      } finally {
        clearTimeout(pause);
      }
    }
    this.#turn[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#turn[Symbol.dispose]();
    this.#open[Symbol.dispose]();
  }
}
