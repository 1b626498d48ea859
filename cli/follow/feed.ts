import { z } from "zod";
import { escaped } from "../../contracts/printable.ts";
import { messageOf } from "../../platform/errors.ts";
import { BadPage, type Page, readPage } from "./page.ts";

const LINES = "application/x-ndjson";

/** Changes of a page, at most. */
const PAGE_CHANGES = 1_000;
/** How long a request waits for a change. */
const WAIT_SECONDS = 30;
/** Time in which an answer has to begin or go on, beyond the wait. */
const SILENCE_TIMEOUT_MS = 60_000;
const MAX_PROBLEM_BYTES = 64 * 1024;

/** The feed can't be read for now. */
export class FeedUnavailable extends Error {
  override readonly name: string = "FeedUnavailable";
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The answer is not that of a feed which serves this request: asking again is of no use, unless the feed was there before. */
export class FeedRefused extends FeedUnavailable {
  override readonly name = "FeedRefused";
}

/** Nothing as new as the position can be read: views are behind, or the log has lost its end. */
export class NotYetVisible extends FeedUnavailable {
  override readonly name = "NotYetVisible";
}

/** The position is one of another log than the address has now. */
export class AnotherLog extends Error {
  override readonly name = "AnotherLog";
}

export interface PageRequest {
  /** Undefined: from the beginning. */
  readonly after: string | undefined;
  /** Whether an empty page may wait for a change. */
  readonly waits: boolean;
  readonly signal: AbortSignal;
}

/** The changes of a catalogue, over HTTP. */
export class Feed {
  readonly url: URL;
  readonly types: readonly string[];

  /** `url`: the address of the catalogue, with a slash at its end. */
  constructor(url: URL, types: readonly string[]) {
    this.url = url;
    this.types = types;
  }

  /** @throws FeedUnavailable, AnotherLog, and the signal's reason */
  page({ after, waits, signal }: PageRequest): Promise<Page> {
    const parameters = { include: "content", limit: `${PAGE_CHANGES}`, wait: `${waits ? WAIT_SECONDS : 0}` };
    return this.#read({ ...(after === undefined ? {} : { after }), ...parameters }, signal);
  }

  /** The position of what changed last. @throws as `page` does */
  async head(signal: AbortSignal): Promise<string> {
    return (await this.#read({ after: "now", include: "content", limit: "1" }, signal)).next;
  }

  async #read(parameters: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Page> {
    const address = new URL("api/changes", this.url);
    address.search = new URLSearchParams({ types: this.types.join(), ...parameters }).toString();
    const silence = new Silence();
    try {
      const init = { headers: { Accept: LINES }, signal: AbortSignal.any([signal, silence.signal]) };
      const response = await fetch(address, init);
      if (response.status !== 200) throw await failureOf(response, parameters["after"]);
      const type = response.headers.get("content-type") ?? "nothing";
      if (!type.startsWith(LINES)) throw new FeedRefused(`it answers ${escaped(type)} instead of ${LINES}`);
      return await readPage(silence.watched(response.body ?? new ReadableStream<Uint8Array>()));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FeedUnavailable || error instanceof AnotherLog) throw error;
      if (error instanceof BadPage) throw new FeedUnavailable(error.message, { cause: error });
      // Of a connection that fails, the cause says why.
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new FeedUnavailable(messageOf(cause), { cause: error });
    } finally {
      silence.end();
    }
  }
}

/** Aborts when nothing has come for too long. */
class Silence {
  readonly #aborting = new AbortController();
  readonly #timer = setTimeout(
    () => this.#aborting.abort(new FeedUnavailable("the answer does not come, or stands still")),
    1_000 * WAIT_SECONDS + SILENCE_TIMEOUT_MS,
  );
  readonly signal = this.#aborting.signal;

  async *watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.#timer.refresh();
      yield chunk;
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

const Problem = z.object({ code: z.string().optional(), detail: z.string().optional() });

/** The reason for which a request with this `after` was not answered. */
async function failureOf(response: Response, after: string | undefined): Promise<Error> {
  const { status } = response;
  const { code, detail } = await problemOf(response);
  if (status === 410 && code === "position-of-another-log" && after !== undefined) return new AnotherLog();
  const reason = `it answers ${status}${detail === undefined ? "" : `: ${escaped(detail.replace(/\.$/, ""))}`}`;
  const isForNow = status >= 500 || [408, 425, 429].includes(status);
  if (!isForNow) return new FeedRefused(reason);
  const Unavailable = code === "not-yet-visible" ? NotYetVisible : FeedUnavailable;
  return new Unavailable(reason, { retryAfterMs: retryAfter(response.headers.get("retry-after")) });
}

async function problemOf(response: Response): Promise<z.infer<typeof Problem>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_PROBLEM_BYTES) break;
    chunks.push(chunk);
  }
  try {
    return Problem.parse(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    // Not a problem document: the status has to do.
    return {};
  }
}

/** In milliseconds; 0 where it says nothing. */
function retryAfter(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? 1_000 * Number(header) : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
