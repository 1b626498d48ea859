import type { Response } from "express";
import { problem } from "../../platform/http/problem.ts";
import type { SearchEngine } from "../../platform/search/port.ts";
import { stream } from "./streaming.ts";

/** Seconds that a search may take, its answer included. */
export const SEARCH_SECONDS = 30;

/** What ends a search before its time: its reader has left, or it took too long. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The work's result, or the reason why it was ended, whichever comes first. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
}

/** Nobody waits for the answer any more. */
export class ReaderLeft extends Error {
  override readonly name = "ReaderLeft";
}

/** A deadline that lasts as long as the response is open. */
export function deadlineOf(response: Response, seconds = SEARCH_SECONDS): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(problem("search-timeout", `The search took longer than ${seconds} s.`)),
    seconds * 1000,
  );
  response.once("close", () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(new ReaderLeft("the reader left"));
  });
  const { signal } = controller;
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  return { signal, hold: (work) => Promise.race([work, ended]) };
}

/**
 * Runs the search and streams the engine's answer, byte for byte, as `{"response":…}`.
 * @throws SearchRejected, SearchUnavailable, and the problem `search-timeout`; after the first byte the connection is cut.
 */
export async function answerSearch(engine: SearchEngine, body: Uint8Array, response: Response): Promise<void> {
  const deadline = deadlineOf(response);
  try {
    const answer = await deadline.hold(engine.search({ body, signal: deadline.signal }));
    const chunks = answer.body[Symbol.asyncIterator]();
    const first = await deadline.hold(chunks.next());
    const second = first.done ? first : await deadline.hold(chunks.next());
    response.set("Cache-Control", "no-store").type("application/json");
    // Most answers are one piece, and go out in one.
    if (second.done) endWith(response, first.value ?? nothing);
    else await deadline.hold(stream(response, enveloped([first.value, second.value], chunks)));
  } catch (error) {
    if (deadline.signal.reason instanceof ReaderLeft) return;
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  }
}

/** The pieces leave together, without having been copied into one. */
function endWith(response: Response, answer: Uint8Array): void {
  response.set("Content-Length", String(before.length + answer.length + after.length));
  response.write(before);
  response.write(answer);
  response.end(after);
}

const before = Buffer.from('{"response":');
const after = Buffer.from("}");
const nothing = new Uint8Array();

async function* enveloped(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([before, ...begun]);
  for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
  yield after;
}

/** The engine's whole answer, for searches of our own whose answers are small. */
export async function collect(engine: SearchEngine, search: object, deadline: Deadline): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(search));
  const chunks: Uint8Array[] = [];
  const gather = async () => {
    const answer = await engine.search({ body, signal: deadline.signal });
    for await (const chunk of answer.body) chunks.push(chunk);
  };
  await deadline.hold(gather());
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
