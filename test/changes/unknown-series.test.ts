import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../../platform/database/migrations.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { contentsOf } from "../../services/query/changes/contents.ts";
import { databaseUntil } from "../postgres.ts";
import { ScriptedLog } from "../scripted-log.ts";
import { hourly, seriesDeleted, stationAdded } from "../scripted-measurements.ts";
import { newSeries } from "./commands.ts";
import { FedViews, feedFrom } from "./fed-views.ts";

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views = new FedViews(database, log);
const feed = feedFrom(views, database);

beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(async () => {
  await views.begin();
  log.append(stationAdded({ id: 1, name: "one" }), newSeries(1), hourly(1, 1_728_000_000, [1]));
  await views.reach(await log.head());
});

/** What is told of the values by a process that does not know their series. */
async function toldOfValues(): Promise<readonly object[]> {
  const limits = { changes: 10, bytes: 10_000, withContent: true };
  const selection = { kinds: new Set(["observations" as const]) };
  const point = await feed.now(["observations", "stations"]);
  const { heads, builds } = await feed.page({ position: log.start }, point, selection, limits);
  expect(heads).toHaveLength(1);
  const told: object[] = [];
  for await (const each of contentsOf(heads, builds, { database, valueWriter: () => undefined })) told.push(each);
  return told;
}

test("values of a series that a process does not know yet are not told as deleted: the reader is to ask again", async () => {
  await expect(toldOfValues()).rejects.toMatchObject({ code: "not-yet-visible", status: 503 });
});

test("values of a series that was deleted meanwhile are left out, since its deletion follows", async () => {
  log.append(seriesDeleted(1));
  await views.feed(0, "stations", { events: 10, fate: "goes on" });
  expect(await toldOfValues()).toEqual([]);
});
