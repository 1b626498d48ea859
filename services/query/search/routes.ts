import type { Request, RequestHandler, Router } from "express";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { ParameterFault, ParameterReader, queryOf } from "../http/parameters.ts";
import type { PublicReads } from "../http/public-reads.ts";
import { checkSize, type ReadSearch, readSearchBody, searchOf } from "./search-body.ts";
import { answerSearch } from "./timed-search.ts";

export interface SearchParts {
  readonly engine: SearchEngine;
  readonly reads: PublicReads;
  /** Hits of one page, at most. */
  readonly page: number;
}

/** Search by the engine's own query language; the engine's answer comes back unmodified. */
export function addSearchRoutes(router: Router, { engine, reads, page }: SearchParts): void {
  const byUrl: RequestHandler = (request, response) => answerSearch(engine, sourceOf(request, page), response);
  const byBody: RequestHandler = (request, response) => answerSearch(engine, searchOf(request.body, page), response);
  router
    .get("/api/metadata/search", reads("catalogue"), byUrl)
    .post("/api/metadata/search", reads("catalogue"), readSearchBody, byBody);
}

function sourceOf(request: Request, page: number): ReadSearch {
  const parameters = new ParameterReader(queryOf(request));
  const source = parameters.required("source", searchObject);
  parameters.check();
  const { text, search } = source ?? { text: "{}", search: {} };
  checkSize(search, page);
  return { search, body: Buffer.from(text) };
}

function searchObject(text: string): { text: string; search: object } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ParameterFault(`can't be read as JSON (${(error as Error).message})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ParameterFault("must be a JSON object");
  }
  return { text, search: value };
}
