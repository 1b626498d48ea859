import { isUtf8 } from "node:buffer";
import type { Request, RequestHandler } from "express";
import { LoopTurns } from "../../../platform/async/loop-turns.ts";
import { type Body, readBody } from "../../../platform/http/body.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { problem } from "../../../platform/http/problem.ts";
import { afterMark } from "../../../platform/json/byte-order-mark.ts";

/** Bytes of a body that takes about a millisecond to be read as JSON. */
const LARGE = 32 * 1024;
/** Lets other requests through between many large bodies that come together. */
const largeBodies = new LoopTurns();

/** The bodies of requests that are being answered. */
const bodies = new WeakMap<Request, Body>();

/**
 * Reads a JSON body of at most `maxBytes`, also when unpacked, for `useBody`. Its memory is held until the route disposes of
 * it or the answer ends.
 */
export function jsonBodyReader(memory: BodyMemory, maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    const signal = leaving(response);
    const sender = clientOf(request);
    const options = { memory, sender, maxBytes, hashed: false, takesLines: false, signal };
    const body = await readBody(request, options);
    if (signal.aborted) {
      body[Symbol.dispose]();
      return;
    }
    response.once("close", () => body[Symbol.dispose]());
    bodies.set(request, body);
    next();
  };
}

/**
 * Applies `use` to the body's bytes, without a byte order mark, and then releases them: a slow reader of the answer holds no
 * memory of the body.
 */
export async function useBody<Result>(
  request: Request,
  use: (bytes: Buffer) => Result | Promise<Result>,
): Promise<Result> {
  using body = bodies.get(request);
  const { buffer, byteOffset, byteLength } = body?.bytes ?? new Uint8Array(0);
  if (byteLength > LARGE) await largeBodies.next();
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return await use(bytes.subarray(afterMark(bytes)));
}

/** @throws HttpProblem `body-not-json`. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw problem("body-not-json", "The body can't be read as JSON: it is not UTF-8.");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw problem(
      "body-not-json",
      `The body can't be read as JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
