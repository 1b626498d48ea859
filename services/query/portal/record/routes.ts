import type { Request, Response } from "express";
import type { Metadata } from "../../../../contracts/metadata.ts";
import { REPRESENTATIONS, type Representation } from "../../../../contracts/representations.ts";
import type { Culture } from "../../../../contracts/routes/parameter.ts";
import { findRecordPage, getRecordLinkset, getRecordPage } from "../../../../contracts/routes/portal/record.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import type { catalogue } from "../../../../contracts/views/catalogue.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { EventStore } from "../../../../platform/event-store/port.ts";
import { problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { ViewProgress } from "../../../../platform/views/progress.ts";
import { bibtexOf } from "../../dataset/bibtex.ts";
import { type Dataset, datasetOf } from "../../dataset/dataset.ts";
import { risOf } from "../../dataset/ris.ts";
import { schemaOrgDataset } from "../../dataset/schema-org.ts";
import type { BindRead, SentRead } from "../../http/read.ts";
import { deletionTime } from "../../views/deletion-time.ts";
import type { Host } from "../frame/layout.tsx";
import { sendNegotiated, sendPage } from "../frame/send.ts";
import { recordPage } from "./record-page.tsx";
import { linkHeader, linksetOf, linksOf } from "./signposting.ts";
import { recordBySlug } from "./stored-record.ts";

export interface RecordPageParts {
  readonly database: Queryable;
  /** The build that an answer is made from. @throws HttpProblem `view-building` */
  readonly use: (response: Response) => typeof catalogue;
  readonly progress: Pick<ViewProgress, "hasLapsed">;
  readonly eventStore: Pick<EventStore, "logId">;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

interface Found {
  readonly dataset: Dataset;
  readonly record: Metadata;
  /** The record as JSON, as it is served. */
  readonly json: string;
}

interface Asked {
  readonly format: string | undefined;
  readonly lang: Culture | undefined;
}

/** One record as a page for people, in the forms that other systems read, and as links. */
export function recordPageRoutes(parts: RecordPageParts): readonly ServedRoute[] {
  const { read, host } = parts;
  const find = recordFinder(parts);
  const answer = async (given: SentRead, slug: string, name: string, { format, lang }: Asked) => {
    const { request, response } = given;
    const found = await find(response, slug, name);
    const representation = representationFor(request, format);
    response.set("Link", linkHeader(linksOf(found.dataset)));
    if (representation === "html") {
      return sendPage(given, { lang, host }, (locale) => recordPage(found.dataset, found.record, locale));
    }
    const body = BODIES[representation](found);
    sendNegotiated(given, { type: `${REPRESENTATIONS[representation]}; charset=utf-8`, body });
  };
  return [
    read(getRecordPage, (given) => {
      const { slug, format, lang } = given.parameters;
      return answer(given, slug, slug, { format, lang });
    }),
    read(findRecordPage, (given) => {
      const { pid, format, lang } = given.parameters;
      return answer(given, slugOf(pid), pid, { format, lang });
    }),
    read(getRecordLinkset, async (given) => {
      const { slug } = given.parameters;
      const { dataset } = await find(given.response, slug, slug);
      const body = linksetOf(dataset.address, linksOf(dataset));
      sendNegotiated(given, { type: "application/linkset+json", body });
    }),
  ];
}

/** The body of each form for programs. */
const BODIES: Readonly<Record<Exclude<Representation, "html">, (found: Found) => string>> = {
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
  const types = Object.values(REPRESENTATIONS);
  const accepted = request.accepts(types);
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

/** Finds the record of a slug. `name` is what the client calls it. @throws HttpProblem where there is none */
function recordFinder({ database, use, progress, eventStore, identity, host }: RecordPageParts) {
  return async (response: Response, slug: string, name: string): Promise<Found> => {
    const build = use(response);
    // A build that was replaced is kept up to date only while its readers are known.
    if (progress.hasLapsed(build)) {
      throw problem("engine-unavailable", "The catalogue cannot be read at the moment; try again.");
    }
    const stored = await recordBySlug(database, build, slug);
    if (stored === undefined) throw problem("record-unknown", `There is no record ${name}.`);
    if (stored.deleted) {
      const tombstones = { view: build, table: build.tables.records, column: "pid" } as const;
      const deleted = await deletionTime(database, eventStore.logId, tombstones, stored.pid);
      const time = deleted === undefined ? "" : ` at ${deleted}`;
      throw problem("record-deleted", `The record ${name} was deleted${time}.`, {
        members: deleted === undefined ? {} : { deleted },
      });
    }
    const { publicUrl, repositoryId } = identity();
    const { json, revision } = stored;
    // Records are checked when they are stored.
    const record = JSON.parse(json) as Metadata;
    const operator = host.operator ?? repositoryId;
    const dataset = datasetOf(record, {
      slug,
      address: `${publicUrl}/records/${slug}`,
      catalogue: { address: `${publicUrl}/`, name: `airlog: ${operator}`, operator },
      revision,
    });
    return { dataset, record, json };
  };
}
