import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERY_KIND } from "../../contracts/changes.ts";
import type { ViewName } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import type { SqlView } from "../../services/projector/view.ts";
import { catalogueView } from "../../services/projector/views/catalogue/view.ts";
import { facilitiesView } from "../../services/projector/views/facilities/view.ts";
import { observationsView } from "../../services/projector/views/observations/view.ts";
import { stationsView } from "../../services/projector/views/stations/view.ts";
import { uvForecastView } from "../../services/projector/views/uv-forecast/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { ChangeFeed, type PublishedHead } from "../../services/query/changes/change-feed.ts";
import { type Content, contentsOf } from "../../services/query/changes/contents.ts";
import { type Cursor, compareCursors } from "../../services/query/changes/cursor.ts";
import { cursorOf, EVERYTHING, type Head } from "../../services/query/changes/heads.ts";
import { historyWriter } from "../../services/query/measurements/history/history-text.ts";
import { never } from "../built-view.ts";
import { knownSeries } from "../known-series.ts";
import { databaseUntil } from "../postgres.ts";
import {
  added,
  deleted,
  facilityAdded,
  facilityDeleted,
  record,
  type ScriptedEvent,
  ScriptedLog,
} from "../scripted-log.ts";
import { hourly, seriesAdded, seriesDeleted, stationAdded } from "../scripted-measurements.ts";

const OFFSET = 60;
const DAY = 86_400;
const MONDAY = 20_000;

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views: readonly SqlView[] = [
  catalogueView,
  facilitiesView,
  stationsView,
  observationsView(OFFSET),
  uvForecastView,
];
const feed = new ChangeFeed({
  database,
  builds: { newest: (view) => view, progress: () => undefined },
  progress: { waitFor: async () => true },
});
const everyValue = { isCsv: false, period: { from: -Infinity, to: Infinity }, showInvalid: true, index: undefined };
const contents = {
  database,
  valueWriter: (id: number) => historyWriter(knownSeries({ id }), "", { ...everyValue, offset: OFFSET }),
};

beforeAll(() => migrate(database, VIEW_MIGRATIONS));

async function beginAnew(): Promise<void> {
  log.clear();
  await database.query("delete from view_builds; delete from publication");
  for (const view of views) {
    await database.query(`drop schema if exists ${view.schema} cascade`);
    await createBuild(database, view, log.start);
  }
}

/** Applies the next events of the log to a view. */
async function project(view: SqlView, most: number): Promise<void> {
  const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
  const events = log.events.filter(({ position }) => position > writer.checkpoint.position).slice(0, most);
  const position = events.at(-1)?.position;
  if (position)
    await writer.apply({ events: events.filter(({ type }) => view.handles.includes(type)), position }, never);
}

/** What somebody holds who keeps a copy: each thing's content, and the values of each day. */
class Copy {
  readonly things = new Map<string, string>();
  readonly days = new Map<string, string>();
  cursor: Cursor = { position: log.start };

  /** Reads a page, and returns whether more follows. */
  async read(changes: number, isWanted: (head: PublishedHead) => boolean = () => true): Promise<boolean> {
    const point = await feed.now(views.map(({ name }) => name as ViewName));
    const page = await feed.page(this.cursor, point, EVERYTHING, { changes, bytes: 10_000, withContent: true });
    expect(page.heads.length).toBeLessThanOrEqual(changes);
    const places = [this.cursor, ...page.heads.map(cursorOf)];
    for (const [index, place] of places.slice(1).entries())
      expect(compareCursors(places[index] ?? place, place)).toBeLessThan(0);
    const wanted = page.heads.filter(isWanted);
    for await (const { head, content } of contentsOf(wanted, page.builds, contents)) this.#apply(head, content);
    this.cursor = page.next;
    return page.more;
  }

  #apply({ kind, subject, deleted, days }: Head, content: Content | undefined): void {
    if (days) {
      for (let day = days.first; day <= days.last; day++) this.days.delete(`${days.series} ${day}`);
      for (const value of JSON.parse(`[${content}]`)) {
        const day = MONDAY + (Date.parse(value.fromTime) / 1000 + OFFSET * 60 - MONDAY * DAY) / DAY;
        const key = `${days.series} ${Math.floor(day)}`;
        this.days.set(key, (this.days.get(key) ?? "") + JSON.stringify(value));
      }
    } else if (deleted) {
      this.things.delete(`${kind} ${subject}`);
      if (kind === "timeseries")
        for (const key of this.days.keys()) if (key.startsWith(`${subject} `)) this.days.delete(key);
    } else {
      this.things.set(`${kind} ${subject}`, content?.toString() ?? "");
    }
  }

  get content() {
    return [this.things, this.days].map((each) => [...each].sort());
  }
}

async function readAll(copy: Copy, changes: number): Promise<Copy> {
  while (await copy.read(changes));
  return copy;
}

const name = fc.integer({ min: 1, max: 3 }).map((number) => `n${number}`);
const seriesId = fc.integer({ min: 1, max: 3 });
const catalogueEvent = fc.oneof(
  fc.tuple(name, fc.nat(5)).map(([identifier, size]) => facilityAdded({ identifier, size })),
  name.map(facilityDeleted),
  fc.tuple(name, name, fc.nat(5)).map(([pid, identifier, n]) => added(record(pid, { facility: { identifier }, n }))),
  name.map((pid) => deleted(pid)),
);
const values = fc.array(fc.option(fc.nat(9), { freq: 3 }), { minLength: 1, maxLength: 40 });
const measured = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(seriesId, fc.nat(70), values)
      .map(([id, hour, given]) => hourly(id, MONDAY * DAY + (hour - 1) * 3600, given)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(seriesId, fc.nat(5))
      .map(([id, height]) => seriesAdded({ id, station: 1, component: "O3", timestep: 3600, height })),
  },
  { weight: 1, arbitrary: fc.nat(5).map((height) => stationAdded({ id: 1, name: "one", height })) },
);
type Step =
  | { readonly append: readonly ScriptedEvent[] }
  | { readonly project: number; readonly most: number }
  | { readonly read: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ append: fc.array(fc.oneof(catalogueEvent, measured), { minLength: 1, maxLength: 6 }) }),
  fc.record({ project: fc.nat(views.length - 1), most: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ project: fc.nat(views.length - 1), most: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ read: fc.integer({ min: 1, max: 4 }) }),
);
const scripts = fc.tuple(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), fc.option(seriesId));

test("whoever asks again with the last position holds in the end what is there, however the views move meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async ([steps, gone]) => {
      await beginAnew();
      log.append(...[1, 2, 3].map((id) => seriesAdded({ id, station: 1, component: "O3", timestep: 3600 })));
      const copy = new Copy();
      for (const each of steps) {
        if ("append" in each) log.append(...each.append);
        else if ("read" in each) await copy.read(each.read);
        else await project(views[each.project] ?? expect.unreachable(), each.most);
      }
      if (gone) log.append(seriesDeleted(gone));
      for (const view of views) await project(view, log.events.length);
      await readAll(copy, 3);
      expect(copy.content).toEqual((await readAll(new Copy(), 1_000)).content);
      const [records] = await database.query<{ count: number }>(
        `select count(*)::int as count from ${catalogueView.tables["records"]} where not deleted`,
      );
      expect([...copy.things.keys()].filter((key) => key.startsWith("record "))).toHaveLength(records?.count ?? 0);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);

/** What somebody holds who reads all again, and takes what has such a time since the last time that the clock was read. */
async function followTimes(steps: readonly Step[], timeOf: (head: PublishedHead) => number): Promise<Copy> {
  const copy = new Copy();
  let since = 0;
  const ask = async (): Promise<void> => {
    const [clock] = await database.query<{ now: Date }>("select date_trunc('second', clock_timestamp()) as now");
    // As an answer waits until the views are where the log was: some were there before it was asked for, others come now.
    for (const view of views) await project(view, log.events.length);
    copy.cursor = { position: log.start };
    while (await copy.read(1_000, (head) => timeOf(head) >= since));
    since = clock?.now.getTime() ?? expect.unreachable();
  };
  for (const each of steps) {
    if ("append" in each) log.append(...each.append);
    else if ("read" in each) await ask();
    else await project(views[each.project] ?? expect.unreachable(), each.most);
  }
  for (const view of views) await project(view, log.events.length);
  await ask();
  return copy;
}

/** That whoever follows these times holds in the end what is there. */
const lawOf = (timeOf: (head: PublishedHead) => number) =>
  fc.asyncProperty(scripts, async ([steps]) => {
    await beginAnew();
    const copy = await followTimes(steps, timeOf);
    expect(copy.content).toEqual((await readAll(new Copy(), 1_000)).content);
  });

test("whoever asks for what was published since the last answer loses nothing", async () => {
  await fc.assert(
    lawOf(({ time }) => time.getTime()),
    { numRuns: 10, endOnFailure: true },
  );
}, 120_000);

test("whoever asked by the time of the events would lose those that become visible later", async () => {
  const decidedAt = ({ position }: PublishedHead) =>
    Date.parse(log.events.find((event) => event.position === position)?.meta.time ?? expect.unreachable());
  const { failed } = await fc.check(lawOf(decidedAt), { numRuns: 30, endOnFailure: true });
  expect(failed).toBe(true);
}, 120_000);

test("the rows of a page are found by an index, wherever it begins, and so are the newest", async () => {
  await beginAnew();
  log.append(...Array.from({ length: 2_000 }, (_, number) => added(record(`p${number}`))));
  for (const view of views) await project(view, log.events.length);
  await database.query(`analyze ${catalogueView.tables["records"]}`);
  const plans = await Promise.all(
    [10, 1_900].map(async (place) => {
      const { position } = log.events[place] ?? expect.unreachable();
      const rows = await database.query<{ "QUERY PLAN": string }>(
        `explain (analyze, buffers, timing off, summary off) select changed, slug from ${catalogueView.tables["records"]}
          where (changed, slug) > ('${position.slice(-32)}'::uuid, '~') and changed <= 'ffffffffffffffffffffffffffffffff'
          order by changed, slug limit 50`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    }),
  );
  const newest = await database.query<{ "QUERY PLAN": string }>(
    `explain (analyze, buffers, timing off, summary off) select changed, slug from ${catalogueView.tables["records"]}
      where changed <= 'ffffffffffffffffffffffffffffffff' order by changed desc, slug desc limit 100`,
  );
  for (const plan of [...plans, newest.map((row) => row["QUERY PLAN"]).join("\n")]) {
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Sort");
    expect(plan).not.toContain("Seq Scan");
  }
});

test("a page of observations holds as many as it has room for", async () => {
  await beginAnew();
  const [days, series] = [400, [1, 2, 3]];
  log.append(...series.map((id) => seriesAdded({ id, station: 1, component: "O3", timestep: 3600 })));
  log.append(...series.map((id) => hourly(id, MONDAY * DAY, Array<number>(days * 24).fill(1))));
  for (const view of views) await project(view, log.events.length);
  const point = await feed.now(views.map(({ name }) => name as ViewName));
  const limits = { changes: 10_000, bytes: 1024 ** 2, withContent: false };
  const page = await feed.page({ position: log.start }, point, { kinds: new Set(["observations"]) }, limits);
  const told = page.heads.map(({ days: run }) => (run ? run.last - run.first + 1 : 0));
  expect(told.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(series.length * days);
  expect(page.more).toBe(false);
});

test("each kind of thing is told", async () => {
  await beginAnew();
  const series = { id: 1, station: 1, component: "O3", timestep: 3600 };
  log.append(
    facilityAdded({ identifier: "f" }),
    added(record("r")),
    stationAdded({ id: 1, name: "one" }),
    seriesAdded(series),
  );
  log.append(hourly(1, MONDAY * DAY, [1]));
  for (const view of views) await project(view, log.events.length);
  const copy = await readAll(new Copy(), 2);
  expect([...copy.things.keys()].sort()).toEqual(["facility f", "record r", "station 1", "timeseries 1"]);
  expect([...copy.days.keys()]).toEqual([`1 ${MONDAY}`]);
  expect(EVERY_KIND).toHaveLength(6);
});
