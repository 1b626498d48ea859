import { expect, test } from "vitest";
import { stations } from "../../../../contracts/views/stations.ts";
import { builtView } from "../../../../test/built-view.ts";
import {
  seriesAdded,
  seriesDeleted,
  seriesUpdated,
  stationAdded,
  stationDeleted,
  stationUpdated,
} from "../../../../test/scripted-measurements.ts";
import { stationsView } from "./view.ts";

const { database, log, rebuild, project } = await builtView(stationsView);

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
const alnabru = { id: 18, name: "Alnabru" };
const pm10 = { id: 38, station: 17, component: "PM10", timestep: 3600 };

test("stations and series are stored as they were sent last, numbered over both", async () => {
  const renamed = { ...manglerud, name: "Rv 4, Aker sykehus" };
  log.append(stationAdded(manglerud), seriesAdded(pm10), stationUpdated(renamed));
  log.append(seriesUpdated({ ...pm10, unit: "µg/m³" }), stationAdded(alnabru));
  await project();
  expect(await directory()).toEqual({
    stations: [
      { id: 17, document: JSON.stringify(renamed), change_seq: 3, deleted: false },
      { id: 18, document: JSON.stringify(alnabru), change_seq: 5, deleted: false },
    ],
    series: [
      { id: 38, station: 17, document: JSON.stringify({ ...pm10, unit: "µg/m³" }), change_seq: 4, deleted: false },
    ],
  });
});

test("what is deleted stays as a tombstone with its last document", async () => {
  log.append(stationAdded(manglerud), seriesAdded(pm10), stationAdded(alnabru));
  await project();
  log.append(seriesDeleted(38), stationDeleted(17));
  await project();
  expect(await directory()).toEqual({
    stations: [
      { id: 17, document: JSON.stringify(manglerud), change_seq: 5, deleted: true },
      { id: 18, document: JSON.stringify(alnabru), change_seq: 3, deleted: false },
    ],
    series: [{ id: 38, station: 17, document: JSON.stringify(pm10), change_seq: 4, deleted: true }],
  });
});

test("a log gives the same rows in one batch and event by event", async () => {
  const moved = { ...pm10, unit: "ng/m³" };
  log.append(stationAdded(manglerud), seriesAdded(pm10), seriesUpdated(moved), stationAdded(alnabru));
  log.append(seriesDeleted(38), stationDeleted(18), stationUpdated(manglerud), seriesDeleted(99), stationDeleted(99));
  await project();
  const once = await directory();
  await rebuild();
  await project([1]);
  expect(await directory()).toEqual(once);
});
