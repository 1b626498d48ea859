import type { Request, Response } from "express";
import { requireSoundHeaders } from "./sound-headers.ts";

/** An answer that is ready as a whole, so that it can be sent before anything else is done about its request. */
export interface ReadyAnswer {
  readonly status: number;
  /** Names and values in turn, besides those that all answers have. */
  readonly headers: readonly string[];
  /** Absent for a 304. Its length is among the headers. */
  readonly body?: Uint8Array | string;
}

/** The answer to a request with a URL and an `Accept` that are known, while it is ready: its route makes it otherwise. */
export type FindReady = (request: Request) => ReadyAnswer | undefined;

/** Notes how the next request like this one may be answered at once. The route of this one answers as usual. */
export function noteReady(response: Response, find: FindReady): void {
  response.locals["ready"] = find;
}

/** Sets headers, given as names and values in turn. */
export function setHeaders(response: Response, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

/** A route's path as Express has it, and how it answers one of its URLs. */
interface KnownRequest {
  readonly route: string;
  readonly find: FindReady;
}

/** Requests that are known at a time; the one that became known first is forgotten for another one. */
const MAX_KNOWN = 2_000;
/** Characters of a URL with its `Accept` that are kept. */
const MAX_LENGTH = 512;

/**
 * GET requests that routes have answered with what is ready, by what decides about route and format: the URL as it was sent, and
 * `Accept`. The same again gets the same, as long as the route finds it; all else goes the usual way.
 */
export class ReadyAnswers {
  readonly #known = new Map<string, KnownRequest>();

  /** The answer, and the route that it is of. */
  find(request: Request): { readonly answer: ReadyAnswer; readonly route: string } | undefined {
    const known = request.method === "GET" ? this.#known.get(keyOf(request, request.url)) : undefined;
    if (!known) return undefined;
    try {
      requireSoundHeaders(request);
      const answer = known.find(request);
      return answer && { answer, route: known.route };
    } catch {
      // Answered the usual way, the request fails on the same, and is told so.
      return undefined;
    }
  }

  /** Takes note of a request that its route has answered with what is ready. */
  learn(request: Request, response: Response): void {
    const find: FindReady | undefined = response.locals["ready"];
    const route: unknown = request.route?.path;
    if (!find || typeof route !== "string" || request.method !== "GET") return;
    // The URL is another one now where the path was normalised.
    const key = keyOf(request, request.originalUrl);
    if (key.length > MAX_LENGTH) return;
    this.#known.delete(key);
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MAX_KNOWN && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(key, { route, find });
  }
}

const keyOf = ({ headers }: Request, url: string): string => `${headers.accept ?? ""} ${url}`;
