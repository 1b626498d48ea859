import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";
import { Reader, slowestOf } from "../admission/reader.ts";
import { networkOf } from "./client.ts";
import { problem } from "./problem.ts";

/** Answers that are open at a time, at most: all together, of a client and of a network. */
export interface OpenLimits {
  readonly all: number;
  readonly perClient: number;
  readonly perNetwork: number;
}

/**
 * Lets in a bounded number of answers that are sent at the pace of their readers. One more is refused at once, unless a
 * reader lets its answer wait whose place another client needs: that one is cut.
 */
export class OpenAnswers {
  readonly #refusal: string;
  readonly #places: Places<OpenAnswer>;

  /** `refusal`: what a client is told for whom there is no place. */
  constructor({ all, perClient, perNetwork }: OpenLimits, refusal: string) {
    this.#refusal = refusal;
    this.#places = new Places({ all, perClient, perGroup: perNetwork });
  }

  /** How many are open. */
  get count(): number {
    return this.#places.all.held;
  }

  /**
   * Lets a client's answer in until it is disposed of, or cut since its reader keeps others waiting.
   * @throws HttpProblem `busy` when too many are open
   */
  async admit(client: string, cut: () => void): Promise<OpenAnswer> {
    const sender = [networkOf(client), client] as const;
    const answer = new OpenAnswer(...sender, cut);
    if (answer.enter(this.#places, sender)) return answer;
    this.#cutSlowest(sender);
    if (answer.enter(this.#places, sender)) return answer;
    throw problem("busy", this.#refusal);
  }

  /** Makes room for a client that has not used up its own share. */
  #cutSlowest(sender: readonly [network: string, client: string]): void {
    const lack = this.#places.lack(sender);
    if (lack === "client") return;
    const near = lack === "group" ? this.#places.group(sender[0]) : this.#places.all;
    const slowest = slowestOf(near?.holders() ?? [], LIMITS.readerGivesWayAfterMs);
    slowest?.[Symbol.dispose]();
    slowest?.cut();
  }
}

/** An answer, and where it is read. */
export class OpenAnswer extends Reader {
  readonly network: string;
  readonly client: string;

  constructor(network: string, client: string, cut: () => void) {
    super(cut);
    this.network = network;
    this.client = client;
  }
}
