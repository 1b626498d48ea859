import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../../platform/database/migrations.ts";
import { readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { catalogueView } from "../../services/projector/views/catalogue/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { databaseUntil } from "../postgres.ts";
import { added, facilityAdded, record, ScriptedLog } from "../scripted-log.ts";
import { FedViews, feedFrom } from "./fed-views.ts";

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views = new FedViews(database, log);
const feed = feedFrom(views, database);

beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(() => views.begin());

const anHourPasses = () => database.query("update publication set time = time - interval '1 hour'");

/** Applies the log's last event until a part of its rows is written. */
async function beginLastEvent(): Promise<void> {
  const isBegun = new AbortController();
  const checkpoint = await readCheckpoint(database, catalogueView);
  const writer = new ViewWriter(database, catalogueView, checkpoint, () => isBegun.abort());
  await writer.apply({ events: log.events.slice(-1), position: await log.head() }, isBegun.signal);
  expect(writer.checkpoint.cursor).not.toBeNull();
}

test("the newest records are all there while a facility's change runs through them, with the time of now", async () => {
  const members = { facility: { identifier: "0lym" } };
  log.append(...Array.from({ length: 1_500 }, (_, number) => added(record(`p${number}`, members))));
  await views.reach(await log.head());
  await anHourPasses();
  const begun = Date.now();
  log.append(facilityAdded({ identifier: "0lym", name: "Jülich" }));
  await beginLastEvent();

  const point = await feed.now(["catalogue"]);
  const newest = await feed.newestRecords(point, 1_500);
  expect(new Set(newest.map(({ subject }) => subject)).size).toBe(1_500);
  const isOfNow = newest.map(({ time }) => time.getTime() > begun - 60_000);
  expect(isOfNow).toEqual(newest.map((_, index) => index < 1_000));
  expect(await feed.newestRecordsAmong(point, 10, ["p0", "p1499"])).toHaveLength(2);
  expect(await feed.newestRecordsSelected(point, 10, async (pids) => new Set(pids))).toHaveLength(10);
});

test("records can be read since their view was built, and then since it was first published", async () => {
  const built = await feed.recordsSince();
  expect(Math.abs(Date.now() - built.getTime())).toBeLessThan(60_000);
  log.append(added(record("p")));
  await views.reach(await log.head());
  await anHourPasses();
  const published = await feed.recordsSince();
  expect(published.getTime()).toBeLessThan(built.getTime());
  log.append(added(record("q")));
  await views.reach(await log.head());
  expect(await feed.recordsSince()).toEqual(published);
});
