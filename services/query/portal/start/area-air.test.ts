import { expect, test } from "vitest";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { knownSeries, manglerud } from "../../../../test/known-series.ts";
import type { StationAir } from "../air/station-air.ts";
import { largestAreas } from "./area-air.ts";

/** A station of an area, with an index unless that is undefined. */
function station(id: number, area: string, index?: number): StationAir {
  const found = norwegian.classes.find((each) => each.index === index);
  const value = { from: 0, to: 3600, value: 1, isValid: true };
  return {
    station: { ...manglerud, id, area },
    worst: found && { series: knownSeries(), value, found },
    lastTo: undefined,
  };
}

test("areas come by their number of stations, each with the first of its stations", () => {
  const stations = [
    station(1, "Bergen", 3),
    station(2, "Oslo", 2),
    station(3, "OSLO", 1),
    station(4, "Bergen"),
    station(5, "oslo"),
  ];
  const areas = largestAreas(stations, 6);
  expect(areas.map(({ area, stations }) => [area, stations])).toEqual([
    ["Oslo", 3],
    ["Bergen", 2],
  ]);
  expect(areas.map(({ worst }) => worst?.station.id)).toEqual([2, 1]);
});

test("an area whose stations have no index has none", () => {
  expect(largestAreas([station(1, "Oslo")], 6)).toEqual([{ area: "Oslo", stations: 1, worst: undefined }]);
});

test("equally large areas come by name, and only so many as are wanted", () => {
  const stations = ["Voss", "Asker", "Moss"].map((area, id) => station(id, area));
  expect(largestAreas(stations, 2).map(({ area }) => area)).toEqual(["Asker", "Moss"]);
});
