import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { type Options, rateLimit, type Store } from "express-rate-limit";
import { clientOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";

const WINDOW_MS = 60_000;

/** Clients that are counted at a time, at most. Beyond that, the one whose window began first is dropped. */
const MAX_CLIENTS = 50_000;

/**
 * Limits each client to `limit` reads a minute, and reports what is left in headers. A
 * request over the limit costs one lookup in a map.
 */
export function limitReads(limit: number, clock: () => Date): RequestHandler {
  const salt = randomUUID();
  return rateLimit({
    windowMs: WINDOW_MS,
    limit,
    standardHeaders: "draft-8",
    identifier: "reads",
    legacyHeaders: false,
    store: new ClientCounts(clock, MAX_CLIENTS),
    // The header shows a hash of the key, in answers that caches share: without the salt, addresses could be guessed from it.
    keyGenerator: (request) => salt + clientOf(request),
    // These checks are for development; AIRLOG_TRUSTED_PROXIES decides about forwarded addresses.
    validate: false,
    handler: (_request, response, next) => {
      const seconds = String(response.getHeader("Retry-After") ?? WINDOW_MS / 1000);
      next(
        problem("too-many-requests", `This client may read ${limit} times a minute; try again in ${seconds} s.`, {
          headers: { "Retry-After": seconds },
        }),
      );
    },
  } satisfies Partial<Options>);
}

interface Count {
  hits: number;
  readonly resetTime: Date;
}

/** The number of requests of each client in its current minute, in bounded memory. */
export class ClientCounts implements Store {
  readonly localKeys = true;
  readonly #counts = new Map<string, Count>();
  readonly #clock: () => Date;
  readonly #capacity: number;

  constructor(clock: () => Date, capacity: number) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  increment(key: string): { totalHits: number; resetTime: Date } {
    const now = this.#clock().getTime();
    const count = this.#counts.get(key);
    const left = (count?.resetTime.getTime() ?? now) - now;
    // More than a minute is left where the clock was set back.
    if (count !== undefined && left > 0 && left <= WINDOW_MS) {
      count.hits++;
      return { totalHits: count.hits, resetTime: count.resetTime };
    }
    return this.#begin(key, now);
  }

  decrement(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined && count.hits > 0) count.hits--;
  }

  resetKey(key: string): void {
    this.#counts.delete(key);
  }

  /** Number of clients that are counted. */
  get size(): number {
    return this.#counts.size;
  }

  #begin(key: string, now: number): { totalHits: number; resetTime: Date } {
    // A map keeps the order of insertion, so its first client is the one whose window began first.
    this.#counts.delete(key);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size >= this.#capacity && !oldest.done) this.#counts.delete(oldest.value);
    const resetTime = new Date(now + WINDOW_MS);
    this.#counts.set(key, { hits: 1, resetTime });
    return { totalHits: 1, resetTime };
  }
}
