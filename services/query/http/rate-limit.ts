import { createHash, randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { clientOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";
import { setHeaders } from "../../../platform/http/ready-answers.ts";

const WINDOW_MS = 60_000;

/** Clients that are counted at a time, at most. Beyond that, the one whose window began first is dropped. */
const MAX_CLIENTS = 50_000;

/** Characters of the hash by which headers name a client. */
const KEY_LENGTH = 12;

/** The rest of a client's share, as headers say it: names and values in turn. */
export interface Share {
  readonly headers: readonly string[];
  /** Seconds until the share is renewed, where the read is one too many. */
  readonly retryAfter: number | undefined;
}

/**
 * Limits each client to `limit` reads a minute, and states the rest in the headers of the IETF's draft 8 on rate limits. A
 * read over the limit costs one lookup in a map.
 */
export class ReadLimit {
  readonly limit: number;
  readonly #clock: () => Date;
  readonly #counts: ClientCounts;
  /**
   * The headers show a hash of the client in answers that caches share: without the salt, the address could be guessed from
   * it.
   */
  readonly #salt = randomUUID();

  constructor(limit: number, clock: () => Date) {
    this.limit = limit;
    this.#clock = clock;
    this.#counts = new ClientCounts(clock, MAX_CLIENTS, (client) => this.#policyOf(client));
  }

  /** Whether the client's next read is one too many. */
  isUsedUp(client: string): boolean {
    return this.#counts.hits(client) >= this.limit;
  }

  /** Counts a read. */
  count(client: string): Share {
    const { hits, resetTime, policy } = this.#counts.increment(client);
    const seconds = Math.ceil((resetTime - this.#clock().getTime()) / 1_000);
    const left = `"reads"; r=${Math.max(0, this.limit - hits)}; t=${seconds}`;
    return {
      headers: ["RateLimit", left, "RateLimit-Policy", policy],
      retryAfter: hits > this.limit ? seconds : undefined,
    };
  }

  #policyOf(client: string): string {
    const hash = createHash("sha256").update(this.#salt).update(client).digest("hex").slice(0, KEY_LENGTH);
    return `"reads"; q=${this.limit}; w=${WINDOW_MS / 1_000}; pk=:${Buffer.from(hash).toString("base64")}:`;
  }
}

/** Counts the read, before anything costly. @throws HttpProblem `too-many-requests` */
export function countRead(limit: ReadLimit): RequestHandler {
  return (request, response, next) => {
    const { headers, retryAfter } = limit.count(clientOf(request));
    setHeaders(response, headers);
    if (retryAfter !== undefined) {
      const detail = `This client may read ${limit.limit} times a minute; try again in ${retryAfter} s.`;
      throw problem("too-many-requests", detail, { headers: { "Retry-After": String(retryAfter) } });
    }
    next();
  };
}

interface Count {
  hits: number;
  /** Milliseconds since 1970. */
  readonly resetTime: number;
  readonly policy: string;
}

/** The number of requests of each client in its current minute, in bounded memory. */
export class ClientCounts {
  readonly #counts = new Map<string, Count>();
  readonly #clock: () => Date;
  readonly #capacity: number;
  readonly #policyOf: (client: string) => string;

  /** `policyOf`: what to keep of a client beside its count. */
  constructor(clock: () => Date, capacity: number, policyOf: (client: string) => string = () => "") {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#policyOf = policyOf;
  }

  hits(client: string): number {
    return this.#current(client, this.#clock().getTime())?.hits ?? 0;
  }

  increment(client: string): Readonly<Count> {
    const now = this.#clock().getTime();
    const count = this.#current(client, now);
    if (count === undefined) return this.#begin(client, now);
    count.hits++;
    return count;
  }

  /** Number of clients that are counted. */
  get size(): number {
    return this.#counts.size;
  }

  #current(client: string, now: number): Count | undefined {
    const count = this.#counts.get(client);
    const left = (count?.resetTime ?? now) - now;
    // More than a minute is left only if the clock was set back.
    return left > 0 && left <= WINDOW_MS ? count : undefined;
  }

  #begin(client: string, now: number): Count {
    // A map keeps the order of insertion, so its first client is the one whose window began first.
    this.#counts.delete(client);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size >= this.#capacity && !oldest.done) this.#counts.delete(oldest.value);
    const count = { hits: 1, resetTime: now + WINDOW_MS, policy: this.#policyOf(client) };
    this.#counts.set(client, count);
    return count;
  }
}
