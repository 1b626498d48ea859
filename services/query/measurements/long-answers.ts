import type { Response } from "express";
import type { Permit } from "../../../platform/async/limiter.ts";
import { type Keys, type TurnLimits, Turns } from "../../../platform/async/turns.ts";
import { clientOf, networkOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";

/**
 * Answers that are made at a time, and those that wait for their turn. A client's share is about three times what the
 * process makes fastest, so that no answer takes much longer than usual.
 */
const MADE = { running: 48, runningPerKey: 12, waiting: 48, waitingPerKey: 12, timeoutMs: 5_000 };

/** Answers that are open, those included whose reader pauses. */
const OPEN = { running: 512, runningPerKey: 128, runningPerGroup: 256, waiting: 0, waitingPerKey: 0, timeoutMs: 0 };

/** An answer whose reader pauses for so long leaves its turn to others. */
const PAUSE_MS = 250;

/** Admits answers that are read from the tables while they are sent: a bounded number, networks and clients in turns. */
export class LongAnswers {
  readonly #made: Turns;
  readonly #open = new Turns(OPEN);

  constructor(made: TurnLimits = MADE) {
    this.#made = new Turns(made);
  }

  /** Those that are made, wait for their turn, and are open. */
  get counts() {
    return { ...this.#made.counts, open: this.#open.counts.running };
  }

  /** Waits for the client's turn. @throws HttpProblem `busy` when too many wait or are open. */
  async admit(response: Response): Promise<LongAnswer> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const client = clientOf(response.req);
    const keys: Keys = [networkOf(client), client];
    const open = await this.#open.acquire(keys, gone.signal);
    const turn = open && (await this.#made.acquire(keys, gone.signal));
    if (open && turn) return new LongAnswer(open, turn);
    open?.[Symbol.dispose]();
    throw problem("busy", "Too many long answers are being read at once; try again.");
  }
}

/** An answer that was admitted, until it is disposed of. */
export class LongAnswer implements Disposable {
  readonly #open: Permit;
  readonly #turn: Permit;

  constructor(open: Permit, turn: Permit) {
    this.#open = open;
    this.#turn = turn;
  }

  /** The pieces; the answer's turn ends when its reader pauses between two of them. */
  async *watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of pieces) {
      const pause = setTimeout(() => this.#turn[Symbol.dispose](), PAUSE_MS);
      try {
        yield piece;
      } finally {
        clearTimeout(pause);
      }
    }
  }

  [Symbol.dispose](): void {
    this.#turn[Symbol.dispose]();
    this.#open[Symbol.dispose]();
  }
}
