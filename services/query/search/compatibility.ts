import type { Response } from "express";
import { z } from "zod";
import { searchByExtent } from "../../../contracts/routes/search.ts";
import { LIMITS } from "../../../platform/admission/limits.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { OpenAnswers, type OpenLimits } from "../../../platform/http/open-answers.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { DocumentPages } from "../../../platform/search/documents/source.ts";
import type { SearchEngine } from "../../../platform/search/port.ts";
import type { BindRead } from "../http/read.ts";
import { stream } from "../http/streaming.ts";
import { compatibilitySearch, extentOf } from "./compatibility-query.ts";
import type { KnownLabels } from "./known-labels.ts";
import { beforeDeadline, collect, type Deadline } from "./timed-search.ts";

export interface CompatibilityParts {
  /** One build of the catalogue for this answer, and the engine over it as a client may use it. */
  readonly catalogueFor: (client: string, response: Response) => SearchedCatalogue;
  readonly labels: KnownLabels;
  readonly read: BindRead;
}

export interface SearchedCatalogue {
  readonly engine: SearchEngine;
  readonly documents: DocumentPages;
}

/** Documents that are fetched and written at a time, and their bytes, at most; a single one may have more. */
const MAX_PAGE_SIZE = 100;
const PAGE_BYTES = 256 * 1024;

const TOO_BUSY = "Too many answers of this search are being read at once; try again.";

/** The search for clients that know a time range, names of variables and a box, and no query language. */
export function compatibilityRoute(
  { catalogueFor, labels, read }: CompatibilityParts,
  limits: OpenLimits = LIMITS.extentAnswers,
): ServedRoute {
  const open = new OpenAnswers(limits, TOO_BUSY);
  return read(searchByExtent, async ({ parameters, request, response }) => {
    const extent = extentOf(parameters);
    const client = clientOf(request);
    // Held while the search runs too: a client beyond its limit is refused before a search runs.
    using reading = await open.admit(client, () => response.destroy());
    await beforeDeadline(response, async (deadline) => {
      const names = await labels.matching(extent.variables, deadline);
      const { engine, documents } = catalogueFor(client, response);
      const found = await findPids(engine, compatibilitySearch(extent, names), deadline);
      response.set("Cache-Control", "no-store").type("application/json");
      await stream(response, reading.watched(answer(documents, found)));
    });
  });
}

interface Found {
  readonly totalHits: number;
  readonly pids: readonly string[];
}

const EngineAnswer = z.object({
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.object({ _id: z.string() })) }),
});

async function findPids(engine: SearchEngine, search: object, deadline: Deadline): Promise<Found> {
  const { hits } = await collect(engine, search, deadline, EngineAnswer);
  return { totalHits: hits.total.value, pids: hits.hits.map(({ _id }) => _id) };
}

/**
 * The records are read from the view's table page by page, so that a thousand of them are never in memory at once. A record
 * that was deleted since it was found is served as it was.
 */
async function* answer(documents: DocumentPages, { totalHits, pids }: Found): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"totalHits":${totalHits},"hitCount":${pids.length},"hits":[`);
  let separator = "";
  let pageSize = MAX_PAGE_SIZE;
  for (let from = 0; from < pids.length; ) {
    const page = await documents.page(pids.slice(from, from + pageSize), PAGE_BYTES);
    from += page.length;
    // Every requested record is looked up, whether it fits into the page or not.
    pageSize = Math.min(MAX_PAGE_SIZE, 2 * page.length);
    const pieces = page.flatMap((document) => {
      if (document === undefined) return [];
      const piece = [Buffer.from(separator), document];
      separator = ",";
      return piece;
    });
    yield Buffer.concat(pieces);
  }
  yield Buffer.from("]}");
}
