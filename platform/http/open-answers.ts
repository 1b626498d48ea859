import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";
import { Reader, slowestOf } from "../admission/reader.ts";
import { networkOf } from "./client.ts";
import { problem } from "./problem.ts";

/** Maximum answers open at a time: of all together, of a client and of a network. */
export interface OpenLimits {
  readonly all: number;
  readonly perClient: number;
  readonly perNetwork: number;
}

/**
 * Admits a bounded number of answers that are sent at the pace of their readers. A further one is refused at once,
 * unless some reader has paused its answer for too long: that answer is cut.
 */
export class OpenAnswers {
  readonly #refusal: string;
  readonly #places: Places<OpenAnswer>;

  /** `refusal`: the message for a client without a place. */
  constructor({ all, perClient, perNetwork }: OpenLimits, refusal: string) {
    this.#refusal = refusal;
    this.#places = new Places({ all, perClient, perGroup: perNetwork });
  }

  /** Number of open answers. */
  get count(): number {
    return this.#places.all.held;
  }

  /** Whether one more of the client's has room, without one that gives way. */
  hasRoom(client: string): boolean {
    return this.#places.lack([networkOf(client), client]) === undefined;
  }

  /**
   * Admits a client's answer until it is disposed of, or cut since its reader keeps others waiting.
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

/** An answer with its client and network. */
export class OpenAnswer extends Reader {
  readonly network: string;
  readonly client: string;

  constructor(network: string, client: string, cut: () => void) {
    super(cut);
    this.network = network;
    this.client = client;
  }
}
