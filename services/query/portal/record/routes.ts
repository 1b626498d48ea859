import type { Request, Response } from "express";
import type { Metadata } from "../../../../contracts/metadata.ts";
import { LINKSET_TYPES, REPRESENTATIONS, type Representation } from "../../../../contracts/representations.ts";
import type { Language } from "../../../../contracts/routes/portal/language.ts";
import { findRecordPage, getRecordLinkset, getRecordPage } from "../../../../contracts/routes/portal/record.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import type { catalogue } from "../../../../contracts/views/catalogue.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { EventStore } from "../../../../platform/event-store/port.ts";
import { type HttpProblem, problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { ViewProgress } from "../../../../platform/views/progress.ts";
import { bibtexOf } from "../../dataset/bibtex.ts";
import { type Dataset, datasetOf } from "../../dataset/dataset.ts";
import { risOf } from "../../dataset/ris.ts";
import { schemaOrgDataset } from "../../dataset/schema-org.ts";
import { acceptedType } from "../../http/accepted-type.ts";
import type { BindRead, SentRead } from "../../http/read.ts";
import type { PastRecords } from "../../records/past-records.ts";
import { deletionTime } from "../../views/deletion-time.ts";
import { catalogueOf } from "../frame/catalogue.ts";
import type { Host } from "../frame/layout.tsx";
import { sendNegotiated, sendPage } from "../frame/send.ts";
import { comparisonPage } from "./comparison-page.tsx";
import { historyPage } from "./history-page.tsx";
import { comparedRevisions, historyOf, historyPagePath, undefinedWhereBusy } from "./past.ts";
import { recordPage } from "./record-page.tsx";
import { linkHeader, linksetJson, linksetText, linksOf } from "./signposting.ts";
import { recordBySlug, type StoredRecord } from "./stored-record.ts";

export interface RecordPageParts {
  readonly database: Queryable;
  /** The build that an answer is made from. @throws HttpProblem `view-building` */
  readonly use: (response: Response) => typeof catalogue;
  readonly progress: Pick<ViewProgress, "hasLapsed">;
  readonly eventStore: Pick<EventStore, "logId">;
  readonly past: PastRecords;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

interface Asked {
  readonly slug: string;
  /** What the client calls the record. */
  readonly name: string;
  readonly format: string | undefined;
  readonly lang: Language | undefined;
  readonly at: number | undefined;
  readonly page: number | undefined;
  readonly compare: readonly [number, number] | undefined;
}

/** One record as a page for people, in the forms that other systems read, and as links; and pages of its past. */
export function recordPageRoutes(parts: RecordPageParts): readonly ServedRoute[] {
  const { read, host, past } = parts;
  const { find, gone, describe } = recordFinder(parts);

  const sendPast = async (given: SentRead, stored: StoredRecord, { slug, lang, page = 1, compare }: Asked) => {
    const { address, title } = describe(slug, stored).dataset;
    const subject = { slug, pid: stored.pid, address, title, isDeleted: stored.deleted };
    if (compare) {
      const compared = await comparedRevisions(past, given, stored, compare);
      return sendPage(given, { lang, host }, (locale) => comparisonPage(subject, compared, locale));
    }
    const history = await historyOf(past, given, stored, page);
    sendPage(given, { lang, host }, (locale) => historyPage(subject, history, locale));
  };

  const answer = async (given: SentRead, asked: Asked) => {
    const { request, response } = given;
    const { slug, name, format, lang, at, page, compare } = asked;
    const stored = await find(response, slug, name);
    const isOfPast = page !== undefined || compare !== undefined;
    if (isOfPast && representationFor(request, format) === "html") return sendPast(given, stored, asked);
    if (stored.deleted && at === undefined) throw await gone(response, stored, name);
    const representation = representationFor(request, format);
    const found = at === undefined ? stored : await past.at(given, stored.pid, at);
    if (found === undefined) {
      const members = { history: historyPagePath(stored.pid) };
      throw problem("record-unknown", `There was no record ${name} at that time.`, { members });
    }
    const described = describe(slug, found);
    if (at === undefined) response.set("Link", linkHeader(linksOf(described.dataset)));
    if (representation !== "html") {
      const body = BODIES[representation](described);
      // Browsers save what they can't show under this name.
      response.set("Content-Disposition", `inline; filename="${slug}.${ENDINGS[representation]}"`);
      return sendNegotiated(given, { type: `${REPRESENTATIONS[representation]}; charset=utf-8`, body });
    }
    const history = await historyOf(past, given, stored, 1).catch(undefinedWhereBusy);
    const state = "time" in found &&
      at !== undefined && { past: { ...found, at: new Date(at).toISOString(), isDeleted: stored.deleted } };
    const { isFacilityKnown } = found;
    const shown = { ...described, isFacilityKnown, history, ...state };
    sendPage(given, { lang, host }, (locale) => recordPage(shown, locale));
  };

  return [
    read(getRecordPage, (given) => {
      const { slug } = given.parameters;
      return answer(given, { ...given.parameters, name: slug });
    }),
    read(findRecordPage, (given) => {
      const { pid } = given.parameters;
      return answer(given, { ...given.parameters, slug: slugOf(pid), name: pid });
    }),
    read(getRecordLinkset, async (given) => {
      const { slug } = given.parameters;
      const stored = await find(given.response, slug, slug);
      if (stored.deleted) throw await gone(given.response, stored, slug);
      const { dataset } = describe(slug, stored);
      const type = acceptedType(given.request, LINKSET_TYPES) ?? LINKSET_TYPES[0];
      const body = LINKSETS[type](dataset.address, linksOf(dataset));
      sendNegotiated(given, { type, body });
    }),
  ];
}

const LINKSETS = { "application/linkset+json": linksetJson, "application/linkset": linksetText };

/** How names of files of each form end. */
const ENDINGS: Readonly<Record<Exclude<Representation, "html">, string>> = {
  json: "json",
  jsonld: "jsonld",
  bibtex: "bib",
  ris: "ris",
};

/** The body of each form for programs. */
const BODIES: Readonly<Record<Exclude<Representation, "html">, (described: Described) => string>> = {
  json: ({ json }) => json,
  jsonld: ({ dataset }) => JSON.stringify(schemaOrgDataset(dataset)),
  bibtex: ({ dataset }) => bibtexOf(dataset),
  ris: ({ dataset }) => risOf(dataset),
};

/** The form that `format` names, else the client's first that there is. @throws HttpProblem `representation-unknown` */
function representationFor(request: Request, format: string | undefined): Representation {
  if (format !== undefined) {
    if (isRepresentation(format)) return format;
    throw noSuch(`format ${format}`);
  }
  const accepted = acceptedType(request, Object.values(REPRESENTATIONS));
  const chosen = Object.entries(REPRESENTATIONS).find(([, type]) => type === accepted)?.[0];
  if (chosen === undefined || !isRepresentation(chosen)) throw noSuch("form that Accept names");
  return chosen;
}

const isRepresentation = (name: string): name is Representation => Object.hasOwn(REPRESENTATIONS, name);

function noSuch(what: string) {
  const available = Object.entries(REPRESENTATIONS).map(([format, type]) => ({ format, type }));
  const list = available.map(({ format, type }) => `${format} (${type})`).join(", ");
  return problem("representation-unknown", `There is no ${what}; there are ${list}.`, { members: { available } });
}

interface Described {
  readonly dataset: Dataset;
  readonly record: Metadata;
  /** The record as JSON, as it is served. */
  readonly json: string;
}

function recordFinder({ database, use, progress, eventStore, identity, host }: RecordPageParts) {
  return {
    /** The record of a slug, a deleted one too. `name`: what the client calls it. @throws HttpProblem where there was none */
    find: async (response: Response, slug: string, name: string): Promise<StoredRecord> => {
      const build = use(response);
      // A build that was replaced is kept up to date only while its readers are known.
      if (progress.hasLapsed(build)) {
        throw problem("engine-unavailable", "The catalogue cannot be read at the moment; try again.");
      }
      const stored = await recordBySlug(database, build, slug);
      if (stored === undefined) throw problem("record-unknown", `There is no record ${name}.`);
      return stored;
    },

    /** The problem of a deleted record. Its history stays. */
    gone: async (response: Response, { pid }: StoredRecord, name: string): Promise<HttpProblem> => {
      const build = use(response);
      const tombstones = { view: build, table: build.tables.records, column: "pid" } as const;
      const deleted = await deletionTime(database, eventStore.logId, tombstones, pid);
      const time = deleted === undefined ? "" : ` at ${deleted}`;
      return problem("record-deleted", `The record ${name} was deleted${time}.`, {
        members: { ...(deleted !== undefined && { deleted }), history: historyPagePath(pid) },
      });
    },

    /** The dataset of a revision of a record. */
    describe: (slug: string, { json, revision }: Pick<StoredRecord, "json" | "revision">): Described => {
      const { publicUrl } = identity();
      // Records are checked when they are stored.
      const record = JSON.parse(json) as Metadata;
      const dataset = datasetOf(record, {
        slug,
        address: `${publicUrl}/records/${slug}`,
        catalogue: catalogueOf(identity(), host),
        revision,
      });
      return { dataset, record, json };
    },
  };
}
