import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Station } from "../../../contracts/station.ts";
import type { TimeSeries } from "../../../contracts/time-series.ts";
import { observations } from "../../../contracts/views/observations.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import { answering } from "../../../test/doubles/database.ts";
import { knownSeries, manglerud } from "../../../test/known-series.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { FilteredAnswers } from "../http/filtered-answers.ts";
import { LongAnswers } from "./answers/long-answers.ts";
import { type AnswerKey, type Prepared, PreparedAnswers } from "./answers/prepared-answers.ts";
import { lookupRoutes } from "./lookup/routes.ts";
import { type DirectoryRow, Network } from "./network.ts";
import { newestRoutes } from "./newest/routes.ts";

class CountedAnswers extends PreparedAnswers {
  made = 0;

  override get(key: AnswerKey, make: (now: number) => Prepared) {
    return super.get(key, (now) => {
      this.made++;
      return make(now);
    });
  }
}

const index: AirQualityIndex = { unit: "µg/m³", classes: [], limits: { NO2: [100], O3: [100], PM10: [60] } };
const directoryRow = (kind: DirectoryRow["kind"], document: Station | TimeSeries): DirectoryRow => {
  return { kind, id: document.id, document: JSON.stringify(document), deleted: false, changeSequence: 1 };
};

let network: Network;
let answers: CountedAnswers;
let base: string;

beforeEach(async () => {
  network = new Network(index, 60);
  network.updateDirectory([
    directoryRow("station", manglerud),
    directoryRow("series", { ...knownSeries().series, component: "CO" }),
  ]);
  answers = new CountedAnswers(
    () => network.version,
    () => new Date(),
  );
  const content = { network: () => network, answers, observations, seed: "" };
  const parts = {
    database: answering(() => []),
    use: () => content,
    current: () => content,
    read: unlimitedRead,
    settings: { utcOffset: 60, index, upToDateHours: 3 },
    longAnswers: new LongAnswers(),
    filteredAnswers: new FilteredAnswers(),
    clock: () => new Date(),
  };
  base = await serveRoutes(onTestFinished, [...lookupRoutes(parts), ...newestRoutes(parts)]);
});

/** How many answers are made for requests one after another. */
async function madeFor(...paths: readonly string[]): Promise<number> {
  for (const path of paths) expect((await fetch(base + path)).status).toBe(200);
  return answers.made;
}

test.each([
  [["/lookup/timeseries", "/lookup/timeseries?x=1", "/lookup/timeseries?x=2&y", "/lookup/TimeSeries/?"]],
  [["/lookup/aqis?components=NO2;PM10", "/lookup/aqis?Component=pm10;;no2", "/lookup/aqis.json?component=NO2;PM10"]],
  [["/aq/utd", "/aq/utd?x=1", "/aq/utd?showinvalid=false", "/aq/utd?showinvalid=0"]],
  [["/lookup/timeseries?component=CO", "/lookup/timeseries?component=CO;x1", "/lookup/timeseries?component=x2;CO"]],
  [["/lookup/timeseries?timestep=1", "/lookup/timeseries?timestep=2;3", "/lookup/timeseries?timestep=4"]],
  [["/lookup/stations?area=x1", "/lookup/stations?area=x2"]],
  [["/lookup/aqis?component=O3", "/lookup/aqis?component=O3;x1"]],
  [["/lookup/aqis?component=O3;NO2", "/lookup/aqis?component=NO2,O3", "/lookup/aqis?component=x,O3,NO2;O3"]],
  [["/aq/utd?stations=x1", "/aq/utd?stations=x2;x3"]],
  [["/obs/utd/59.9/10.8/5", "/obs/utd/59.90/+10.8/5.0?method=nearest"]],
])("%j are one answer", async (paths) => {
  expect(await madeFor(...paths)).toBe(1);
});

test("each part of a request that is read makes another answer", async () => {
  const paths = [
    ...["/lookup/areas", "/lookup/areas.csv", "/lookup/components", "/lookup/stations", "/lookup/stations?utd=true"],
    ...["/lookup/aqis?component=NO2", "/lookup/aqis?component=PM10", "/lookup/aqis?component=PM10&culture=en"],
    ...["/lookup/timeseries", "/lookup/timeseries?component=CO", "/lookup/timeseries?component=x"],
    ...["/lookup/timeseries?timestep=3600", "/lookup/timeseries?station=Manglerud", "/lookup/stations?area=oslo"],
    ...["/aq/utd", "/obs/utd", "/obs/utd?showinvalid=1", "/obs/utd/59.9/10.8/5", "/obs/utd/59.9/10.8/6"],
  ];
  expect(await madeFor(...paths, ...paths)).toBe(paths.length);
});

/** The components of a lookup's rows. */
async function componentsOf(path: string): Promise<string[]> {
  const listed = (await (await fetch(base + path)).json()) as { readonly component: string }[];
  return listed.map(({ component }) => component);
}

test("names separated by commas have an answer of their own", async () => {
  expect(await componentsOf("/lookup/aqis?component=NO2,O3")).toEqual(["NO2", "O3"]);
  expect(await componentsOf("/lookup/aqis?component=PM10,O3")).toEqual(["O3", "PM10"]);
  expect(await componentsOf("/lookup/aqis?component=x")).toEqual([]);
});

test("a name that nothing had is found once something has it, whichever unknown name is asked for before", async () => {
  const path = "/lookup/timeseries?component=NOx";
  expect(await componentsOf(path)).toEqual([]);
  const added = { ...knownSeries({ id: 2 }).series, component: "NOx" };
  network.updateDirectory([{ ...directoryRow("series", added), changeSequence: 2 }]);
  expect(await componentsOf("/lookup/timeseries?component=x")).toEqual([]);
  expect(await componentsOf(path)).toEqual(["NOx"]);
});
