import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { type Position, PositionUnknown } from "../../platform/event-store/port.ts";
import { publicationTimes, publishedAt } from "../../platform/views/publication.ts";
import { createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import type { SqlView } from "../../services/projector/view.ts";
import { catalogueView } from "../../services/projector/views/catalogue/view.ts";
import { facilitiesView } from "../../services/projector/views/facilities/view.ts";
import { stationsView } from "../../services/projector/views/stations/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { ChangeFeed } from "../../services/query/changes/change-feed.ts";
import { crawlerRoutes } from "../../services/query/portal/crawlers/routes.ts";
import { never } from "../built-view.ts";
import { positionOf } from "../position.ts";
import { databaseUntil } from "../postgres.ts";
import { added, deleted, record, type ScriptedEvent, ScriptedLog } from "../scripted-log.ts";
import { serveRoutes, unlimitedRead } from "../serve-routes.ts";
import { childOf, parseXml } from "../xml.ts";

const PUBLIC = "https://data.example.org";
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const MAX_ADDRESSES = 3;

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views: readonly SqlView[] = [catalogueView, facilitiesView, stationsView];

function parsePosition(text: string): Position {
  if (!/^\w+\.\w+$/.test(text)) throw new PositionUnknown("This is no position.");
  return positionOf(text);
}

const base = await serveRoutes(
  afterAll,
  crawlerRoutes({
    feed: new ChangeFeed({
      database,
      builds: { newest: (view) => view, progress: () => undefined },
      progress: { waitFor: async () => true },
    }),
    eventStore: { start: log.start, parsePosition },
    identity: () => ({ publicUrl: PUBLIC, repositoryId: "data.example.org" }),
    read: unlimitedRead,
    maxAddresses: MAX_ADDRESSES,
  }),
);

beforeAll(() => migrate(database, VIEW_MIGRATIONS));

beforeEach(async () => {
  log.clear();
  await database.query("delete from view_builds; delete from publication");
  for (const view of views) {
    await database.query(`drop schema if exists ${view.schema} cascade`);
    await createBuild(database, view, log.start);
  }
});

/** Appends the events, and applies them to all views. */
async function publish(...events: readonly ScriptedEvent[]): Promise<Position> {
  const position = log.append(...events);
  for (const view of views) {
    const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
    const handled = log.events.filter((event) => event.position > writer.checkpoint.position);
    await writer.apply({ events: handled.filter(({ type }) => view.handles.includes(type)), position }, never);
  }
  return position;
}

interface Entry {
  readonly address: string;
  readonly changed: string | undefined;
}

/** The entries of a sitemap or of an index, by its path. */
async function read(path: string): Promise<{ readonly root: string; readonly entries: readonly Entry[] }> {
  const response = await fetch(base + path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const { name: root, namespace, children } = parseXml(await response.text());
  expect(namespace).toBe(NAMESPACE);
  const entries = children.map((child) => ({
    address: childOf(child, "loc").text,
    changed: child.children.find(({ name }) => name === "lastmod")?.text,
  }));
  return { root, entries };
}

const inside = (address: string): string => {
  expect(address.startsWith(`${PUBLIC}/`)).toBe(true);
  return address.slice(PUBLIC.length);
};

/** The entries of every sitemap of records that the index names. */
async function recordSitemaps(): Promise<readonly (readonly Entry[])[]> {
  const { root, entries } = await read("/sitemap.xml");
  expect(root).toBe("sitemapindex");
  const paths = entries.map(({ address }) => inside(address)).filter((path) => path.includes("records"));
  return Promise.all(paths.map(async (path) => (await read(path)).entries));
}

const pageOf = (pid: string): string => `${PUBLIC}/records/${slugOf(pid)}`;

describe("sitemaps", () => {
  test("of an empty catalogue are those of the sections alone", async () => {
    const { entries } = await read("/sitemap.xml");
    expect(entries).toEqual([{ address: `${PUBLIC}/sitemap-sections.xml`, changed: undefined }]);
    const sections = await read("/sitemap-sections.xml");
    expect(sections.root).toBe("urlset");
    expect(sections.entries.map(({ address }) => address)).toEqual(
      expect.arrayContaining([`${PUBLIC}/`, `${PUBLIC}/docs`]),
    );
  });

  test("have each record once, none that is deleted, and as many addresses as they may have", async () => {
    const pids = Array.from({ length: 8 }, (_, index) => `pid ${index}`);
    await publish(...pids.map((pid) => added(record(pid))));
    await publish(deleted("pid 2"), added(record("pid 0", { n: 2 })));
    const sitemaps = await recordSitemaps();
    expect(sitemaps.map((each) => each.length)).toEqual([3, 3, 1]);
    const addresses = sitemaps.flat().map(({ address }) => address);
    const living = pids.filter((pid) => pid !== "pid 2");
    expect(addresses.toSorted()).toEqual(living.map(pageOf).toSorted());
    expect(addresses.at(-1)).toBe(pageOf("pid 0"));
  });

  test("say when the last change was published, and the index when that of each sitemap was", async () => {
    const first = await publish(added(record("1")));
    await database.query("update publication set time = time - interval '1 day'");
    const last = await publish(added(record("2")));
    const [before, after] = (await publicationTimes(database, "catalogue", [first, last])).map(
      (time) => time && publishedAt(time),
    );
    expect(before).not.toBe(after);
    expect((await recordSitemaps()).flat()).toEqual([
      { address: pageOf("1"), changed: before },
      { address: pageOf("2"), changed: after },
    ]);
    const { entries } = await read("/sitemap.xml");
    expect(entries).toContainEqual({ address: `${PUBLIC}/sitemap-records.xml`, changed: after });
  });

  test("can be revalidated until something changes", async () => {
    await publish(added(record("1")));
    for (const path of ["/sitemap.xml", "/sitemap-records.xml", "/sitemap-sections.xml"]) {
      const tag = (await fetch(base + path)).headers.get("ETag") ?? "";
      const again = () => fetch(base + path, { headers: { "If-None-Match": tag } });
      expect([path, (await again()).status]).toEqual([path, 304]);
      await publish(added(record(path)));
      await database.query("update publication set time = time + interval '1 minute'");
      expect([path, (await again()).status]).toEqual([path, path.includes("sections") ? 304 : 200]);
    }
  });

  test("that begin at no place of the log are refused", async () => {
    const response = await fetch(`${base}/sitemap-records.xml?after=nowhere`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: "position-unknown" }]);
  });
});

test("robots.txt keeps crawlers out of searches and interfaces, and leads them to the sitemaps", async () => {
  const response = await fetch(`${base}/robots.txt`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = (await response.text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  for (const path of ["/search", "/feeds/search.atom", "/api/", "/*?compare=", "/*&compare="])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
});

test("the icon is an image", async () => {
  const response = await fetch(`${base}/favicon.ico`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  expect(parseXml(await response.text()).name).toBe("svg");
});
