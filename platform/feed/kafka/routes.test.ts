import { expect, test } from "vitest";
import { facilityStream, MEASUREMENT_EVENTS, metadataStream } from "../../../contracts/events.ts";
import {
  observationsStream,
  stationStream,
  timeSeriesStream,
  UV_FORECAST_STREAM,
} from "../../../contracts/measurement-events.ts";
import { VIEWS } from "../../../contracts/views.ts";
import { partitionKeyOf, partitionOf, ROUTES, routeOf } from "./routes.ts";

test("a series and all its months have one key, whatever the month", () => {
  for (const stream of [
    timeSeriesStream(4711),
    observationsStream(4711, "2024-02"),
    observationsStream(4711, "1999-12"),
  ])
    expect(partitionKeyOf(stream)).toEqual({ key: "4711", isBroadcast: false });
});

test("a station's events go to every partition", () => {
  expect(partitionKeyOf(stationStream(7))).toEqual({ key: "station-7", isBroadcast: true });
});

test("events without a series are keyed by their stream", () => {
  const streams = [metadataStream("https://doi.org/10.1/A-2024-01"), facilityStream("0lym"), UV_FORECAST_STREAM];
  for (const stream of streams) expect(partitionKeyOf(stream)).toEqual({ key: stream, isBroadcast: false });
});

test("keys are spread over all partitions, each always to the same one", () => {
  const counts = new Map<number, number>();
  for (let id = 1; id <= 1_200; id++) {
    const partition = partitionOf(String(id), 12);
    expect(partitionOf(String(id), 12)).toBe(partition);
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(partitionOf("anything", 1)).toBe(0);
});

test("the partition of a key never changes, which would separate a series from its earlier events", () => {
  expect(["1", "4711", "uvforecast", "é"].map((key) => partitionOf(key, 12))).toEqual([4, 2, 7, 4]);
});

test("every view finds a topic that carries all its events", () => {
  for (const { handles } of Object.values(VIEWS)) expect(routeOf(ROUTES, handles).name).toMatch(/^airlog\./);
  expect(routeOf(ROUTES, MEASUREMENT_EVENTS)).toMatchObject({ name: "airlog.measurements", partitions: 12 });
  expect(() => routeOf(ROUTES, ["MetadataAdded", "StationAdded"])).toThrow(/no topic carries all of/);
});
