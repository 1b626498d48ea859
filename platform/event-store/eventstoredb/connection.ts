import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type BaseOptions, EventStoreDBClient } from "@eventstore/db-client";
import type { Logger } from "pino";
import { EventStoreUnavailable } from "../port.ts";

export interface ConnectionOptions {
  /** `esdb://user:password@host:2113?tls=…`, as EventStoreDB documents it. */
  readonly url: string;
  readonly logger: Logger;
  /** How long an operation is tried again while the server is lost or changes its leader, in milliseconds. */
  readonly patience?: number;
}

const defaultPatience = 10_000;
const firstPause = 20;
const longestPause = 1_000;

/** One operation's time at the server, in milliseconds. A connection that fell silent is found by this. */
const deadline = 10_000;

/**
 * Errors that may pass, by the client's name for them. `unknown` is what it calls broken streams and channels, and
 * subscriptions that the server dropped.
 */
const passing: ReadonlySet<unknown> = new Set([
  "unavailable",
  "cancelled",
  "deadline-exceeded",
  "timeout",
  "not-leader",
  "unknown",
]);

/** A client, and what every operation through it shares: deadlines, trying again, errors in our words. */
export class Connection {
  readonly client: EventStoreDBClient;
  readonly logger: Logger;
  readonly patience: number;
  readonly #closed = new AbortController();
  readonly #credentials: BaseOptions["credentials"];

  /** Does not connect yet. @throws Error when the URL is no connection string. */
  constructor({ url, logger, patience = defaultPatience }: ConnectionOptions) {
    try {
      this.client = EventStoreDBClient.connectionString(url);
    } catch {
      // The client's own words repeat the URL, password included.
      throw new Error(
        "The URL of EventStoreDB is no connection string; one looks like esdb://user:password@host:2113?tls=true",
      );
    }
    // Every operation that waits for a lost server listens.
    setMaxListeners(0, this.#closed.signal);
    this.#credentials = credentialsIn(url);
    this.logger = logger;
    this.patience = patience;
  }

  /** Everything goes to the leader, so that what was written is read. */
  get reading(): BaseOptions {
    return { requiresLeader: true };
  }

  /**
   * With credentials in the call itself the client makes one request of each append. Without, it sends all of them
   * through one stream, whose table of answers is shared by all clients of the process and breaks it when a connection
   * fails at the wrong moment.
   */
  get appending(): BaseOptions {
    const { reading } = this;
    return this.#credentials === undefined
      ? { ...reading, deadline }
      : { ...reading, deadline, credentials: this.#credentials };
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Does `work`, again and again while the server is lost, for as long as patience lasts.
   * @throws EventStoreUnavailable · whatever else `work` throws.
   */
  async persist<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
    const retries = new Retries(this, performance.now());
    for (;;) {
      if (this.closed.aborted) throw new EventStoreUnavailable("the event store is closed");
      try {
        return await work(retries.attempt);
      } catch (error) {
        await retries.pauseAfter(error, this.closed);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.client.dispose();
  }
}

/** The pauses between attempts, ever longer, until patience ends. */
export class Retries {
  attempt = 1;
  readonly #connection: Connection;
  #since: number | undefined;

  /** Patience begins at `since`, a time of `performance.now()`, or else at the first failure. */
  constructor(connection: Connection, since?: number) {
    this.#connection = connection;
    this.#since = since;
  }

  /** The server answers: patience begins anew at the next failure. */
  succeeded(): void {
    this.attempt = 1;
    this.#since = undefined;
  }

  /** Waits, or throws when `error` won't pass or patience has ended. Ends early when `signal` aborts. */
  async pauseAfter(error: unknown, signal: AbortSignal): Promise<void> {
    if (!isPassing(error)) throw inOurWords(error);
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#since >= this.#connection.patience) {
      throw new EventStoreUnavailable(`EventStoreDB does not answer: ${wordsOf(error)}`, { cause: error });
    }
    const pause = Math.min(firstPause * 2 ** (this.attempt - 1), longestPause) * (0.5 + Math.random() / 2);
    if (this.attempt === 1)
      this.#connection.logger.warn({ reason: wordsOf(error) }, "EventStoreDB is lost; trying again");
    this.attempt += 1;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Fails as a lost server does when `work` takes longer than any operation may. */
export async function withinDeadline<Result>(work: Promise<Result>, giveUp: () => void): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp();
      reject(new EventStoreUnavailable("EventStoreDB takes too long"));
    }, deadline);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The client's name for an error, whatever class it has. */
export function kindOf(error: unknown): unknown {
  return error instanceof Error && "type" in error ? error.type : undefined;
}

function isPassing(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || passing.has(kindOf(error))) return true;
  if (!(error instanceof Error)) return false;
  return /channel has been (shut down|closed)|failed to discover|premature close/i.test(error.message);
}

function inOurWords(error: unknown): Error {
  if (kindOf(error) === "access-denied") {
    return new Error("EventStoreDB refuses the user or password of its URL, or this user may not do this.", {
      cause: error,
    });
  }
  if (kindOf(error) === undefined && error instanceof Error) return error;
  return new Error(`EventStoreDB refuses: ${wordsOf(error)}`, { cause: error });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function credentialsIn(url: string): BaseOptions["credentials"] {
  const [, username, password] = /^[^/]+:\/\/([^:@/?]*):([^@/?]*)@/.exec(url) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  // Without TLS the client sends none, whatever it is given.
  return /[?&]tls=false\b/i.test(url) ? { username: "", password: "" } : undefined;
}
