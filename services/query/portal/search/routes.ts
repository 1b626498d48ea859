import type { Response } from "express";
import { searchPage as declaration, SEARCH_PAGE_SIZE, searchFeed } from "../../../../contracts/routes/portal/search.ts";
import { SEARCH_WINDOW } from "../../../../contracts/search-limits.ts";
import { clientOf } from "../../../../platform/http/client.ts";
import { invalidParameters } from "../../../../platform/http/parameters.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { SearchEngine } from "../../../../platform/search/port.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { FacilityList } from "../../facilities/facility-list.ts";
import { PreparedContent, sendPrepared } from "../../http/prepared-content.ts";
import type { BindRead } from "../../http/read.ts";
import type { MeasurementParts } from "../../measurements/parts.ts";
import { AnswerTooLarge, beforeDeadline, collect, type Deadline } from "../../search/timed-search.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { type Asked, partsOf } from "./asked.ts";
import { otherSearches, pageSearch } from "./body.ts";
import type { PlaceOf } from "./facility-map.tsx";
import { type SearchFeedParts, searchFeedText } from "./feed.ts";
import type { LabelOf } from "./filters.tsx";
import { type Found, foundOf, NO_OTHERS, OtherAnswer, type Others, othersOf, PageAnswer } from "./found.ts";
import { meantBy, SimilarAnswer, similarSearch, wordsOf } from "./meant.ts";
import { thingsNamed } from "./named-things.ts";
import { searchPage } from "./search-page.tsx";

export interface SearchPageParts extends SearchFeedParts {
  /** The engine as a client may use it for this answer. */
  readonly engineFor: (client: string, response: Response) => SearchEngine;
  /** The registry of facilities. @throws HttpProblem `view-building` */
  readonly facilities: () => FacilityList;
  readonly measurements: Pick<MeasurementParts, "current">;
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
  /** Hits that a reader may page through, at most. */
  readonly maxHits: number;
}

/** Bytes of the engine's answer to a page. Only records with very many variables have more. */
const MAX_ANSWER_BYTES = 2 * 1024 ** 2;

/** Full-text search as a page, and the newest of what it finds as a feed. */
export function searchPageRoutes(parts: SearchPageParts): readonly ServedRoute[] {
  const { engineFor, facilities, measurements, identity, host, read, maxHits } = parts;
  const maxPages = Math.floor(Math.min(maxHits, SEARCH_WINDOW) / SEARCH_PAGE_SIZE);
  return [
    read(declaration, async (given) => {
      const { lang, ...asked } = given.parameters;
      if (asked.page > Math.max(1, maxPages)) throw pageTooFar(maxPages);
      const engine = engineFor(clientOf(given.request), given.response);
      const registry = facilities();
      const placeOf: PlaceOf = (identifier) => registry.place(identifier);
      const labelOf: LabelOf = (name, value) => (name === "facility" && placeOf(value)?.name) || value;
      await beforeDeadline(given.response, async (deadline) => {
        const found = await find(engine, asked, deadline);
        const others = await findOthers(engine, asked, found.total, deadline);
        const sources = { facilities: registry, network: () => measurements.current().network() };
        const named = asked.q === undefined ? undefined : thingsNamed(asked.q, sources);
        const { publicUrl } = identity();
        sendPage(given, { lang, host }, (locale) =>
          searchPage({ asked, found, others, named, labelOf, placeOf, publicUrl, maxPages }, locale),
        );
      });
    }),
    read(searchFeed, async (given) => {
      const engine = engineFor(clientOf(given.request), given.response);
      await beforeDeadline(given.response, async (deadline) => {
        const text = await searchFeedText(given.parameters, engine, deadline, parts);
        await sendPrepared(given, new PreparedContent(text, "application/atom+xml; charset=utf-8"));
      });
    }),
  ];
}

async function find(engine: SearchEngine, asked: Asked, deadline: Deadline): Promise<Found> {
  const ask = (withVariables: boolean) =>
    collect(engine, pageSearch(asked, { withVariables }), deadline, PageAnswer, MAX_ANSWER_BYTES);
  try {
    return foundOf(await ask(true), asked);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    return foundOf(await ask(false), asked);
  }
}

/** Other searches are offered where fewer datasets are found. */
const FEW = 5;

async function findOthers(engine: SearchEngine, asked: Asked, found: number, deadline: Deadline): Promise<Others> {
  const meant = found < FEW ? await findMeant(engine, asked, deadline) : undefined;
  const parts = found === 0 ? partsOf(asked) : [];
  if (parts.length === 0 && meant === undefined) return NO_OTHERS;
  const changes = { parts, meant };
  return othersOf(await collect(engine, otherSearches(asked, changes), deadline, OtherAnswer), changes, found);
}

/** Words that may be meant, if those of the search are misspelt. */
async function findMeant(engine: SearchEngine, { q = "" }: Asked, deadline: Deadline): Promise<string | undefined> {
  const words = wordsOf(q);
  if (words.length === 0) return undefined;
  return meantBy(q, words, await collect(engine, similarSearch(words), deadline, SimilarAnswer));
}

function pageTooFar(maxPages: number): Error {
  const message = `must be a whole number from 1 to ${maxPages}: no further results are shown`;
  return invalidParameters([{ path: "page", message }]);
}
