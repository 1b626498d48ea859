import type { Permit } from "../admission/places.ts";
import { Reader, slowestOf } from "../admission/reader.ts";
import { Turns } from "../admission/turns.ts";
import { networkOf } from "./client.ts";
import { problem } from "./problem.ts";

/** Answers that are open at a time, at most: all together, of a client and of a network. */
export interface OpenLimits {
  readonly all: number;
  readonly perClient: number;
  readonly perNetwork: number;
}

/** How long a reader may let its answer wait in all before it gives way, where another client needs its place. */
const MAX_PAUSED_MS = 2_000;

/**
 * Lets in a bounded number of answers that are sent at the pace of their readers. One more is refused at once, unless a
 * reader lets its answer wait whose place another client needs: that one is cut.
 */
export class OpenAnswers {
  readonly #limits: OpenLimits;
  readonly #refusal: string;
  readonly #places: Turns;
  readonly #open = new Set<OpenAnswer>();

  /** `refusal`: what a client is told for whom there is no place. */
  constructor(limits: OpenLimits, refusal: string) {
    const { all, perClient, perNetwork } = limits;
    const held = { running: all, runningPerKey: perClient, runningPerGroup: perNetwork };
    this.#limits = limits;
    this.#refusal = refusal;
    this.#places = new Turns({ ...held, waiting: 0, waitingPerKey: 0, timeoutMs: 0 });
  }

  /** How many are open. */
  get count(): number {
    return this.#places.counts.running;
  }

  /**
   * Lets a client's answer in until it is disposed of, or cut since its reader keeps others waiting.
   * @throws HttpProblem `busy` when too many are open
   */
  async admit(client: string, cut: () => void): Promise<OpenAnswer> {
    const network = networkOf(client);
    let place = await this.#places.acquire([network, client]);
    if (!place && this.#cutSlowest(network, client)) place = await this.#places.acquire([network, client]);
    if (!place) throw problem("busy", this.#refusal);
    const answer = new OpenAnswer(network, client, place, cut, () => this.#open.delete(answer));
    this.#open.add(answer);
    return answer;
  }

  /** Makes room for a client that has not used up its own share. */
  #cutSlowest(network: string, client: string): boolean {
    const open = [...this.#open];
    const near = open.filter((each) => each.network === network);
    if (near.filter((each) => each.client === client).length >= this.#limits.perClient) return false;
    const slowest = slowestOf(near.length >= this.#limits.perNetwork ? near : open, MAX_PAUSED_MS);
    if (!slowest) return false;
    slowest[Symbol.dispose]();
    slowest.cut();
    return true;
  }
}

/** An answer that has a place. */
export class OpenAnswer extends Reader implements Disposable {
  readonly network: string;
  readonly client: string;
  readonly #place: Permit;
  readonly #leave: () => void;

  constructor(network: string, client: string, place: Permit, cut: () => void, leave: () => void) {
    super(cut);
    this.network = network;
    this.client = client;
    this.#place = place;
    this.#leave = leave;
  }

  [Symbol.dispose](): void {
    this.#leave();
    this.#place[Symbol.dispose]();
  }
}
