import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "./port.ts";

/** Milliseconds between two rounds of notices: NOTIFY takes a lock on the whole cluster, so it must stay rare. */
const interval = 20;

/** Sends notices: the first at once, those of the moments after it together. */
export class Notifier {
  readonly #database: Queryable;
  readonly #channels = new Set<string>();
  #sending: Promise<void> | undefined;

  constructor(database: Queryable) {
    this.#database = database;
  }

  notify(channel: string): void {
    this.#channels.add(channel);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Resolves when what was asked for is sent. */
  async close(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#channels.size > 0) {
      const channels = [...this.#channels];
      this.#channels.clear();
      const text = "select pg_notify(channel, '') from unnest($1::text[]) as channel";
      // A lost notice costs a listener some waiting, no more: it looks by itself now and then.
      await this.#database.query({ text, values: [channels] }).catch(() => undefined);
      await sleep(interval);
    }
  }
}
