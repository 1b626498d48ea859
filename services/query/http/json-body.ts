import { isUtf8 } from "node:buffer";
import type { RequestHandler } from "express";
import { readBody } from "../../../platform/http/body.ts";
import type { BodyMemory } from "../../../platform/http/body-memory.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { problem } from "../../../platform/http/problem.ts";

/**
 * Reads a JSON body of at most `maxBytes`, also when unpacked, into `request.body` as bytes. Its memory is held until the
 * answer ends.
 */
export function jsonBodyReader(memory: BodyMemory, maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const sender = clientOf(request);
    const options = { memory, sender, maxBytes, hashed: false, takesLines: false, signal: left.signal };
    const body = await readBody(request, options);
    if (left.signal.aborted) {
      body[Symbol.dispose]();
      return;
    }
    response.once("close", () => body[Symbol.dispose]());
    const { buffer, byteOffset, byteLength } = body.bytes;
    request.body = Buffer.from(buffer, byteOffset, byteLength);
    next();
  };
}

/** The bytes that `jsonBodyReader` left in `request.body`. */
export function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
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
