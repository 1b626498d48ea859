import { Coalesced } from "../async/coalesced.ts";
import { delay } from "../async/delay.ts";
import type { Queryable } from "./port.ts";

/** NOTIFY takes a lock on the whole cluster, so it must stay rare. */
const NOTIFY_INTERVAL_MS = 20;

/** Sends notices: the first at once, further ones within the interval as one. */
export class Notifier {
  readonly #database: Queryable;
  readonly #channels = new Set<string>();
  readonly #sending = new Coalesced(() => this.#send());

  constructor(database: Queryable) {
    this.#database = database;
  }

  notify(channel: string): void {
    this.#channels.add(channel);
    this.#sending.request();
  }

  /** Resolves when all notices are sent. */
  async close(): Promise<void> {
    await this.#sending.idle();
  }

  async #send(): Promise<void> {
    const channels = [...this.#channels];
    this.#channels.clear();
    const text = "select pg_notify(channel, '') from unnest($1::text[]) as channel";
    // A lost notice only delays a listener until its next poll.
    await this.#database.query({ text, values: [channels] }).catch(() => undefined);
    await delay(NOTIFY_INTERVAL_MS);
  }
}
