import type { Response } from "express";
import type { z } from "zod";
import { SEARCH_TIMEOUT_MS } from "../../../contracts/search-limits.ts";
import { problem } from "../../../platform/http/problem.ts";
import {
  type SearchAnswer,
  SearchBusy,
  type SearchEngine,
  SearchRejected,
  type SearchSignal,
} from "../../../platform/search/port.ts";
import { stream } from "../http/streaming.ts";

/** The client has closed the connection. */
export class ReaderLeft extends Error {
  override readonly name = "ReaderLeft";
}

/** The part of a response that is used: whether it was sent to its end when it closes. */
interface EndingResponse {
  readonly writableFinished: boolean;
  /** Set if the response closed before the search began: there is no event any more. */
  readonly closed?: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** Aborts a search when its client leaves or its time is up. It ends with the response. */
export class Deadline implements SearchSignal {
  #aborted = false;
  #reason: unknown;
  isWaiting = false;
  readonly #listeners: (() => void)[] = [];

  constructor(response: EndingResponse, timeoutMs = SEARCH_TIMEOUT_MS) {
    const timer = setTimeout(() => this.#abort(this.#timeout(timeoutMs)), timeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      if (!response.writableFinished) this.#abort(new ReaderLeft("the reader left"));
    };
    if (response.closed) end();
    else response.once("close", end);
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** Settles as the work does, or rejects with the reason as soon as the deadline aborts. */
  hold<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#aborted) reject(this.#reason);
      this.addEventListener("abort", () => reject(this.#reason));
      work.then(resolve, reject);
    });
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  cut(reason: Error): void {
    this.#abort(reason);
  }

  #timeout(timeoutMs: number): Error {
    if (this.isWaiting) return new SearchBusy(`the search waited for ${timeoutMs / 1000} s`);
    return problem("search-timeout", `The search took longer than ${timeoutMs / 1000} s.`);
  }

  #abort(reason: Error): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** Bytes of an answer that is sent whole, with its length. Larger answers are streamed. */
const MAX_WHOLE_BYTES = 1024 * 1024;
/** Bytes of an answer that is copied into one buffer, which is faster than several writes. */
const MAX_COPIED_BYTES = 32 * 1024;

/** Asks an engine. Resolves when the answer begins. */
type Search = (signal: SearchSignal) => Promise<SearchAnswer>;

/**
 * Runs the search and sends the engine's answer, byte for byte, as `{"response":…}`. Large answers are streamed. A
 * failure after the first byte cuts the connection.
 * @throws SearchUnavailable, SearchBusy, and the problems `search-rejected` and `search-timeout`
 */
export async function answerSearch(search: Search, response: Response): Promise<void> {
  await beforeDeadline(response, (deadline) => deadline.hold(passRefusalOn(answer(search, response, deadline))));
}

/**
 * Makes an answer from searches that end with it. Nothing is thrown when the client has left.
 * @throws what the searches do, and the problem `search-timeout`
 */
export async function beforeDeadline(
  response: Response,
  make: (deadline: Deadline) => void | Promise<void>,
): Promise<void> {
  const deadline = new Deadline(response);
  try {
    await make(deadline);
  } catch (error) {
    if (deadline.reason instanceof ReaderLeft) return;
    throw deadline.aborted ? deadline.reason : error;
  }
}

/** Turns the engine's refusal of a search into a problem with the engine's error. */
async function passRefusalOn(answered: Promise<void>): Promise<void> {
  try {
    await answered;
  } catch (error) {
    if (!(error instanceof SearchRejected)) throw error;
    const { status, error: engine } = error;
    throw problem("search-rejected", error.message, { status, members: { engine }, cause: error });
  }
}

async function answer(search: Search, response: Response, signal: Deadline): Promise<void> {
  const found = await search(signal);
  const chunks = found.body[Symbol.asyncIterator]();
  const begun = [before];
  let bytes = before.length + after.length;
  let chunk = await chunks.next();
  for (; !chunk.done && bytes < MAX_WHOLE_BYTES; chunk = await chunks.next()) {
    begun.push(chunk.value);
    bytes += chunk.value.length;
  }
  // After the deadline the client has its 504 already, and no headers can be set.
  signal.throwIfAborted();
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  if (!chunk.done) return stream(response, continued([...begun, chunk.value], chunks));
  response.setHeader("Content-Length", bytes);
  if (bytes <= MAX_COPIED_BYTES) {
    response.end(Buffer.concat([...begun, after], bytes));
    return;
  }
  // Written in one go, without a copy.
  for (const piece of begun) response.write(piece);
  response.end(after);
}

const before: Uint8Array = Buffer.from('{"response":');
const after: Uint8Array = Buffer.from("}");

async function* continued(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* begun;
    for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
    yield after;
  } finally {
    // The answer may not have been read to its end.
    await rest.return?.();
  }
}

/** An answer has more bytes than it may. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/**
 * The engine's whole answer, parsed by the schema. For internal searches, whose answers are small.
 * @throws AnswerTooLarge, SearchUnavailable, SearchBusy, and the problems `search-rejected` and `search-timeout`
 */
export async function collect<Schema extends z.ZodType>(
  engine: SearchEngine,
  search: object,
  deadline: Deadline,
  schema: Schema,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<z.infer<Schema>> {
  const body = Buffer.from(JSON.stringify(search));
  const chunks: Uint8Array[] = [];
  const gather = async () => {
    const answer = await engine.search({ body, signal: deadline });
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AnswerTooLarge(`the answer has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  };
  await deadline.hold(passRefusalOn(gather()));
  return schema.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
}
