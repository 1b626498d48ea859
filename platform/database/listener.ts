import pg from "pg";
import type { Logger } from "pino";
import { Backoff } from "../async/backoff.ts";
import { messageOf } from "../errors.ts";

type OnNotice = (payload: string) => void;

const RECONNECT_DELAYS = { firstMs: 100, maxMs: 2_000 };

/** One connection that listens on all channels. It is made when first needed, and replaced when it breaks. */
export class Listener {
  readonly #makeClient: () => pg.Client;
  readonly #logger: Logger;
  readonly #receivers = new Map<string, Set<OnNotice>>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;

  constructor(makeClient: () => pg.Client, logger: Logger) {
    this.#makeClient = makeClient;
    this.#logger = logger;
  }

  /**
   * Resolves when the connection listens on the channel. While the server can't be reached it resolves at once, and the
   * receiver is called when the connection is made.
   */
  async listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>> {
    const receivers = this.#receivers.get(channel) ?? new Set();
    const isNew = receivers.size === 0;
    this.#receivers.set(channel, receivers.add(onNotice));
    if (isNew) await this.#begin(channel);
    return async () => {
      receivers.delete(onNotice);
      if (receivers.size > 0) return;
      this.#receivers.delete(channel);
      await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #begin(channel: string): Promise<void> {
    if (this.#client !== undefined) {
      await this.#attend(this.#client, channel).catch(() => undefined);
      return;
    }
    if (this.#running !== undefined) return;
    await new Promise<void>((attempted) => {
      this.#running = this.#keepListening(attempted);
    });
  }

  async #keepListening(attempted: () => void): Promise<void> {
    const backoff = new Backoff(RECONNECT_DELAYS);
    while (!this.#closing.signal.aborted) {
      try {
        const { client, ended } = await this.#connect();
        backoff.reset();
        attempted();
        // The connection may have been made during close().
        if (!this.#closing.signal.aborted) await ended;
        await client.end().catch(() => undefined);
      } catch (error) {
        this.#logger.debug({ reason: messageOf(error) }, "can't listen to the database yet");
      }
      this.#client = undefined;
      attempted();
      await backoff.wait(this.#closing.signal);
    }
  }

  async #connect(): Promise<{ client: pg.Client; ended: Promise<void> }> {
    const client = this.#makeClient();
    const ended = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", ({ channel, payload }) => this.#tell(channel, payload ?? ""));
    await client.connect();
    this.#client = client;
    for (const channel of this.#receivers.keys()) await this.#attend(client, channel);
    return { client, ended };
  }

  async #attend(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    // Notices that were sent before are lost, so every receiver is called once.
    this.#tell(channel, "");
  }

  #tell(channel: string, payload: string): void {
    for (const receiver of this.#receivers.get(channel) ?? []) receiver(payload);
  }
}
