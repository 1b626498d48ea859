import { setImmediate as breath } from "node:timers/promises";
import type { Request, Response } from "express";
import type { Format } from "../../../contracts/routes/tabular.ts";
import { fingerprint, holds, REVALIDATE } from "../http/conditional.ts";
import { stream } from "../http/streaming.ts";
import { CONTENT_TYPES } from "./format.ts";
import type { KnownSeries, Network } from "./network.ts";
import type { MeasurementSettings } from "./parts.ts";

/**
 * Changes with whatever changes the answer: the last change of each series, that of the directory, and what was asked.
 * Taken before the values are read, it is never newer than they are, so an answer with it is asked for again at worst.
 */
export function streamTag(
  request: Request,
  format: Format,
  network: Network,
  series: readonly KnownSeries[],
  { seed }: MeasurementSettings,
): string {
  const changes = series.map(({ id }) => `${id}:${network.changeOf(id)}`).join(",");
  return `W/"${fingerprint(`${seed} ${format} ${request.url} ${network.directorySequence} ${changes}`)}"`;
}

/**
 * Answers 304 when the client has it, else the pieces at its pace. The first piece is waited for before anything is
 * sent, so that a failure to read is still told as a problem.
 */
export async function sendStream(
  request: Request,
  response: Response,
  tag: string,
  format: Format,
  pieces: AsyncGenerator<Uint8Array, void>,
): Promise<void> {
  const headers = { ETag: tag, "Cache-Control": REVALIDATE, Vary: "Accept" };
  if (holds(request, tag)) {
    response.set(headers).status(304).end();
    return;
  }
  response.setHeader("Content-Type", CONTENT_TYPES[format]);
  if (request.method === "HEAD") {
    response.set(headers).end();
    return;
  }
  const first = await pieces.next();
  response.set(headers);
  await stream(response, paced(first.done ? undefined : first.value, pieces));
}

/**
 * The pieces with a breath after each: while a socket takes them at once, nothing else would make the process turn to
 * others, and to telling that it lives.
 */
async function* paced(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array, void>) {
  try {
    if (first !== undefined) yield first;
    await breath();
    for await (const piece of rest) {
      yield piece;
      await breath();
    }
  } finally {
    await rest.return();
  }
}
