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

/** How a request with this `Accept` is answered, and the route's path as Express has it. */
interface KnownRequest {
  readonly accept: string | undefined;
  readonly route: string;
  readonly find: FindReady;
}

/** URLs that are known at a time, and forms of each; the one that became known first is forgotten for another one. */
const MAX_URLS = 1_000;
const MAX_FORMS = 2;
/** Characters of a URL with its `Accept` that are kept. */
const MAX_LENGTH = 512;

/**
 * GET requests that routes have answered with what is ready, by what decides about route and format: the URL as it was sent, and
 * `Accept`. The same again gets the same, as long as the route finds it; all else goes the usual way.
 */
export class ReadyAnswers {
  readonly #known = new Map<string, readonly KnownRequest[]>();

  /** The answer, and the route that it is of. @throws Error where the route would fail */
  find(request: Request): { readonly answer: ReadyAnswer; readonly route: string } | undefined {
    if (request.method !== "GET") return undefined;
    const known = this.#known.get(request.url)?.find(({ accept }) => accept === request.headers.accept);
    if (!known) return undefined;
    requireSoundHeaders(request);
    const answer = known.find(request);
    return answer && { answer, route: known.route };
  }

  /** Takes note of a request that its route has answered with what is ready. */
  learn(request: Request, response: Response): void {
    const find: FindReady | undefined = response.locals["ready"];
    const route: unknown = request.route?.path;
    if (!find || typeof route !== "string" || request.method !== "GET") return;
    // The other URL is another one now where the path was normalised.
    const { originalUrl: url, headers } = request;
    const { accept } = headers;
    if (url.length + (accept?.length ?? 0) > MAX_LENGTH) return;
    const others = this.#known.get(url)?.filter((each) => each.accept !== accept) ?? [];
    const oldest = this.#known.keys().next();
    if (others.length === 0 && this.#known.size >= MAX_URLS && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(url, [{ accept, route, find }, ...others.slice(0, MAX_FORMS - 1)]);
  }
}
