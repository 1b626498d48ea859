import { expect, onTestFinished, test } from "vitest";
import { measured, network, values } from "./network-events.ts";
import { serveNetwork } from "./served-network.ts";

test("AIRLOG_AQI selects the European index", async () => {
  const served = await serveNetwork(onTestFinished, { AIRLOG_AQI: "european" });
  await served.project(...network, values(38, "2022-03-09T10:00+01:00", [44.9, 45, 270]));
  const [newest] = (await served.get("/aq/utd")).json();
  expect(newest).toMatchObject({ value: 270, index: 6, color: "7D2181" });
  const [history] = (await served.get("/aq/historical/2022-03-09/2022-03-09/ids/38")).json<
    { values: { index: number; color: string }[] }[]
  >();
  expect(history?.values.map(({ index, color }) => [index, color])).toEqual([
    [2, "50CCAA"],
    [3, "F0E641"],
    [6, "7D2181"],
  ]);
  const [listed] = (await served.get("/lookup/aqis?component=PM2.5&culture=en")).json<
    { aqis: { fromValue: number; toValue: number; text: string }[] }[]
  >();
  expect(listed?.aqis.map(({ fromValue, toValue, text }) => [fromValue, toValue, text])).toEqual([
    [0, 5, "Good"],
    [5, 15, "Fair"],
    [15, 50, "Moderate"],
    [50, 90, "Poor"],
    [90, 140, "Very poor"],
    [140, 1400, "Extremely poor"],
  ]);
});

test("AIRLOG_UTC_OFFSET sets the offset of days, times and periods", async () => {
  const served = await serveNetwork(onTestFinished, { AIRLOG_UTC_OFFSET: "-03:30" });
  await served.project(
    ...network,
    values(
      38,
      "2022-07-01T00:00-03:30",
      Array.from({ length: 24 }, (_, hour) => hour),
    ),
  );
  const [history] = (await served.get("/obs/historical/2022-07-01/2022-07-01/ids/38")).json<
    { values: { fromTime: string; toTime: string }[] }[]
  >();
  expect(history?.values).toHaveLength(24);
  expect(history?.values[0]).toMatchObject({
    fromTime: "2022-07-01T00:00:00-03:30",
    toTime: "2022-07-01T01:00:00-03:30",
  });
  const [mean] = (await served.get("/agg/day/2022-07-01/2022-07-01/ids/38")).json<{ values: object[] }[]>();
  expect(mean?.values).toMatchObject([{ dateTime: "2022-07-01T00:00:00-03:30", value: 11.5, count: 24 }]);
});

test("AIRLOG_UTD_HOURS sets the age at which newest values are left out", async () => {
  const served = await serveNetwork(onTestFinished, { AIRLOG_UTD_HOURS: "24" });
  await served.project(
    ...network,
    measured(38, "2022-03-08T13:00+01:00", 1),
    measured(39, "2022-03-08T12:00+01:00", 1),
  );
  served.setTime("2022-03-09T13:59:59+01:00");
  expect((await served.get("/obs/utd")).json()).toMatchObject([{ id: 38 }]);
});

test("reads are rate-limited, and wait for Min-Event-Position", async () => {
  const served = await serveNetwork(onTestFinished, { AIRLOG_RATE_LIMIT: "2" });
  await served.project(...network);
  const shown = { "Min-Event-Position": "000000000003" };
  const answer = await served.get("/lookup/areas", shown);
  expect(answer.status).toBe(200);
  expect(answer.headers["ratelimit"]).toContain("r=1");
  expect((await served.get("/agg/day/2022-01-01/2022-01-02/all")).status).toBe(200);
  const over = await served.get("/obs/utd");
  expect(over.status).toBe(429);
  expect(over.headers["retry-after"]).toMatch(/^\d+$/);
});
