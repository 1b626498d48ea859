import { afterAll, expect, test } from "vitest";
import { measured, network, values } from "./network-events.ts";
import { serveNetwork } from "./served-network.ts";

/** 24 hourly values of a day: 1 … 24. */
const rising = Array.from({ length: 24 }, (_, hour) => hour + 1);

const served = await serveNetwork(afterAll);
await served.project(
  ...network,
  // A whole leap day, then a day of 18 hours, then one of 17.
  values(38, "2020-02-29T00:00+01:00", rising),
  values(38, "2020-03-01T00:00+01:00", rising.slice(0, 18)),
  values(38, "2020-03-02T00:00+01:00", rising.slice(0, 17)),
  measured(38, "2020-03-02T20:00+01:00", 999, { isValid: false }),
  // The whole of January 2020 at another station.
  values(
    41,
    "2020-01-01T00:00+01:00",
    Array.from({ length: 31 * 24 }, () => 1 / 3),
  ),
  values(43, "2020-02-29T00:00+01:00", [5, 7, 9]),
  measured(44, "2020-01-01T00:00+01:00", 0.3, { timestep: 31536000 }),
  values(46, "2020-02-29T00:00+01:00", [1, 2, 3, 4, 5, 6, 7, 8], { timestep: 600 }),
  values(47, "2020-02-28T00:00+01:00", [3, 4], { timestep: 86400 }),
);

interface Series {
  readonly id: number;
  readonly values: readonly {
    readonly dateTime: string;
    readonly fromTime: string;
    readonly toTime: string;
    readonly value: number | null;
    readonly count: number;
    readonly coverage: number;
  }[];
}

const read = async (path: string) => {
  const answer = await served.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Series[]>();
};
const means = async (path: string) =>
  (await read(path)).flatMap(({ values }) =>
    values.map(({ dateTime, value, count, coverage }) => [dateTime.slice(0, 13), value, count, coverage]),
  );
const ids = async (path: string) => (await read(path)).map(({ id }) => id);

const head =
  '"id":38,"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","station":"Manglerud","eoi":"NO0071A","component":"PM10","latitude":59.89864,"longitude":10.8149,"unit":"µg/m³","timestep":3600,"isVisible":true';
const members = "id,zone,municipality,area,station,eoi,component,latitude,longitude,unit,timestep,isVisible";

test("/agg/day serves daily means with their period, byte for byte", async () => {
  const { text, headers } = await served.get("/agg/day/2020-02-29/2020-03-02/ids/38");
  expect(text).toBe(
    `[{${head},"values":[{"dateTime":"2020-02-29T00:00:00+01:00","fromTime":"2020-02-29T00:00:00+01:00","toTime":"2020-03-01T00:00:00+01:00","value":12.5,"count":24,"coverage":100},{"dateTime":"2020-03-01T00:00:00+01:00","fromTime":"2020-03-01T00:00:00+01:00","toTime":"2020-03-02T00:00:00+01:00","value":9.5,"count":18,"coverage":75}]}]`,
  );
  expect(headers.etag).toMatch(/^W\/"/);
  expect(headers["cache-control"]).toContain("must-revalidate");
});

test("/stats/day serves daily means in the earlier format, byte for byte", async () => {
  const { text } = await served.get("/stats/day/2020-02-29/2020-03-02/Manglerud");
  expect(text).toBe(
    `[{${head},"values":[{"dateTime":"2020-02-29T00:00:00+01:00","value":12.5,"count":24,"coverage":100},{"dateTime":"2020-03-01T00:00:00+01:00","value":9.5,"count":18,"coverage":75}]}]`,
  );
});

test("means below the coverage are left out, or with showinvalid have no value", async () => {
  const path = "/agg/day/2020-02-29/2020-03-02/ids/38";
  expect(await means(`${path}?coverage=70`)).toEqual([
    ["2020-02-29T00", 12.5, 24, 100],
    ["2020-03-01T00", 9.5, 18, 75],
    ["2020-03-02T00", 9, 17, 70.833],
  ]);
  expect(await means(`${path}?Coverage=100`)).toHaveLength(1);
  expect(await means(`${path}?showInvalid=true`)).toContainEqual(["2020-03-02T00", null, 17, 70.833]);
  expect(await means(`${path}?coverage=76&showinvalid=true`)).toContainEqual(["2020-03-01T00", null, 18, 75]);
});

test("running means of eight hours are stamped at their end", async () => {
  const all = await read("/agg/8hour/2020-02-29/2020-02-29/ids/38");
  expect(all[0]?.values).toHaveLength(17);
  expect(all[0]?.values[0]).toEqual({
    dateTime: "2020-02-29T08:00:00+01:00",
    fromTime: "2020-02-29T00:00:00+01:00",
    toTime: "2020-02-29T08:00:00+01:00",
    value: 4.5,
    count: 8,
    coverage: 100,
  });
  expect(all[0]?.values.at(-1)).toMatchObject({ dateTime: "2020-03-01T00:00:00+01:00", value: 20.5 });
});

test("a running mean crosses midnight, and the end of the values while it has six hours", async () => {
  const ends = await means("/agg/8hour/2020-03-02/2020-03-03/ids/38");
  // 10 to 17 is complete; each later mean has one hour less.
  expect(ends.slice(-3)).toEqual([
    ["2020-03-02T17", 13.5, 8, 100],
    ["2020-03-02T18", 14, 7, 87.5],
    ["2020-03-02T19", 14.5, 6, 75],
  ]);
  const across = await means("/agg/2/2020-02-29/2020-03-01/ids/38");
  // 19:00 to 03:00: 20 … 24 of the day before, and 1, 2, 3.
  expect(across).toContainEqual(["2020-03-01T03", 14.5, 8, 100]);
  const fewer = await means("/agg/8hour/2020-03-02%2018:00/2020-03-03/ids/38?coverage=0");
  expect(fewer).toEqual([]);
  const four = await means("/agg/8hour/2020-03-02/2020-03-03/ids/38?coverage=50");
  expect(four.at(-1)).toEqual(["2020-03-02T21", 15.5, 4, 50]);
});

test("maxhour and max8hour serve the highest hour and the highest running mean of a day", async () => {
  expect(await means("/agg/maxhour/2020-02-29/2020-03-02/ids/38?coverage=70")).toEqual([
    ["2020-02-29T00", 24, 24, 100],
    ["2020-03-01T00", 18, 18, 75],
    ["2020-03-02T00", 17, 17, 70.833],
  ]);
  // 28 February has no values, so the first windows of the 29th lack hours: those that end at 06:00 have six.
  expect(await means("/agg/max8hour/2020-02-29/2020-03-01/ids/38")).toEqual([
    ["2020-02-29T00", 20.5, 19, 79.167],
    // 17:00 to 01:00 is the highest: 18 … 24 of the day before, and 1.
    ["2020-03-01T00", 18.5, 20, 83.333],
  ]);
});

test("hourly means of sub-hourly values need three quarters of them", async () => {
  expect(await means("/agg/hour/2020-02-29/2020-02-29/ids/46")).toEqual([["2020-02-29T00", 3.5, 6, 100]]);
  expect(await means("/agg/1/2020-02-29/2020-02-29/ids/46?coverage=30")).toEqual([
    ["2020-02-29T00", 3.5, 6, 100],
    ["2020-02-29T01", 7.5, 2, 33.333],
  ]);
  expect(await means("/agg/HOUR/2020-03-02/2020-03-02/ids/38?showinvalid=1")).toContainEqual([
    "2020-03-02T20",
    null,
    0,
    0,
  ]);
});

test("means of weeks, months, seasons and years cover whole periods only", async () => {
  expect(await read("/agg/month/2020-01-01/2020-01-31/ids/41")).toMatchObject([
    {
      values: [
        {
          dateTime: "2020-01-01T00:00:00+01:00",
          fromTime: "2020-01-01T00:00:00+01:00",
          toTime: "2020-02-01T00:00:00+01:00",
          value: 0.333333,
          count: 744,
          coverage: 100,
        },
      ],
    },
  ]);
  expect(await means("/agg/week/2020-01-01/2020-02-01/ids/41")).toEqual([
    ["2020-01-06T00", 0.333333, 168, 100],
    ["2020-01-13T00", 0.333333, 168, 100],
    ["2020-01-20T00", 0.333333, 168, 100],
  ]);
  expect(await means("/agg/season/2019-12-01/2020-02-29/ids/41?coverage=30")).toEqual([
    ["2019-12-01T00", 0.333333, 744, 34.066],
  ]);
  expect(await means("/agg/9/2019-12-02/2020-02-29/ids/41?coverage=30")).toEqual([]);
  expect(await means("/agg/year/1990-01-01/2030-12-31/ids/41?coverage=8")).toEqual([
    ["2020-01-01T00", 0.333333, 744, 8.47],
  ]);
  expect(await means("/agg/5/2000-01-01/2020-12-30/ids/41?coverage=0")).toEqual([]);
});

test("a period of all years takes no more statements than the one with values", async () => {
  const reading = async (path: string) => {
    const before = served.statements();
    return { means: await read(path), statements: served.statements() - before };
  };
  const year = await reading("/agg/year/2020-01-01/2020-12-31/all?coverage=0");
  expect(year.means).toHaveLength(6);
  expect(await reading("/agg/year/0001-01-01/9999-12-31/all?coverage=0")).toEqual(year);
});

test("a mean shorter than the series' time step is absent", async () => {
  const all = (type: string) => ids(`/agg/${type}/2020-01-01/2020-12-31/all?coverage=0`);
  expect(await all("hour")).toEqual([38, 41, 43, 46]);
  expect(await all("maxhour")).toEqual([38, 41, 43, 46]);
  expect(await all("day")).toEqual([38, 41, 43, 46, 47]);
  expect(await ids("/agg/season/2019-12-01/2020-11-30/all?coverage=0")).toEqual([38, 41, 43, 46, 47]);
  expect(await all("year")).toEqual([38, 41, 43, 44, 46, 47]);
});

test("a yearly value is the mean of the day on which it begins", async () => {
  expect(await means("/stats/day/2020-01-01/2020-02-01/Danmarks%20plass")).toEqual([["2020-01-01T00", 0.3, 1, 36500]]);
});

test("means are filtered by station, component, time step and circle", async () => {
  expect(await ids("/agg/day/2020-01-01/2020-12-31/all?timestep=86400")).toEqual([47]);
  expect(await ids("/agg/day/2020-01-01/2020-12-31/all?timestep=3600;600&coverage=1")).toEqual([38, 41, 43, 46]);
  expect(await ids("/agg/day/2020-01-01/2020-12-31/all?station=manglerud")).toEqual([38]);
  expect(await ids("/agg/day/2020-01-01/2020-12-31/all?component=NO2")).toEqual([]);
  expect(await ids("/agg/day/2020-01-01/2020-12-31/59.94/10.8/20?method=within&timestep=3600")).toEqual([41, 38]);
  expect(await ids("/agg/day/2020-01-01/2020-12-31/59.94/10.8/20?timestep=86400")).toEqual([47]);
  expect(await ids("/stats/day/2020-02-15/2020-03-15/all?timestep=3600")).toEqual([38]);
  expect(await ids("/stats/day/2020-02-15/2020-03-15/59.9/10.8/20?components=PM10&method=within")).toEqual([38, 47]);
});

test("a station whose values end where the period begins hides no other", async () => {
  const near = "59.94/10.8/20?components=PM10&timestep=3600";
  expect(await ids(`/agg/day/2020-01-31/2020-03-03/${near}`)).toEqual([41]);
  expect(await ids(`/agg/day/2020-02-01/2020-03-03/${near}`)).toEqual([38]);
  // The running mean that ends first consists of its values.
  expect(await ids(`/agg/max8hour/2020-02-01/2020-03-03/${near}&coverage=1`)).toEqual([41]);
});

test("means are served as CSV and NDJSON", async () => {
  const row = "38,Stor-Oslo,Oslo,Oslo,Manglerud,NO0071A,PM10,59.89864,10.8149,µg/m³,3600,true";
  const agg = await served.get("/agg/day/2020-03-01/2020-03-02/ids/38.csv?showinvalid=true");
  expect(agg.text).toBe(
    [
      `${members},dateTime,fromTime,toTime,value,count,coverage`,
      `${row},2020-03-01T00:00:00+01:00,2020-03-01T00:00:00+01:00,2020-03-02T00:00:00+01:00,9.5,18,75`,
      `${row},2020-03-02T00:00:00+01:00,2020-03-02T00:00:00+01:00,2020-03-03T00:00:00+01:00,,17,70.833`,
      "",
    ].join("\r\n"),
  );
  const stats = await served.get("/stats/day/2020-03-01/2020-03-01/Manglerud", { Accept: "text/csv" });
  expect(stats.text).toBe(`${members},dateTime,value,count,coverage\r\n${row},2020-03-01T00:00:00+01:00,9.5,18,75\r\n`);
  const lines = await served.get("/agg/hour/2020-03-01/2020-03-01/all.ndjson");
  expect(
    lines.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(await read("/agg/hour/2020-03-01/2020-03-01/all"));
});

test.each([
  ["/agg/decade/2020-01-01/2020-02-01/all", "1 hour, 2 8hour, 3 day, 4 month, 5 year, 6 maxhour, 7 max8hour"],
  ["/agg/0/2020-01-01/2020-02-01/all", "8 week, 9 season"],
  ["/agg/month/2020-01-01/2021-01-02/all", "one year"],
  ["/stats/day/2020-01-01/2020-02-02/all", "one month"],
  ["/agg/day/2020-02-30/2020-03-01/all", "fromtime"],
  ["/agg/day/2020-03-01/2020-02-01/all", "totime"],
  ["/agg/day/2020-01-01/2020-02-01/all?coverage=101", "coverage"],
  ["/agg/day/2020-01-01/2020-02-01/all?coverage=many", "coverage"],
  ["/agg/day/2020-01-01/2020-02-01/all?timestep=hourly", "timestep"],
  ["/agg/day/2020-01-01/2020-02-01/59.9/10.8/21", "radius"],
  ["/stats/day/2020-01-01/2020-02-01/59.9/10.8/0", "radius"],
  ["/agg/day/2020-01-01/2020-02-01/ids/x", "id"],
])("%s is refused, naming %s", async (path, words) => {
  const { status, text } = await served.get(path);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: "parameter-invalid", detail: expect.stringContaining(words) });
});

test("a correction changes the mean and its ETag", async () => {
  const path = "/agg/day/2020-02-29/2020-02-29/ids/43?coverage=10";
  const before = await served.get(path);
  expect(before.json()).toMatchObject([{ values: [{ value: 7, count: 3, coverage: 12.5 }] }]);
  await served.project(measured(43, "2020-02-29T01:00+01:00", 10));
  const after = await served.get(path, { "If-None-Match": String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(after.json()).toMatchObject([{ values: [{ value: 8 }] }]);
  expect((await served.get(path, { "If-None-Match": String(after.headers.etag) })).status).toBe(304);
});
