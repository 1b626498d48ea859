import type { Response } from "express";
import { searchByBody, searchByUrl } from "../../../contracts/routes/search.ts";
import { clientOf } from "../../../platform/http/client.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { useBody } from "../http/json-body.ts";
import type { BindRead } from "../http/read.ts";
import { checkSize, searchOf } from "./search-body.ts";
import { answerSearch } from "./timed-search.ts";

export interface SearchParts {
  /** The engine as a client may use it for this answer. */
  readonly engineFor: (client: string, response: Response) => SearchEngine;
  readonly read: BindRead;
  /** Hits of one page, at most. */
  readonly page: number;
}

/** Search by the engine's own query language; the engine's answer comes back unmodified. */
export function searchRoutes({ engineFor, read, page }: SearchParts): readonly ServedRoute[] {
  return [
    read(searchByUrl, ({ parameters: { source }, request, response }) => {
      checkSize(source.search, page);
      const engine = engineFor(clientOf(request), response);
      return answerSearch((signal) => engine.search({ body: Buffer.from(source.text), signal }), response);
    }),
    read(searchByBody, ({ request, response }) => {
      const engine = engineFor(clientOf(request), response);
      return answerSearch(
        (signal) => useBody(request, (bytes) => engine.search({ body: searchOf(bytes, page), signal })),
        response,
      );
    }),
  ];
}
