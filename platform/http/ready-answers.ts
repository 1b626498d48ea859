import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { requireSoundHeaders } from "./sound-headers.ts";

/** A complete answer, which can be sent before any other work on its request. */
export interface ReadyAnswer {
  readonly status: number;
  /** Names and values alternately, besides the headers of all answers. */
  readonly headers: readonly string[];
  /** Absent for a 304. Its length is among the headers. */
  readonly body?: Uint8Array | string;
}

/** The answer to a request with a known URL and `Accept`, if it is ready; else the route makes it. */
export type FindReady = (request: Request) => ReadyAnswer | undefined;

/** Notes how to answer the next equal request at once. The route answers this one as usual. */
export function noteReady(response: Response, find: FindReady): void {
  response.locals["ready"] = find;
}

/** Sets headers, given as names and values alternately. */
export function setHeaders(response: Response, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

/** The ready answer to a request with this `Accept`, and the route's path in Express. */
interface KnownRequest {
  readonly accept: string | undefined;
  readonly route: string;
  readonly find: FindReady;
}

/** Maximum known URLs, and forms of each. */
const MAX_URLS = 1_000;
const MAX_FORMS = 2;
/** Maximum characters of a URL with its `Accept` to remember. */
const MAX_LENGTH = 512;

/**
 * GET requests that routes have answered with ready answers, by the URL as sent and `Accept`, which decide about route
 * and format. An equal request gets the ready answer while the route has one; others are routed as usual.
 */
export class ReadyAnswers {
  readonly #known = new LRUCache<string, readonly KnownRequest[]>({ max: MAX_URLS });

  /** The answer with its route. @throws Error where the route would fail */
  find(request: Request): { readonly answer: ReadyAnswer; readonly route: string } | undefined {
    if (request.method !== "GET") return undefined;
    const known = this.#known.get(request.url)?.find(({ accept }) => accept === request.headers.accept);
    if (!known) return undefined;
    requireSoundHeaders(request);
    const answer = known.find(request);
    return answer && { answer, route: known.route };
  }

  /** Remembers a request that its route has answered with a ready answer. */
  learn(request: Request, response: Response): void {
    const find: FindReady | undefined = response.locals["ready"];
    const route: unknown = request.route?.path;
    if (!find || typeof route !== "string" || request.method !== "GET") return;
    // The original URL, since `url` has changed where the path was normalised.
    const { originalUrl: url, headers } = request;
    const { accept } = headers;
    if (url.length + (accept?.length ?? 0) > MAX_LENGTH) return;
    const others = this.#known.get(url)?.filter((each) => each.accept !== accept) ?? [];
    this.#known.set(url, [{ accept, route, find }, ...others.slice(0, MAX_FORMS - 1)]);
  }
}
