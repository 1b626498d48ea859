import type { Request, RequestHandler, Router } from "express";
import type { SearchEngine } from "../../platform/search/port.ts";
import { ParameterFault, ParameterReader, queryOf } from "./parameters.ts";
import type { PublicReads } from "./public-reads.ts";
import { readSearchBody, searchOf } from "./search-body.ts";
import { answerSearch } from "./timed-search.ts";

/** Search by the engine's own query language; the engine's answer comes back unmodified. */
export function addSearchRoutes(router: Router, engine: SearchEngine, reads: PublicReads): void {
  const byUrl: RequestHandler = (request, response) => answerSearch(engine, sourceOf(request), response);
  const byBody: RequestHandler = (request, response) => answerSearch(engine, searchOf(request.body), response);
  router
    .get("/api/metadata/search", reads("catalogue"), byUrl)
    .post("/api/metadata/search", reads("catalogue"), readSearchBody, byBody);
}

function sourceOf(request: Request): Uint8Array {
  const parameters = new ParameterReader(queryOf(request));
  const source = parameters.required("source", searchObject);
  parameters.check();
  return source ?? Buffer.from("{}");
}

function searchObject(text: string): Uint8Array {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ParameterFault(`can't be read as JSON (${(error as Error).message})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ParameterFault("must be a JSON object");
  }
  return Buffer.from(text);
}
