import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERY_KIND } from "../../contracts/changes.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { catalogueView } from "../../services/projector/views/catalogue/view.ts";
import { databaseUntil } from "../postgres.ts";
import { added, facilityAdded, record, ScriptedLog } from "../scripted-log.ts";
import { hourly, stationAdded } from "../scripted-measurements.ts";
import { newSeries, SERIES } from "./commands.ts";
import { FED_KINDS, FED_VIEWS, FedViews, feedFrom } from "./fed-views.ts";

const DAY = 86_400;
const MONDAY = 20_000;

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views = new FedViews(database, log);
const feed = feedFrom(views, database);

beforeAll(() => migrate(database, VIEW_MIGRATIONS));

test("the rows of a page are found by an index, wherever it begins, and so are the newest", async () => {
  await views.begin();
  log.append(...Array.from({ length: 2_000 }, (_, number) => added(record(`p${number}`))));
  await views.reach(await log.head());
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
      order by changed desc, slug desc limit 100`,
  );
  for (const plan of [...plans, newest.map((row) => row["QUERY PLAN"]).join("\n")]) {
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Sort");
    expect(plan).not.toContain("Seq Scan");
  }
});

test("a page of observations holds as many as it has room for", async () => {
  await views.begin();
  const days = 400;
  log.append(...SERIES.map((id) => newSeries(id)));
  log.append(...SERIES.map((id) => hourly(id, MONDAY * DAY, Array<number>(days * 24).fill(1))));
  await views.reach(await log.head());
  const point = await feed.now(FED_VIEWS);
  const limits = { changes: 10_000, bytes: 1024 ** 2, withContent: false };
  const page = await feed.page({ position: log.start }, point, { kinds: new Set(["observations"]) }, limits);
  const told = page.heads.map(({ days: run }) => (run ? run.last - run.first + 1 : 0));
  expect(told.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(SERIES.length * days);
  expect(page.more).toBe(false);
});

test("each kind of thing is told", async () => {
  await views.begin();
  log.append(facilityAdded({ identifier: "f" }), added(record("r")), stationAdded({ id: 1, name: "one" }));
  log.append(newSeries(1), hourly(1, MONDAY * DAY, [1]));
  await views.reach(await log.head());
  const limits = { changes: 10, bytes: 10_000, withContent: false };
  const page = await feed.page({ position: log.start }, await feed.now(FED_VIEWS), { kinds: FED_KINDS }, limits);
  const told = page.heads.map(({ kind, subject }) => `${kind} ${subject}`);
  expect(told).toEqual(["facility f", "record r", "station 1", "timeseries 1", "observations 1"]);
  expect(EVERY_KIND).toHaveLength(told.length + 1);
});
