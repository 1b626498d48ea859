import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/**
 * Writes the pieces at the client's pace. A client that leaves ends the source, which is not an error. A source that fails
 * cuts the connection, since the answer has begun.
 */
export async function stream(response: Response, pieces: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

/**
 * The pieces, once the first is made, so that a failure before it can still be answered with a problem.
 * @throws what the source throws before its first piece
 */
export async function begun<Piece>(pieces: AsyncGenerator<Piece, void>): Promise<AsyncGenerator<Piece, void>> {
  const first = await pieces.next();
  return first.done ? pieces : following(first.value, pieces);
}

async function* following<Piece>(first: Piece, rest: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
