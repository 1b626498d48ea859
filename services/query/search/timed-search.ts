import type { Response } from "express";
import { SEARCH_TIMEOUT_MS } from "../../../contracts/search.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { SearchEngine, SearchSignal } from "../../../platform/search/port.ts";
import { stream } from "../http/streaming.ts";

/** Nobody waits for the answer any more. */
export class ReaderLeft extends Error {
  override readonly name = "ReaderLeft";
}

/** What ends a search before its time: its reader has left, or it took too long. Lasts as long as the response is open. */
export class Deadline implements SearchSignal {
  #aborted = false;
  #reason: unknown;
  readonly #listeners: (() => void)[] = [];

  constructor(response: Response, timeoutMs = SEARCH_TIMEOUT_MS) {
    const timer = setTimeout(
      () => this.#abort(problem("search-timeout", `The search took longer than ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    response.once("close", () => {
      clearTimeout(timer);
      if (!response.writableFinished) this.#abort(new ReaderLeft("the reader left"));
    });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** The work's result, or the reason why it was ended, whichever comes first. */
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
    const place = this.#listeners.indexOf(listener);
    if (place >= 0) this.#listeners.splice(place, 1);
  }

  #abort(reason: Error): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** Bytes of an answer that are waited for, so that it goes out whole and with its length. */
const WHOLE = 1024 * 1024;
/** Bytes that are sooner copied into one piece than handed on in several. */
const COPIED = 32 * 1024;

/**
 * Runs the search and answers with what the engine answers, byte for byte, as `{"response":…}`; what is large is streamed.
 * @throws SearchRejected, SearchUnavailable, and the problem `search-timeout`; after the first byte the connection is cut.
 */
export async function answerSearch(engine: SearchEngine, search: Uint8Array, response: Response): Promise<void> {
  const deadline = new Deadline(response);
  try {
    await deadline.hold(answer(engine, search, response, deadline));
  } catch (error) {
    if (deadline.reason instanceof ReaderLeft) return;
    throw deadline.aborted ? deadline.reason : error;
  }
}

async function answer(engine: SearchEngine, search: Uint8Array, response: Response, signal: Deadline): Promise<void> {
  const found = await engine.search({ body: search, signal });
  const chunks = found.body[Symbol.asyncIterator]();
  const begun = [before];
  let bytes = before.length + after.length;
  let chunk = await chunks.next();
  for (; !chunk.done && bytes < WHOLE; chunk = await chunks.next()) {
    begun.push(chunk.value);
    bytes += chunk.value.length;
  }
  // Its time may be over, and the failure answered: no header may be set any more.
  signal.throwIfAborted();
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  if (!chunk.done) return stream(response, continued([...begun, chunk.value], chunks));
  response.setHeader("Content-Length", bytes);
  if (bytes <= COPIED) {
    response.end(Buffer.concat([...begun, after], bytes));
    return;
  }
  // The pieces leave together, without having been copied into one.
  for (const piece of begun) response.write(piece);
  response.end(after);
}

const before: Uint8Array = Buffer.from('{"response":');
const after: Uint8Array = Buffer.from("}");

async function* continued(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  yield* begun;
  for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
  yield after;
}

/** The engine's whole answer, for searches of our own whose answers are small. */
export async function collect(engine: SearchEngine, search: object, deadline: Deadline): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(search));
  const chunks: Uint8Array[] = [];
  const gather = async () => {
    const answer = await engine.search({ body, signal: deadline });
    for await (const chunk of answer.body) chunks.push(chunk);
  };
  await deadline.hold(gather());
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
