import { searchByBody, searchByUrl } from "../../../contracts/routes/search.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { SearchEngine } from "../../../platform/search/port.ts";
import type { BindRead } from "../http/read.ts";
import { checkSize, searchOf } from "./search-body.ts";
import { answerSearch } from "./timed-search.ts";

export interface SearchParts {
  readonly engine: SearchEngine;
  readonly read: BindRead;
  /** Hits of one page, at most. */
  readonly page: number;
}

/** Search by the engine's own query language; the engine's answer comes back unmodified. */
export function searchRoutes({ engine, read, page }: SearchParts): readonly ServedRoute[] {
  return [
    read(searchByUrl, ({ parameters: { source }, response }) => {
      checkSize(source.search, page);
      return answerSearch(engine, Buffer.from(source.text), response);
    }),
    read(searchByBody, ({ request, response }) => answerSearch(engine, searchOf(request.body, page), response)),
  ];
}
