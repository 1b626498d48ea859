import type { Request, Response } from "express";
import type { Format } from "../../../../contracts/formats.ts";
import { LoopTurns } from "../../../../platform/async/loop-turns.ts";
import { fingerprint, holds, REVALIDATE } from "../../http/conditional.ts";
import { begun, stream } from "../../http/streaming.ts";
import type { KnownSeries, Network } from "../network.ts";
import { CONTENT_TYPES, VARY } from "./format.ts";
import type { LongAnswers } from "./long-answers.ts";

/**
 * The tag of an answer: it depends on the last change of each series, on the last change of the directory, and on the
 * request. It is computed before the values are read, so it is never newer than they are; at worst, the answer is requested
 * again.
 */
export function streamTag(
  request: Request,
  format: Format,
  network: Network,
  series: readonly KnownSeries[],
  seed: string,
): string {
  const changes = series.map(({ id }) => `${id}:${network.changeOf(id)}`).join(",");
  return `W/"${fingerprint(`${seed} ${format} ${request.url} ${network.directorySequence} ${changes}`)}"`;
}

/**
 * Answers 304 when the client has the answer, else streams the pieces. @throws HttpProblem `busy` when too many are made already.
 */
export async function sendStream(
  request: Request,
  response: Response,
  tag: string,
  format: Format,
  pieces: AsyncGenerator<Uint8Array, void>,
  longAnswers: LongAnswers,
): Promise<void> {
  const headers = { ETag: tag, "Cache-Control": REVALIDATE, Vary: VARY };
  if (holds(request, tag)) {
    response.set(headers).status(304).end();
    return;
  }
  response.setHeader("Content-Type", CONTENT_TYPES[format]);
  if (request.method === "HEAD") {
    response.set(headers).end();
    return;
  }
  using answer = await longAnswers.admit(response);
  const made = await begun(pieces);
  response.set(headers);
  await stream(response, answer.watched(paced(made)));
}

/** Shared by all answers: if each made a piece in every turn of the event loop, dozens would hold up everything else. */
const pieceTurns = new LoopTurns();

/**
 * The pieces, with a turn of the event loop between them: a socket that accepts them at once would otherwise keep the process
 * from other requests and from its heartbeats.
 */
async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    yield piece;
    await pieceTurns.next();
  }
}
