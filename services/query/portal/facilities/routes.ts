import type { Response } from "express";
import {
  facilitiesPage as facilitiesRoute,
  facilityPoints,
  facilityPage as facilityRoute,
} from "../../../../contracts/routes/portal/facilities.ts";
import type { Language } from "../../../../contracts/routes/portal/language.ts";
import { isSlug } from "../../../../contracts/slug.ts";
import type { Station } from "../../../../contracts/station.ts";
import { clientOf } from "../../../../platform/http/client.ts";
import { problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { SearchEngine } from "../../../../platform/search/port.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { FacilityList } from "../../facilities/facility-list.ts";
import { PreparedContent, sendPrepared } from "../../http/prepared-content.ts";
import type { BindRead } from "../../http/read.ts";
import { beforeDeadline } from "../../search/timed-search.ts";
import { pointCollection } from "../components/map-data.ts";
import { LOCALES } from "../frame/language.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { facilityPage } from "./facility-page.tsx";
import { facilitiesPage } from "./list-page.tsx";
import { newestDatasets } from "./newest-datasets.ts";
import { pointOf } from "./point.ts";

export interface FacilityPageParts {
  /** The registry as it is now. */
  readonly facilities: () => FacilityList;
  /** When the deletion of the facility with this slug was published, if one had it. */
  readonly facilityDeletedAt: (slug: string) => Promise<string | undefined>;
  /** Every station of the network. */
  readonly stations: () => Iterable<Station>;
  /** The engine as a client may use it for this answer. */
  readonly engineFor: (client: string, response: Response) => SearchEngine;
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

/** Facilities as pages for people, and as points on maps. */
export function facilityPageRoutes({
  facilities,
  facilityDeletedAt,
  stations,
  engineFor,
  identity,
  host,
  read,
}: FacilityPageParts): readonly ServedRoute[] {
  return [
    read(facilitiesRoute, (given) => {
      const { q, page, lang } = given.parameters;
      const { summaries } = facilities();
      sendPage(given, { lang, host }, (locale) => facilitiesPage(summaries, { q, page }, locale, identity().publicUrl));
    }),
    read(facilityPoints, (given) => {
      const { lang = "en" } = given.parameters;
      const content = () => pointsOf(facilities(), lang);
      return sendPrepared(given, content(), { again: content });
    }),
    read(facilityRoute, async (given) => {
      const { slug, lang } = given.parameters;
      const { request, response } = given;
      const list = facilities();
      const summary = list.summaries.find((each) => each.slug === slug);
      const document = summary && list.document(summary.identifier);
      if (summary === undefined || document === undefined) throw await absent(slug, facilityDeletedAt);
      const { identifier } = summary;
      await beforeDeadline(response, async (deadline) => {
        const newest = await newestDatasets(engineFor(clientOf(request), response), identifier, deadline);
        const own = [...stations()].filter(({ facility }) => facility === identifier);
        own.sort((a, b) => a.name.localeCompare(b.name));
        const shown = { summary, document, newest, stations: own };
        sendPage(given, { lang, host }, (locale) => facilityPage(shown, locale, identity().publicUrl));
      });
    }),
  ];
}

async function absent(slug: string, deletedAt: FacilityPageParts["facilityDeletedAt"]) {
  // PostgreSQL's text holds no U+0000.
  const deleted = isSlug(slug) ? await deletedAt(slug) : undefined;
  if (deleted === undefined) return problem("facility-unknown", `There is no facility ${slug}.`);
  return problem("facility-deleted", `The facility ${slug} was deleted at ${deleted}.`, { members: { deleted } });
}

/** The points of each registry, made once a language. */
const points = new WeakMap<FacilityList, Map<Language, PreparedContent>>();

function pointsOf(list: FacilityList, language: Language): PreparedContent {
  const known = points.get(list) ?? new Map<Language, PreparedContent>();
  points.set(list, known);
  const made = known.get(language);
  if (made) return made;
  const all = list.summaries.flatMap((each) => pointOf(each, LOCALES[language]));
  const content = new PreparedContent(JSON.stringify(pointCollection(all)), "application/geo+json; charset=utf-8");
  known.set(language, content);
  return content;
}
