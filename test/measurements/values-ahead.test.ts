import { beforeEach, expect, onTestFinished, test } from "vitest";
import { measured, network, values } from "./network-events.ts";
import { type ServedNetwork, serveNetwork } from "./served-network.ts";

let served: ServedNetwork;
beforeEach(async () => {
  served = await serveNetwork(onTestFinished);
  served.setTime("2022-03-09T12:30:00+01:00");
});

const listed = async (path: string) => {
  const answer = await served.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Record<string, unknown>[]>();
};
const newest = async (path: string) => (await listed(path)).map(({ id, value }) => [id, value]);

/** Series 38 with a value of 10 an hour ago, and one of 99 ten years ahead. */
const stray = [measured(38, "2022-03-09T11:00+01:00", 10), measured(38, "2032-03-09T11:00+01:00", 99)];

test("a value years ahead hides no measured value", async () => {
  await served.project(...network, ...stray);
  expect(await listed("/aq/utd")).toMatchObject([{ fromTime: "2022-03-09T11:00:00+01:00", value: 10, index: 1 }]);
  expect(await newest("/obs/utd?showinvalid=true")).toEqual([[38, 10]]);
  const span = { firstMeasurment: "2022-03-09T11:00:00+01:00", lastMeasurment: "2022-03-09T12:00:00+01:00" };
  expect(await listed("/lookup/stations")).toMatchObject([{ station: "Manglerud", ...span }]);
  expect(await listed("/lookup/stations?utd=true")).toMatchObject([span]);
  const [series] = await listed("/lookup/timeseries?station=Manglerud&component=PM10");
  expect(series).toMatchObject({ fromTime: "2022-03-09T11:00:00+01:00", toTime: "2022-03-09T12:00:00+01:00" });
  await served.project(measured(38, "2022-03-09T12:00+01:00", 11));
  served.setTime("2022-03-09T13:00:00+01:00");
  expect(await newest("/aq/utd")).toEqual([[38, 11]]);
  served.setTime("2022-03-09T19:00:00+01:00");
  expect(await newest("/aq/utd")).toEqual([]);
  expect(await listed("/lookup/stations?utd=true")).toEqual([]);
});

test("a series without a due value shows none, nor does its station", async () => {
  await served.project(...network, measured(38, "2032-03-09T11:00+01:00", 99));
  expect(await listed("/aq/utd")).toEqual([]);
  expect(await listed("/lookup/stations")).toEqual([]);
  expect(await listed("/lookup/timeseries?component=PM10&station=Manglerud")).toMatchObject([
    { fromTime: null, toTime: null },
  ]);
});

test("a value is shown from its end on without any event, and its tag changes then", async () => {
  await served.project(...network, measured(38, "2022-03-09T11:00+01:00", 10));
  await served.project(measured(38, "2022-03-09T12:00+01:00", 20), measured(38, "2022-03-09T13:00+01:00", 30));
  const paths = ["/aq/utd", "/obs/utd?components=PM10", "/aq/utd/59.9/10.8/10"];
  const lookups = ["/lookup/stations", "/lookup/stations?utd=true", "/lookup/timeseries?component=PM10"];
  const held = new Map<string, string>();
  const due = async (value: number, end: string) => {
    for (const path of paths) expect(await newest(path), path).toEqual([[38, value]]);
    for (const path of lookups) expect(JSON.stringify((await listed(path))[0]), path).toContain(end);
    for (const path of [...paths, ...lookups]) {
      const { headers } = await served.get(path);
      const before = held.get(path);
      held.set(path, String(headers.etag));
      if (before === undefined) continue;
      expect((await served.get(path, { "If-None-Match": before })).status, path).toBe(200);
      expect((await served.get(path, { "If-None-Match": String(headers.etag) })).status, path).toBe(304);
    }
  };
  served.setTime("2022-03-09T12:59:59.999+01:00");
  await due(10, "2022-03-09T12:00:00+01:00");
  served.setTime("2022-03-09T13:00:00+01:00");
  await due(20, "2022-03-09T13:00:00+01:00");
  served.setTime("2022-03-09T14:00:00+01:00");
  await due(30, "2022-03-09T14:00:00+01:00");
});

test("the newest valid value is the newest one that is due and valid", async () => {
  await served.project(
    ...network,
    measured(38, "2022-03-09T10:00+01:00", 10),
    measured(38, "2022-03-09T11:00+01:00", 999, { isValid: false }),
    measured(38, "2022-03-09T12:00+01:00", 20),
    measured(38, "2022-03-09T13:00+01:00", 888, { isValid: false }),
  );
  expect(await newest("/aq/utd")).toEqual([[38, 10]]);
  expect(await newest("/aq/utd?showinvalid=true")).toEqual([[38, 999]]);
  served.setTime("2022-03-09T13:10:00+01:00");
  expect(await newest("/aq/utd")).toEqual([[38, 20]]);
  served.setTime("2022-03-09T14:10:00+01:00");
  expect(await newest("/aq/utd")).toEqual([[38, 20]]);
  expect(await newest("/aq/utd?showinvalid=true")).toEqual([[38, 888]]);
});

test.each([
  ["ten minutes", 46, 600, "2022-03-09T12:10+01:00", "2022-03-09T12:30+01:00", "2022-03-09T12:40:00+01:00"],
  ["a day", 47, 86400, "2022-03-08T00:00+01:00", "2022-03-09T00:00+01:00", "2022-03-10T00:00:00+01:00"],
  ["a year", 44, 31536000, "2021-01-01T00:00+01:00", "2022-01-01T00:00+01:00", "2023-01-01T00:00:00+01:00"],
])("a value of %s is due when it ends", async (_, id, timestep, before, ahead, end) => {
  await served.project(...network, measured(id, before, 1, { timestep }), measured(id, ahead, 2, { timestep }));
  const last = async () => (await listed("/lookup/timeseries")).find((series) => series["id"] === id)?.["toTime"];
  expect(await last()).not.toBe(end);
  served.setTime(end);
  await expect.poll(last, { timeout: 5_000 }).toBe(end);
});

test("in a circle the nearest series is the nearest that has a value that is due", async () => {
  await served.project(
    ...network,
    measured(38, "2022-03-09T11:00+01:00", 10),
    measured(41, "2032-03-09T11:00+01:00", 99),
  );
  expect(await newest("/aq/utd/59.94/10.80/20")).toEqual([[38, 10]]);
  expect(await newest("/aq/utd/59.94/10.80/20?method=within")).toEqual([[38, 10]]);
  await served.project(measured(41, "2021-03-09T11:00+01:00", 5));
  const past = await listed("/aq/historical/2022-03-09/2022-03-09/59.94/10.80/20");
  expect(past.map(({ id }) => id)).toEqual([38]);
});

test("a value that lies far ahead is shown when its time comes, hours after anything was read", async () => {
  await served.project(
    ...network,
    values(
      38,
      "2022-03-09T11:00+01:00",
      Array.from({ length: 10 }, (_, hour) => hour),
    ),
  );
  expect(await newest("/aq/utd")).toEqual([[38, 0]]);
  served.setTime("2022-03-09T19:10:00+01:00");
  await expect.poll(() => newest("/aq/utd"), { timeout: 5_000 }).toEqual([[38, 7]]);
});

test("a value stored for a future time can be read and deleted", async () => {
  await served.project(...network, ...stray);
  expect(await listed("/obs/historical/2032-03-09/2032-03-09/Manglerud")).toMatchObject([{ values: [{ value: 99 }] }]);
  await served.project(measured(38, "2032-03-09T11:00+01:00", null));
  expect(await listed("/obs/historical/2032-03-09/2032-03-09/Manglerud")).toEqual([]);
  expect(await newest("/aq/utd")).toEqual([[38, 10]]);
});
