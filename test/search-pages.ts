import { afterAll } from "vitest";
import * as example from "../contracts/routes/examples.ts";
import { catalogueMapping } from "../platform/search/mapping.ts";
import type { SearchRequest } from "../platform/search/port.ts";
import { norwegian } from "../science/air-quality-index/norwegian.ts";
import { FacilityList } from "../services/query/facilities/facility-list.ts";
import { Network } from "../services/query/measurements/network.ts";
import type { NetworkContent } from "../services/query/measurements/parts.ts";
import { searchPageRoutes } from "../services/query/portal/search/routes.ts";
import { searchRoutes } from "../services/query/search/routes.ts";
import { indexed } from "./indexed.ts";
import { manglerud } from "./known-series.ts";
import { host, identity } from "./portal/publisher.ts";
import { serveRoutes, unlimitedRead } from "./serve-routes.ts";

export interface Given {
  readonly title?: string;
  readonly abstract?: string;
  readonly facility?: object | null;
  readonly variables?: readonly object[];
  readonly begin?: string;
  readonly end?: string;
  readonly revised?: string;
  readonly repository?: string;
  readonly type?: string;
  readonly position?: readonly [longitude: number, latitude: number];
}

const zugspitze = {
  identifier: "zugs",
  name: "Zugspitze",
  location: { type: "Point", coordinates: [10.98, 47.42, 2671] },
};
const oslo = {
  identifier: "oslo",
  name: "Oslo & omegn",
  location: { type: "Point", coordinates: [10.75, 59.91] },
};

/** A record as the index has it. */
function document(pid: string, given: Given): string {
  const { record } = example;
  const { begin = "2023-05-01T00:00:00Z", end = "2023-05-31T23:59:59Z", position } = given;
  const variable = { ...record.variables[0], variable_name: "ozone amount fraction", variable_matrix: "gas phase" };
  return JSON.stringify({
    ...record,
    dataset_metadata: {
      ...record.dataset_metadata,
      repository: { repository_id: given.repository ?? "CLU" },
      time_content_revised: given.revised ?? "2024-01-01T00:00:00Z",
    },
    identification: { identifier: { pid, pid_type: "DOI" }, title: given.title ?? pid, abstract: given.abstract ?? "" },
    product_type: given.type ?? "observation",
    variables: given.variables ?? [variable],
    facility: given.facility === undefined ? zugspitze : given.facility,
    spatial_extent: position && { type: "Point", coordinates: position },
    temporal_extent: { time_period_begin: begin, time_period_end: end },
  });
}

const unasked = () => Promise.reject(new Error("a page asks for no changes"));
const noFeed = {
  feed: { now: unasked, newestRecordsAmong: unasked, newestRecordsSelected: unasked, recordsSince: unasked },
  contents: { database: { query: unasked }, valueWriter: () => undefined },
  publisher: () => ({ publicUrl: "https://data.example.org", name: "Institute" }),
};

/** A network with one station, in Oslo. */
function networkOfOne(): Network {
  const network = new Network(norwegian, 60);
  const { id } = manglerud;
  network.updateDirectory([
    { kind: "station", id, document: JSON.stringify(manglerud), deleted: false, changeSequence: 1 },
  ]);
  return network;
}

/**
 * A catalogue with these records by PID, its pages, and the searches that the engine was asked for. `network`: of the stations
 * that the pages know.
 */
export async function catalogueOf(records: Readonly<Record<string, Given>>, network: () => Network = networkOfOne) {
  const documents = Object.entries(records).map(([pid, given]) => [pid, document(pid, given)] as const);
  const { engine } = indexed(Object.fromEntries(documents), { mapping: catalogueMapping, sourceMemory: 2 ** 30 });
  const asked: string[] = [];
  const engineFor = () => ({
    search: ({ body, signal }: SearchRequest) => {
      asked.push(Buffer.from(body).toString());
      return engine.search(Buffer.from(body), signal);
    },
  });
  const rows = [zugspitze, oslo].map((each) => ({ identifier: each.identifier, document: JSON.stringify(each) }));
  const registry = new FacilityList(rows);
  const base = await serveRoutes(afterAll, [
    ...searchRoutes({ engineFor, read: unlimitedRead, page: 10_000 }),
    ...searchPageRoutes({
      engineFor,
      facilities: () => registry,
      // The pages read nothing else of the content.
      measurements: { current: () => ({ network }) as unknown as NetworkContent },
      identity,
      host,
      read: unlimitedRead,
      maxHits: 10_000,
      ...noFeed,
    }),
  ]);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
  return { base, asked, get, page: async (query: string) => (await get(`/search${query}`)).text() };
}

export type Catalogue = Awaited<ReturnType<typeof catalogueOf>>;

const radar = {
  variable_name: "radar reflectivity",
  variable_matrix: "cloud phase",
  instrument: [{ instrument_type: "cloud radar" }],
};

/** The titles of the results, without marks. */
export const titlesOf = (html: string): string[] =>
  [...html.matchAll(/<h3><a href="\/records\/[^"]*"><bdi class="text">(.*?)<\/bdi>/gs)].map(([, title = ""]) =>
    title.replaceAll(/<\/?mark>/g, ""),
  );
export const countOf = (html: string): string | undefined => /<h2 id="count">(.*?)<\/h2>/.exec(html)?.[1];

/** The values of a filter with their counts, and where their links lead. */
export function facetOf(html: string, name: string) {
  const [, section = ""] = new RegExp(`id="filter-${name}"(.*?)</section>`, "s").exec(html) ?? [];
  const link =
    /<li[^>]*><a href="([^"]*)"[^>]*>(?:<span class="visually-hidden">(\w+): <\/span>)?<bdi class="text">(.*?)<\/bdi> <span class="count">(.*?)<\/span>/gs;
  return [...section.matchAll(link)].map(([, href = "", , label = "", count = ""]) => ({
    label,
    count: Number(count.replaceAll(",", "")),
    href: href.replaceAll("&amp;", "&"),
  }));
}

export const counts = (html: string, name: string) =>
  Object.fromEntries(facetOf(html, name).map(({ label, count }) => [label, count]));

/** Four records: two with ozone in their titles, two of a radar. */
export const RECORDS: Readonly<Record<string, Given>> = {
  "pid:1": {
    title: "Ozone profiles at Zugspitze",
    abstract: "Vertical ozone by lidar in the Alps.",
    position: [10.98, 47.42],
  },
  "pid:2": { title: "Ozone at Oslo", abstract: "Hourly values.", facility: oslo, revised: "2025-01-01T00:00:00Z" },
  "pid:3": { title: "Clouds at Oslo", facility: oslo, variables: [radar], repository: "GRES", type: "model" },
  "pid:4": {
    title: "A radar of 1999",
    abstract: "Before ozone was measured.",
    variables: [radar],
    begin: "1999-01-01T00:00:00Z",
    end: "1999-12-31T23:59:59Z",
  },
};
