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

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
