import { isUtf8 } from "node:buffer";
import express, { type Request, type RequestHandler } from "express";
import type { ProblemCode } from "../../../contracts/problem.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";

/** Reads a JSON body of at most `maxBytes`, also when unpacked, into `request.body` as bytes. */
export function jsonBodyReader(maxBytes: number): RequestHandler {
  const raw = express.raw({ limit: maxBytes, type: () => true });
  return (request, response, next) => {
    if (!isJson(request)) throw problem("content-type-unsupported", "Send the body as application/json in UTF-8.");
    raw(request, response, (error?: unknown) => next(error === undefined ? undefined : bodyProblem(error, maxBytes)));
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

const DEFAULT_TYPE = "application/json";

/** A body without a content type counts as JSON. */
function isJson(request: Request): boolean {
  const { "content-type": sent = DEFAULT_TYPE } = request.headers;
  if (sent === DEFAULT_TYPE) return true;
  const [type = "", ...parameters] = sent.toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return (
    /^application\/(?:[\w.-]+\+)?json$/.test(type.trim()) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

function bodyProblem(error: unknown, maxBytes: number): HttpProblem {
  const readingProblems: Readonly<Record<string, readonly [ProblemCode, string]>> = {
    "entity.too.large": ["body-too-large", `A body may have ${maxBytes} bytes, also when unpacked.`],
    "encoding.unsupported": ["content-type-unsupported", "The body may be encoded with gzip, deflate or br."],
  };
  const type = typeof error === "object" && error !== null && "type" in error ? String(error.type) : "";
  const [code, detail] = readingProblems[type] ?? ["body-not-json", "The body can't be read to its end."];
  return problem(code, detail, { cause: error });
}
