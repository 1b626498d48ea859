import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { createApplication } from "../../platform/http/application.ts";
import { listenLocally } from "../listen.ts";
import { silent } from "../postgres.ts";
import { measured, network, values } from "./network-events.ts";
import { serveNetwork } from "./served-network.ts";

const served = await serveNetwork(afterAll);
await served.project(
  ...network,
  values(38, "2022-03-09T22:00+01:00", [50.7, 60, -0.4, 400]),
  measured(38, "2022-03-09T23:00+01:00", 60, { controlled: true }),
  measured(38, "2022-03-10T02:00+01:00", 9999, { isValid: false }),
  measured(39, "2022-03-09T12:00+01:00", 100.123456),
  measured(40, "2022-03-09T12:00+01:00", 3),
  measured(41, "2022-03-09T12:00+01:00", 7),
  measured(41, "2020-02-29T23:00+01:00", 29),
  measured(43, "2022-03-09T12:00+01:00", 8),
  measured(44, "2021-01-01T00:00+01:00", 0.21, { timestep: 31536000 }),
  values(46, "2022-03-09T00:00+01:00", [1, 2, null, 4], { timestep: 600 }),
  measured(47, "2022-03-09T00:00+01:00", 5.5, { timestep: 86400 }),
);

const head38 =
  '"id":38,"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","station":"Manglerud","eoi":"NO0071A","type":"Veinær stasjon","component":"PM10","latitude":59.89864,"longitude":10.8149,"timestep":3600,"isVisible":true,"unit":"µg/m³"';
const times = [
  '"fromTime":"2022-03-09T22:00:00+01:00","toTime":"2022-03-09T23:00:00+01:00"',
  '"fromTime":"2022-03-09T23:00:00+01:00","toTime":"2022-03-10T00:00:00+01:00"',
  '"fromTime":"2022-03-10T00:00:00+01:00","toTime":"2022-03-10T01:00:00+01:00"',
  '"fromTime":"2022-03-10T01:00:00+01:00","toTime":"2022-03-10T02:00:00+01:00"',
  '"fromTime":"2022-03-10T02:00:00+01:00","toTime":"2022-03-10T03:00:00+01:00"',
];
const withIndex = [
  `{${times[0]},"value":50.7,"qualityControlled":false,"index":1,"color":"6ee86e"}`,
  `{${times[1]},"value":60,"qualityControlled":true,"index":2,"color":"ff9900"}`,
  `{${times[2]},"value":-0.4,"qualityControlled":false,"index":1,"color":"6ee86e"}`,
  `{${times[3]},"value":400,"qualityControlled":false,"index":4,"color":"990099"}`,
];

const read = async (path: string) => {
  const answer = await served.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ id: number; values: { fromTime: string; value: number }[] }[]>();
};
const ids = async (path: string) => (await read(path)).map(({ id }) => id);
const begins = async (path: string) =>
  (await read(path)).flatMap(({ values }) => values.map(({ fromTime }) => fromTime));

test("/aq values have an index and a colour, byte for byte", async () => {
  const { text, headers } = await served.get("/aq/historical/2022-03-09/2022-03-10/ids/38");
  expect(text).toBe(`[{${head38},"values":[${withIndex.join(",")}]}]`);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(headers["cache-control"]).toContain("must-revalidate");
  expect(headers.etag).toMatch(/^W\/"/);
});

test("/obs values have neither index nor colour", async () => {
  const { text } = await served.get("/obs/historical/2022-03-09/2022-03-10/ids/38");
  const plain = withIndex.map((value) => value.replace(/,"index".*/, "}"));
  expect(text).toBe(`[{${head38},"values":[${plain.join(",")}]}]`);
});

test("showinvalid includes invalid values with isValid false", async () => {
  const invalid = `{${times[4]},"value":9999,"qualityControlled":false,"index":0,"color":"ffffff","isValid":false}`;
  for (const filter of ["showinvalid=true", "showInvalid=1"]) {
    const { text } = await served.get(`/aq/historical/2022-03-09/2022-03-10/ids/38?${filter}`);
    expect(text).toBe(`[{${head38},"values":[${[...withIndex, invalid].join(",")}]}]`);
  }
  const { text } = await served.get("/obs/historical/2022-03-10/2022-03-10/Manglerud?components=PM10&showinvalid=true");
  expect(text).toContain(`{${times[4]},"value":9999,"qualityControlled":false,"isValid":false}`);
});

test.each([
  ["2022-03-09", "2022-03-09", 2],
  ["2022-03-09%2023:00", "2022-03-10", 3],
  ["2022-3-9T22:30", "2022-03-10T00:59:59", 1],
  ["2022-03-10", "2022-03-10%2001:00", 1],
  ["2022-03-10", "2022-03-10%2000:59", 0],
  ["2022-03-10T02:00:00", "2022-03-11", 0],
])("the range from %s to %s has %d values", async (from, to, count) => {
  expect(await begins(`/obs/historical/${from}/${to}/ids/38`)).toHaveLength(count);
});

test("series are ordered by id for a station or all stations, by distance for a circle", async () => {
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/all")).toEqual([38, 39, 40, 41, 43, 46, 47]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/ALL?stations=Danmarks%20plass;Manglerud")).toEqual([
    38, 39, 40, 43,
  ]);
  expect(await ids("/aq/historical/2022-03-01/2022-04-01/all/")).toEqual([38, 39, 41, 43]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/rv%204,%20aker%20sykehus")).toEqual([41, 46, 47]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/Danmarks%20plass.json?component=pm10")).toEqual([43]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/all?components=NO2;no")).toEqual([39, 40]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/59.94/10.80/20")).toEqual([41, 39, 40]);
  expect(await ids("/obs/historical/2022-03-01/2022-04-01/59.94/10.80/20?method=within")).toEqual([
    41, 46, 47, 38, 39, 40,
  ]);
  expect(await ids("/aq/historical/2022-03-01/2022-04-01/59.94/10.80/20?method=within&components=PM10")).toEqual([
    41, 38,
  ]);
});

test.each([
  ["/obs/historical/2022-03-01/2022-04-01/Atlantis"],
  ["/obs/historical/2022-03-01/2022-04-01/ids/999"],
  ["/obs/historical/2022-03-01/2022-04-01/0/0/20"],
  ["/obs/historical/1999-01-01/2000-01-01/all"],
  ["/aq/historical/2022-03-01/2022-04-01/ids/40"],
])("%s answers an empty array", async (path) => {
  expect((await served.get(path)).text).toBe("[]");
});

test("values of ten minutes, a day and a calendar year have their own end times", async () => {
  expect((await read("/obs/historical/2022-03-09/2022-03-09/ids/46"))[0]?.values).toMatchObject([
    { fromTime: "2022-03-09T00:00:00+01:00", toTime: "2022-03-09T00:10:00+01:00", value: 1 },
    { fromTime: "2022-03-09T00:10:00+01:00", toTime: "2022-03-09T00:20:00+01:00", value: 2 },
    { fromTime: "2022-03-09T00:30:00+01:00", toTime: "2022-03-09T00:40:00+01:00", value: 4 },
  ]);
  expect((await read("/obs/historical/2022-03-09/2022-03-09/ids/47"))[0]?.values).toMatchObject([
    { fromTime: "2022-03-09T00:00:00+01:00", toTime: "2022-03-10T00:00:00+01:00", value: 5.5 },
  ]);
  expect(await begins("/obs/historical/2022-03-09%2000:01/2022-03-09/ids/47")).toEqual([]);
  expect((await read("/obs/historical/2021-01-01/2021-12-31/ids/44"))[0]?.values).toMatchObject([
    { fromTime: "2021-01-01T00:00:00+01:00", toTime: "2022-01-01T00:00:00+01:00", value: 0.21 },
  ]);
  expect(await begins("/obs/historical/2021-01-01/2021-12-30/ids/44")).toEqual([]);
});

test("29 February is served, and summer times have the same offset", async () => {
  expect(await begins("/obs/historical/2020-02-29/2020-02-29/ids/41")).toEqual(["2020-02-29T23:00:00+01:00"]);
  await served.project(measured(41, "2020-07-01T12:00+01:00", 1));
  expect(await begins("/obs/historical/2020-07-01/2020-07-01/ids/41")).toEqual(["2020-07-01T12:00:00+01:00"]);
});

test.each([
  ["/obs/historical/2021-02-29/2021-03-01/all", "fromtime"],
  ["/obs/historical/2021-02-01/2021-02-30/all", "totime"],
  ["/aq/historical/2021-02-02/2021-02-01/all", "totime"],
  ["/aq/historical/2021-01-01/2022-01-02/all", "one year"],
  ["/obs/historical/2021-01-01/2021-02-01/59.9/10.8/0", "radius"],
  ["/obs/historical/2021-01-01/2021-02-01/59.9/10.8/21", "radius"],
  ["/obs/historical/2021-01-01/2021-02-01/ids/manglerud", "id"],
  ["/obs/historical/2021-01-01/2021-02-01/all?showinvalid=2", "showinvalid"],
  ["/obs/historical/now/then/all", "fromtime"],
])("%s is refused, naming %s", async (path, name) => {
  const { status, text } = await served.get(path);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: "parameter-invalid", detail: expect.stringContaining(name) });
});

describe("other formats", () => {
  const row = '41,Stor-Oslo,Oslo,Oslo,"Rv 4, Aker sykehus",,Veinær stasjon,PM10,59.94103,10.79806,3600,true,µg/m³';

  test("CSV has a row for each value with the series' fields repeated", async () => {
    const members = "id,zone,municipality,area,station,eoi,type,component,latitude,longitude,timestep,isVisible,unit";
    const value = "2022-03-09T12:00:00+01:00,2022-03-09T13:00:00+01:00,7,false";
    const aq = await served.get("/aq/historical/2022-03-09/2022-03-09/ids/41.csv");
    expect(aq.text).toBe(
      `${members},fromTime,toTime,value,qualityControlled,index,color\r\n${row},${value},1,6ee86e\r\n`,
    );
    expect(aq.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const obs = await served.get("/obs/historical/2022-03-09/2022-03-09/ids/41", { Accept: "text/csv" });
    expect(obs.text).toBe(`${members},fromTime,toTime,value,qualityControlled\r\n${row},${value}\r\n`);
    const all = await served.get("/obs/historical/2022-03-10/2022-03-10/ids/38.csv?showinvalid=true");
    expect(all.text.split("\r\n").map((line) => line.split(",").slice(-3).join())).toEqual([
      "value,qualityControlled,isValid",
      "-0.4,false,true",
      "400,false,true",
      "9999,false,false",
      "",
    ]);
    const none = await served.get("/obs/historical/2022-03-10/2022-03-10/ids/999.csv");
    expect(none.text).toBe(`${members},fromTime,toTime,value,qualityControlled\r\n`);
  });

  test("NDJSON has a line for each series", async () => {
    const path = "/aq/historical/2022-03-01/2022-04-01/all";
    const { text, headers } = await served.get(path, { Accept: "application/x-ndjson" });
    expect(headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = text.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line))).toEqual(await read(path));
  });
});

test.each(["json", "csv", "ndjson"])("%s is compressed on request", async (format) => {
  await served.project(
    values(
      40,
      "2018-01-01T00:00+01:00",
      Array.from({ length: 744 }, (_, hour) => hour),
    ),
  );
  const path = `/obs/historical/2018-01-01/2018-01-31/ids/40.${format}`;
  const plain = await served.get(path);
  const packed = await served.get(path, { "Accept-Encoding": "gzip" });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers.vary).toMatch(/Accept(,|$).*Accept-Encoding/);
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
});

describe("an ETag", () => {
  const path = "/obs/historical/2022-03-09/2022-03-10/ids/43";

  test("stays valid until any value of the series changes", async () => {
    const before = await served.get(path);
    const held = { "If-None-Match": String(before.headers.etag) };
    const unchanged = await served.get(path, held);
    expect([unchanged.status, unchanged.headers.vary]).toEqual([304, before.headers.vary]);
    await served.project(measured(38, "2022-03-10T12:00+01:00", 1));
    expect((await served.get(path, held)).status).toBe(304);
    await served.project(measured(43, "2022-03-09T12:00+01:00", 8.5));
    const after = await served.get(path, held);
    expect(after.status).toBe(200);
    expect(after.json()).toMatchObject([{ values: [{ value: 8.5 }] }]);
  });

  test("differs by format, and is checked without reading values", async () => {
    const json = await served.get(path);
    const csv = await served.get(`${path}.csv`);
    expect(csv.headers.etag).not.toBe(json.headers.etag);
    const before = served.statements();
    await served.get(path, { "If-None-Match": String(json.headers.etag) });
    const head = await served.request("HEAD", path);
    expect(head.text).toBe("");
    expect(head.headers.etag).toBe(json.headers.etag);
    expect(served.statements() - before).toBeLessThanOrEqual(2);
  });
});

describe("a client that stops reading", () => {
  const path = "/obs/historical/2019-01-01/2019-12-31/ids/46";
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

  beforeAll(async () => {
    const year = Array.from({ length: 365 * 144 }, (_, step) => step % 100);
    await served.project(values(46, "2019-01-01T00:00+01:00", year, { timestep: 600 }));
  });

  const stall = async (url: string) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    await new Promise<void>((resolve) => socket.write(request, () => resolve()));
    return socket.pause();
  };

  test("holds no database connection", async () => {
    // More clients than the 20 connections of the pool.
    const stalled = await Promise.all(Array.from({ length: 30 }, () => stall(served.url)));
    // They leave their turns to others once they are seen to pause.
    const answer = await vi.waitFor(() => read(path), { timeout: 10_000, interval: 250 });
    expect(answer[0]?.values).toHaveLength(365 * 144);
    for (const socket of stalled) socket.destroy();
  });

  test("is disconnected after the timeout, which ends its response", async () => {
    const parts = { config: readConfig({}), log: silent, metrics: new Registry(), routes: served.routes };
    const server = createServer(createApplication(parts));
    server.timeout = 300;
    const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
    await stall(`http://${await listenLocally(server)}`);
    const socket = await connected;
    await once(socket, "close");
    expect(socket.bytesWritten).toBeGreaterThan(0);
    expect(socket.bytesWritten).toBeLessThan(6_000_000);
    await new Promise((resolve) => server.close(resolve));
  });
});
