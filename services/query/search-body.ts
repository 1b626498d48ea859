import express, { type Request, type RequestHandler } from "express";
import type { ProblemCode } from "../../contracts/problem.ts";
import { type HttpProblem, problem } from "../../platform/http/problem.ts";
import { memberOf } from "./json-member.ts";

/** Bytes that a search may have, also when unpacked. */
export const SEARCH_BYTES = 1024 * 1024;

const raw = express.raw({ limit: SEARCH_BYTES, type: () => true });

/** Reads the body of a search into `request.body` as bytes, unpacked. */
export const readSearchBody: RequestHandler = (request, response, next) => {
  if (!isJson(request)) {
    throw problem("content-type-unsupported", "Send the search as application/json in UTF-8.");
  }
  raw(request, response, (error?: unknown) => next(error === undefined ? undefined : bodyProblem(error)));
};

/**
 * The bytes of the member `search` of a QueryDto, exactly as they were sent: an engine tells `1.0` from `1`, and readers
 * send back integers that no double holds. `{}` when there is none.
 */
export function searchOf(body: unknown, page: number): Uint8Array {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const query = parseJson(bytes);
  if (typeof query !== "object" || query === null || Array.isArray(query)) throw misfit("", "must be an object");
  const search: unknown = Object.getOwnPropertyDescriptor(query, "search")?.value;
  if (search === undefined || search === null) return everything;
  if (typeof search !== "object" || Array.isArray(search)) throw misfit("/search", "must be an object");
  checkSize(search, page);
  return memberOf(bytes, "search") ?? everything;
}

/** The engine refuses larger windows itself, in its own words. */
const ENGINE_WINDOW = 10_000;
/** What a search without `size` gets. */
const USUAL_SIZE = 10;

/** @throws HttpProblem when the search asks for more hits than `page`, or for some that lie beyond as many. */
export function checkSize(search: object, page: number): void {
  const window = numberIn(search, "from", 0) + numberIn(search, "size", USUAL_SIZE);
  if (window > page && window <= ENGINE_WINDOW)
    throw problem("search-rejected", `from and size reach to hit ${page} at most; page with search_after.`);
}

/** What is no number is for the engine to refuse. */
function numberIn(search: object, name: string, absent: number): number {
  const value: unknown = Object.getOwnPropertyDescriptor(search, name)?.value;
  return value === undefined ? absent : Number(value);
}

const everything = Buffer.from("{}");
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw problem("body-not-json", `The body can't be read as JSON: ${(error as Error).message}.`);
  }
}

function misfit(path: string, message: string): HttpProblem {
  return problem("body-invalid", `The search ${message}.`, { errors: [{ path, message }] });
}

/** A body without a type is taken for JSON. */
function isJson(request: Request): boolean {
  const [type = "", ...parameters] = (request.get("Content-Type") ?? "application/json").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return (
    /^application\/(?:[\w.-]+\+)?json$/.test(type.trim()) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

const readingProblems: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  "entity.too.large": ["body-too-large", `A search may have ${SEARCH_BYTES} bytes, also when unpacked.`],
  "encoding.unsupported": ["content-type-unsupported", "The body may be encoded with gzip, deflate or br."],
};

function bodyProblem(error: unknown): HttpProblem {
  const type = typeof error === "object" && error !== null && "type" in error ? String(error.type) : "";
  const [code, detail] = readingProblems[type] ?? ["body-not-json", "The body can't be read to its end."];
  return problem(code, detail, { cause: error });
}
