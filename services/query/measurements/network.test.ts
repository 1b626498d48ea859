import { expect, test } from "vitest";
import type { Station } from "../../../contracts/station.ts";
import type { TimeSeries } from "../../../contracts/time-series.ts";
import { knownSeries, manglerud } from "../../../test/known-series.ts";
import { type DirectoryRow, Network } from "./network.ts";

const row = (kind: DirectoryRow["kind"], document: Station | TimeSeries): DirectoryRow => {
  return { kind, id: document.id, document: JSON.stringify(document), deleted: false, changeSequence: 1 };
};

test.each([
  ["µg/m³", true],
  ["μg/m³", true],
  ["ug/m3", true],
  ["µg m-3", true],
  ["ug m^-3", true],
  ["µg·m⁻³", true],
  ["mg/m³", false],
  ["ppb", false],
])("hourly values in %s have an index: %s", (unit, isIndexed) => {
  const network = new Network({ unit: "µg/m³", classes: [], limits: { PM10: [60] } }, 60);
  network.updateDirectory([row("station", manglerud), row("series", { ...knownSeries().series, unit })]);
  expect(network.find(1)?.limits).toEqual(isIndexed ? [60] : undefined);
});
