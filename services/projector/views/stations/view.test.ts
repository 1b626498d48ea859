import { afterAll, beforeEach, expect, test } from "vitest";
import { stations } from "../../../../contracts/views/stations.ts";
import { migrate } from "../../../../platform/database/migrations.ts";
import { createView, readCheckpoint } from "../../../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../../../platform/views/schema.ts";
import { freshDatabase } from "../../../../test/postgres.ts";
import { ScriptedLog } from "../../../../test/scripted-log.ts";
import {
  seriesAdded,
  seriesDeleted,
  seriesUpdated,
  stationAdded,
  stationDeleted,
  stationUpdated,
} from "../../../../test/scripted-measurements.ts";
import { ViewWriter } from "../../writer.ts";
import { stationsView } from "./view.ts";

const fresh = await freshDatabase();
const database = await fresh.open();
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

let log: ScriptedLog;
beforeEach(() => emptied());

async function emptied(): Promise<void> {
  await migrate(database, VIEW_MIGRATIONS);
  await database.query(`drop schema if exists ${stations.schema} cascade; delete from views`);
  log = new ScriptedLog();
  await createView(database, stations, log.start);
}

/** Applies what the log has that the view has not, in batches of this size. */
async function project(size = 1_000): Promise<void> {
  const writer = new ViewWriter(database, stationsView, await readCheckpoint(database, stations));
  for (let from = 0; from < log.events.length; from += size) {
    const events = log.events.slice(from, from + size);
    await writer.apply({ events, position: events.at(-1)?.position ?? log.start }, new AbortController().signal);
  }
}

async function directory() {
  return {
    stations: await database.query(
      `select id, document, change_seq::int, deleted from ${stations.tables.stations} order by id`,
    ),
    series: await database.query(
      `select id, station, document, change_seq::int, deleted from ${stations.tables.time_series} order by id`,
    ),
  };
}

const manglerud = { id: 17, name: "Manglerud", description: "Veinær — µg" };
const pm10 = { id: 38, station: 17, component: "PM10" };

test("stations and series are stored as they were sent last, numbered over both", async () => {
  const renamed = { ...manglerud, name: "Rv 4, Aker sykehus" };
  log.append(stationAdded(manglerud), seriesAdded(pm10), stationUpdated(renamed));
  log.append(seriesUpdated({ ...pm10, unit: "µg/m³" }), stationAdded({ id: 18 }));
  await project();
  expect(await directory()).toEqual({
    stations: [
      { id: 17, document: JSON.stringify(renamed), change_seq: 3, deleted: false },
      { id: 18, document: '{"id":18}', change_seq: 5, deleted: false },
    ],
    series: [
      { id: 38, station: 17, document: JSON.stringify({ ...pm10, unit: "µg/m³" }), change_seq: 4, deleted: false },
    ],
  });
});

test("what is deleted stays as a tombstone with its last document", async () => {
  log.append(stationAdded(manglerud), seriesAdded(pm10), stationAdded({ id: 18 }));
  await project();
  log.append(seriesDeleted(38), stationDeleted(17));
  await project();
  expect(await directory()).toEqual({
    stations: [
      { id: 17, document: JSON.stringify(manglerud), change_seq: 5, deleted: true },
      { id: 18, document: '{"id":18}', change_seq: 3, deleted: false },
    ],
    series: [{ id: 38, station: 17, document: JSON.stringify(pm10), change_seq: 4, deleted: true }],
  });
});

test("a log gives the same rows in one batch and event by event", async () => {
  const moved = { ...pm10, unit: "ng/m³" };
  const { events } = log;
  log.append(stationAdded(manglerud), seriesAdded(pm10), seriesUpdated(moved), stationAdded({ id: 18 }));
  log.append(seriesDeleted(38), stationDeleted(18), stationUpdated(manglerud), seriesDeleted(99), stationDeleted(99));
  await project();
  const once = await directory();
  await emptied();
  log.events.push(...events);
  await project(1);
  expect(await directory()).toEqual(once);
});
