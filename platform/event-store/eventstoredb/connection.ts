import { setMaxListeners } from "node:events";
import type { BaseOptions, EventStoreDBClient } from "@eventstore/db-client";
import { retry } from "../../async/retry.ts";
import { withTimeout } from "../../async/timeout.ts";
import type { Watch } from "../../engine-watch.ts";
import { messageOf } from "../../errors.ts";
import { EventStoreUnavailable } from "../port.ts";
import { createClient } from "./client.ts";

export interface ConnectionOptions {
  /** `esdb://user:password@host:2113?tls=…`, as EventStoreDB documents it. */
  readonly url: string;
  /** Gets failures that are retried. */
  readonly watch?: Watch | undefined;
  /** How long an operation is retried while the server is lost or changes its leader. */
  readonly retryTimeoutMs?: number;
}

const DEFAULT_RETRY_TIMEOUT_MS = 10_000;
export const RETRY_DELAYS = { firstMs: 20, maxMs: 1_000, jitter: 0.5 };

/** Maximum time of one operation, including the search for a leader. */
const OPERATION_TIMEOUT_MS = 10_000;

/**
 * Maximum silence of the server in a call, by which a hanging leader is detected. A live leader gives up an append
 * after 2 s when it can't commit it.
 */
export const SILENCE_TIMEOUT_MS = 4_000;

/**
 * Transient errors, by the client's name for them. `unknown` stands for broken streams and channels, and for
 * subscriptions that the server dropped.
 */
const TRANSIENT: ReadonlySet<unknown> = new Set([
  "unavailable",
  "cancelled",
  "deadline-exceeded",
  "timeout",
  "not-leader",
  "unknown",
]);

/** A client with the deadlines, retries and translated errors of all its operations. */
export class Connection {
  readonly client: EventStoreDBClient;
  readonly watch: Watch | undefined;
  readonly retryTimeoutMs: number;
  readonly #closed = new AbortController();
  readonly #credentials: BaseOptions["credentials"];

  /** Does not connect yet. @throws Error when the URL is not a connection string. */
  constructor({ url, watch, retryTimeoutMs = DEFAULT_RETRY_TIMEOUT_MS }: ConnectionOptions) {
    this.client = createClient(url);
    // Every operation that waits for a lost server adds a listener.
    setMaxListeners(0, this.#closed.signal);
    this.#credentials = credentialsIn(url);
    this.watch = watch;
    this.retryTimeoutMs = retryTimeoutMs;
  }

  /** Reads go to the leader too, so that they see what was written. */
  get reading(): BaseOptions {
    return { requiresLeader: true };
  }

  /**
   * With credentials in the call itself the client sends each append as a request of its own. Without them it sends all
   * through one stream, whose table of answers is shared by all clients of the process; a connection that fails at the
   * wrong moment corrupts that table and ends the process.
   */
  get appending(): BaseOptions {
    const { reading } = this;
    return this.#credentials === undefined
      ? { ...reading, deadline: SILENCE_TIMEOUT_MS }
      : { ...reading, deadline: SILENCE_TIMEOUT_MS, credentials: this.#credentials };
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Runs `work`, and repeats it while the server is lost, until the retry timeout.
   * @throws EventStoreUnavailable · whatever else `work` throws.
   */
  async persist<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
    try {
      const result = await retry(work, {
        ...RETRY_DELAYS,
        timeoutMs: this.retryTimeoutMs,
        isTransient,
        onFailure: (error) => this.watch?.retried(error),
        signal: this.closed,
      });
      this.watch?.answered();
      return result;
    } catch (error) {
      throw this.closed.aborted ? new EventStoreUnavailable("the event store is closed") : finalError(error);
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.client.dispose();
  }
}

/** Runs `work`; if it takes longer than any operation may, fails as for a lost server. */
export async function withinDeadline<Result>(
  work: Promise<Result>,
  giveUp: () => void = () => undefined,
): Promise<Result> {
  return withTimeout(OPERATION_TIMEOUT_MS, work, () => {
    giveUp();
    throw new EventStoreUnavailable("EventStoreDB takes too long");
  });
}

/** The client's name for an error, whatever class it has. */
export function kindOf(error: unknown): unknown {
  return error instanceof Error && "type" in error ? error.type : undefined;
}

/** EventStoreDB refuses the user or the operation until an operator changes that. Only the views retry it. */
class AccessRefused extends EventStoreUnavailable {
  override get tellsOfLoss(): boolean {
    return false;
  }
}

export function isTransient(error: unknown): boolean {
  if (error instanceof AccessRefused) return false;
  if (error instanceof EventStoreUnavailable || TRANSIENT.has(kindOf(error))) return true;
  if (!(error instanceof Error)) return false;
  return /channel has been (shut down|closed)|failed to discover|premature close/i.test(error.message);
}

/** The error for callers once it is not, or no longer, retried. */
export function finalError(error: unknown): Error {
  if (isTransient(error)) {
    return new EventStoreUnavailable(`EventStoreDB does not answer: ${messageOf(error)}`, { cause: error });
  }
  if (kindOf(error) === "access-denied") {
    return new AccessRefused("EventStoreDB refuses the user or password of its URL, or this user may not do this.", {
      cause: error,
    });
  }
  if (kindOf(error) === undefined && error instanceof Error) return error;
  return new Error(`EventStoreDB refuses: ${messageOf(error)}`, { cause: error });
}

function credentialsIn(url: string): BaseOptions["credentials"] {
  const [, username, password] = /^[^/]+:\/\/([^:@/?]*):([^@/?]*)@/.exec(url) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  // Without TLS the client sends no credentials, whatever it is given.
  return /[?&]tls=false\b/i.test(url) ? { username: "", password: "" } : undefined;
}
