import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

type OnNotice = (payload: string) => void;

const firstPause = 100;
const longestPause = 2_000;

/** One connection that waits for the notices of all channels, made when it is first needed and again when it breaks. */
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
   * Resolves when the channel is listened to, or, while the server can't be reached, at once: the receiver is called
   * when the connection is there.
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
    let pause = firstPause;
    while (!this.#closing.signal.aborted) {
      try {
        const { client, ended } = await this.#connect();
        pause = firstPause;
        attempted();
        // It may have come about while everything was being closed.
        if (!this.#closing.signal.aborted) await ended;
        await client.end().catch(() => undefined);
      } catch (error) {
        this.#logger.debug({ reason: (error as Error).message }, "can't listen to the database yet");
      }
      this.#client = undefined;
      attempted();
      await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, longestPause);
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
    // What was sent while nobody listened is lost, so everybody looks once.
    this.#tell(channel, "");
  }

  #tell(channel: string, payload: string): void {
    for (const receiver of this.#receivers.get(channel) ?? []) receiver(payload);
  }
}
