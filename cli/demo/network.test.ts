import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listenLocally } from "../../test/listen.ts";
import { ProviderClient } from "./client.ts";
import { DemoNetwork } from "./network.ts";
import { demoSeries, HOUR } from "./observations.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

interface Listed {
  readonly timestep: number;
  readonly fromTime: string | null;
  readonly toTime: string | null;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const DAY = 24 * HOUR;

/** Values from two years ago on until that time. */
const valuesUntil = (until: number): Listed => {
  return { timestep: HOUR, fromTime: iso(until - 730 * DAY), toTime: iso(until) };
};

/**
 * A system that lists every series as `listed` says, and answers uploads with `stored`. It notes all other requests, and the
 * series and hours of values that are sent, and where in the hour these begin.
 */
async function systemWith(
  listed: (index: number) => readonly Listed[],
  {
    stored = { refused: 0, errors: [] },
    days,
    offset = 60,
  }: { readonly stored?: object; readonly days?: number; readonly offset?: number } = {},
) {
  const requests: string[] = [];
  const sent = new Map<number, number>();
  const begins = new Set<string>();
  const series = demoSeries().flatMap(({ station, component }, index) =>
    listed(index).map((each, copy) => ({ id: index + 1 + 1000 * copy, station, component, ...each })),
  );
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = Buffer.concat(await request.toArray()).toString();
    if (path === "/lookup/timeseries") response.end(JSON.stringify(series));
    else if (path === "/api/auth/token") response.end(JSON.stringify({ access_token: "token", expires_in: 300 }));
    else {
      requests.push(`${request.method} ${path}`);
      for (const line of body.split("\n").filter(Boolean)) {
        const { timeseries, values } = JSON.parse(line);
        sent.set(timeseries, (sent.get(timeseries) ?? 0) + values.length);
        for (const { fromTime } of values) begins.add(fromTime.slice(14));
      }
      response.end(JSON.stringify(stored));
    }
  });
  const url = `http://${await listenLocally(server)}`;
  const client = new ProviderClient(url, { username: "demo", password: "" });
  return { requests, sent, begins, network: new DemoNetwork(client, url, offset, days) };
}

const systemWithValuesUntil = (until: number) => systemWith(() => [valuesUntil(until)]);

const lastHour = () => Math.floor(Date.now() / 1000 / HOUR) * HOUR;

test("a network with all of its values sends none again", async () => {
  const { requests, network } = await systemWithValuesUntil(lastHour());
  await network.fill();
  expect(requests).toEqual([]);
});

test("a network that stood still sends the missing values, in one upload a month", async () => {
  const { requests, network } = await systemWithValuesUntil(lastHour() - 5 * HOUR);
  await network.fill();
  expect(requests).toEqual(["POST /api/provider/observations/add"]);
});

const none: Listed = { timestep: HOUR, fromTime: null, toTime: null };

test("a run that was cut off before the values is completed, each series with the values that it lacks", async () => {
  const until = lastHour();
  const { sent, network } = await systemWith((index) => [index === 7 ? none : valuesUntil(until)]);
  await network.fill();
  expect([...sent.keys()]).toEqual([8]);
  expect(sent.get(8)).toBeGreaterThan(8_000);
});

test("days before the stored ones are sent, too", async () => {
  const until = lastHour();
  const month = { ...valuesUntil(until), fromTime: iso(until - 30 * DAY) };
  const { sent, network } = await systemWith((index) => [index === 7 ? month : valuesUntil(until)]);
  await network.fill();
  expect([...sent.keys()]).toEqual([8]);
  expect(sent.get(8)).toBeGreaterThan(7_000);
});

test("values are of full hours of the network's clocks", async () => {
  const { begins, network } = await systemWith(() => [{ timestep: HOUR, fromTime: null, toTime: null }], {
    days: 1,
    offset: 345,
  });
  await network.fill();
  expect([...begins]).toEqual(["00:00+05:45"]);
});

test("another provider's series of another step is not taken for the demonstration's", async () => {
  const daily = { ...none, timestep: DAY };
  const { requests, network } = await systemWith(() => [valuesUntil(lastHour()), daily]);
  await network.fill();
  expect(requests).toEqual([]);
});

test.each([
  ["time series 8 belongs to another provider", true],
  ["does not lie on the grid of the series", false],
])("the refusal %j does not end the demonstration: %s", async (message, continues) => {
  const stored = { refused: 1, errors: [{ message }] };
  const { network } = await systemWith((index) => [index === 7 ? none : valuesUntil(lastHour())], { stored, days: 1 });
  if (continues) await network.fill();
  else await expect(network.fill()).rejects.toThrow("observations/add answered 200");
});
