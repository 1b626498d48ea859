import { gunzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { measured, network } from "./network-events.ts";
import { serveNetwork } from "./served-network.ts";

const served = await serveNetwork(afterAll);
await served.project(
  ...network,
  measured(38, "2022-03-09T11:00+01:00", 12),
  measured(38, "2022-03-09T12:00+01:00", 50.7),
  measured(39, "2022-03-09T11:00+01:00", 101.25),
  measured(39, "2022-03-09T12:00+01:00", 9999, { isValid: false }),
  measured(40, "2022-03-09T12:00+01:00", -0.3),
  measured(41, "2022-03-09T10:00+01:00", 401),
  measured(42, "2022-03-09T12:00+01:00", 0.25),
  measured(43, "2022-03-01T12:00+01:00", 5),
  measured(44, "2021-01-01T00:00+01:00", 0.000001, { timestep: 31536000 }),
);
beforeEach(() => served.setTime("2022-03-09T14:00:00+01:00"));

const ids = async (path: string) => {
  const answer = await served.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ id: number }[]>().map(({ id }) => id);
};

test("the newest value has 19 members in a fixed order", async () => {
  const { headers, text } = await served.get("/aq/utd?stations=Manglerud&components=PM10");
  expect(text).toBe(
    '[{"id":38,"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","station":"Manglerud","eoi":"NO0071A","type":"Veinær stasjon","component":"PM10","fromTime":"2022-03-09T12:00:00+01:00","toTime":"2022-03-09T13:00:00+01:00","value":50.7,"unit":"µg/m³","latitude":59.89864,"longitude":10.8149,"timestep":3600,"index":1,"color":"6ee86e","isValid":true,"isVisible":true}]',
  );
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(headers["cache-control"]).toContain("must-revalidate");
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers.vary).toContain("Accept");
});

test("/obs serves all components, without index and colour", async () => {
  expect((await served.get("/obs/utd?station=danmarks%20plass&component=co")).text).toBe(
    '[{"id":42,"zone":"Bergen","municipality":"Bergen","area":"Bergen","station":"Danmarks plass","eoi":"NO0120A","type":"Veinær stasjon","component":"CO","fromTime":"2022-03-09T12:00:00+01:00","toTime":"2022-03-09T13:00:00+01:00","value":0.25,"unit":"mg/m³","latitude":60.37417,"longitude":5.34056,"timestep":3600,"isValid":true,"isVisible":false}]',
  );
  expect(await ids("/obs/utd")).toEqual([38, 39, 40, 41, 42]);
});

test("/aq serves hourly series of components with an index only", async () => {
  expect(await ids("/aq/utd")).toEqual([38, 39, 41]);
});

test("the newest valid value is served in place of an invalid one, unless showinvalid is set", async () => {
  const [valid] = (await served.get("/aq/utd?components=NO2")).json();
  expect(valid).toMatchObject({ fromTime: "2022-03-09T11:00:00+01:00", value: 101.25, index: 2, isValid: true });
  for (const spelling of ["showinvalid=true", "showInvalid=TRUE", "SHOWINVALID=1"]) {
    const [invalid] = (await served.get(`/aq/utd?components=NO2&${spelling}`)).json();
    expect(invalid).toMatchObject({ value: 9999, index: 0, color: "ffffff", isValid: false });
  }
  expect((await served.get("/aq/utd?components=NO2&showinvalid=0")).json()).toEqual([valid]);
});

test.each([
  ["?areas=oslo", [38, 39, 40, 41]],
  ["?area=Bergen", [42]],
  ["?areas=Oslo;Bergen&components=CO", [42]],
  ["?areas=Oslo%3BBergen&components=co%3BNO", [40, 42]],
  ["?stations=Rv%204,%20Aker%20sykehus", [41]],
  ["?station=MANGLERUD;danmarks+plass", [38, 39, 40, 42]],
  ["?stations=Atlantis", []],
  ["?areas=&stations=;&components=", [38, 39, 40, 41, 42]],
  ["?", [38, 39, 40, 41, 42]],
  ["/?&areas=Oslo&unknown=x", [38, 39, 40, 41]],
  [".json?areas=Oslo", [38, 39, 40, 41]],
])("the filter /obs/utd%s", async (query, expected) => {
  expect(await ids(`/obs/utd${query}`)).toEqual(expected);
});

describe("a circle", () => {
  test("has the nearest series of each component, ordered by distance", async () => {
    expect(await ids("/obs/utd/59.9/10.8/10")).toEqual([38, 39, 40]);
    expect(await ids("/obs/utd/59.94/10.80/20")).toEqual([41, 39, 40]);
    expect(await ids("/aq/utd/59.94/10.80/20/")).toEqual([41, 39]);
  });

  test("has every series inside with method=within", async () => {
    expect(await ids("/obs/utd/59.94/10.80/20?method=within")).toEqual([41, 38, 39, 40]);
    expect(await ids("/obs/utd/59.94/10.80/20.0?METHOD=Within&components=pm10")).toEqual([41, 38]);
    expect(await ids("/obs/utd/59.94/10.80/1.5?method=WITHIN")).toEqual([41]);
    expect(await ids("/obs/utd/59.94/10.80/0.05?method=within")).toEqual([]);
    expect(await ids("/obs/utd/59.94/10.80/20.json?method=nearest&components=PM10")).toEqual([41]);
  });

  test("skips a nearer series whose newest value is too old", async () => {
    served.setTime("2022-03-09T18:30:00+01:00");
    expect(await ids("/obs/utd/59.94/10.80/20?components=PM10")).toEqual([38]);
  });
});

test.each([
  ["/obs/utd/59.9/10.8/0", "radius"],
  ["/obs/utd/59.9/10.8/21", "radius"],
  ["/aq/utd/59.9/10.8/-1", "radius"],
  ["/aq/utd/91/10.8/5", "latitude"],
  ["/aq/utd/59.9/181/5", "longitude"],
  ["/aq/utd/north/10.8/5", "latitude"],
  ["/aq/utd/59.9/10.8/5?method=all", "method"],
  ["/aq/utd?showinvalid=maybe", "showinvalid"],
])("%s is refused, naming %s", async (path, name) => {
  const answer = await served.get(path);
  expect(answer.status).toBe(400);
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(answer.json<object>()).toMatchObject({ code: "parameter-invalid", errors: [{ path: name }] });
  expect(answer.headers.etag).toBeUndefined();
});

test("CSV is served by suffix and by Accept, with the JSON's columns and quoted text", async () => {
  const expected = [
    "id,zone,municipality,area,station,eoi,type,component,fromTime,toTime,value,unit,latitude,longitude,timestep,index,color,isValid,isVisible",
    '41,Stor-Oslo,Oslo,Oslo,"Rv 4, Aker sykehus",,Veinær stasjon,PM10,2022-03-09T10:00:00+01:00,2022-03-09T11:00:00+01:00,401,µg/m³,59.94103,10.79806,3600,4,990099,true,true',
    "",
  ].join("\r\n");
  const suffix = await served.get("/aq/utd.csv?stations=Rv%204,%20Aker%20sykehus");
  expect(suffix.text).toBe(expected);
  expect(suffix.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const accept = { Accept: "text/csv, application/json;q=0.5" };
  expect((await served.get("/aq/utd?stations=rv%204,%20aker%20sykehus", accept)).text).toBe(expected);
});

test("NDJSON has a line for each series", async () => {
  const lines = await served.get("/obs/utd?areas=Oslo", { Accept: "application/x-ndjson" });
  expect(lines.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  expect(lines.text.endsWith("}\n")).toBe(true);
  const records = lines.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records).toEqual((await served.get("/obs/utd?areas=Oslo")).json());
  expect((await served.get("/obs/utd?areas=Nowhere", { Accept: "application/x-ndjson" })).text).toBe("");
});

test("an Accept without a supported type gets JSON", async () => {
  const { headers } = await served.get("/obs/utd", { Accept: "text/html,application/xml;q=0.9" });
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("a conditional request gets 304 until a value is too old, without any event", async () => {
  const path = "/obs/utd?stations=Rv%204,%20Aker%20sykehus";
  served.setTime("2022-03-09T16:59:59.999+01:00");
  const before = await served.get(path);
  expect(before.json()).toHaveLength(1);
  const held = { "If-None-Match": String(before.headers.etag) };
  expect((await served.get(path, held)).status).toBe(304);
  served.setTime("2022-03-09T17:00:00+01:00");
  const after = await served.get(path, held);
  expect(after.status).toBe(200);
  expect(after.text).toBe("[]");
  expect(after.headers.etag).not.toBe(before.headers.etag);
  // A series that is left out does not affect the others.
  expect(await ids("/obs/utd")).toEqual([38, 39, 40, 42]);
});

test("responses and ETags differ by format and encoding", async () => {
  const tags = await Promise.all([
    served.get("/obs/utd"),
    served.get("/obs/utd.csv"),
    served.get("/obs/utd.ndjson"),
    served.get("/obs/utd", { "Accept-Encoding": "gzip" }),
  ]);
  expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(4);
  expect(tags[3].headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(tags[3].bytes).toString()).toBe(tags[0].text);
});

test("HEAD answers the same headers without a body", async () => {
  const head = await served.request("HEAD", "/obs/utd");
  const { headers, text } = await served.get("/obs/utd");
  expect(head.status).toBe(200);
  expect(head.text).toBe("");
  expect(head.headers.etag).toBe(headers.etag);
  expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(text)));
});

test("deleting the newest value serves the one before it", async () => {
  await served.project(measured(40, "2022-03-09T13:00+01:00", 77));
  expect((await served.get("/obs/utd?components=NO")).json()).toMatchObject([{ value: 77 }]);
  await served.project(measured(40, "2022-03-09T13:00+01:00", null));
  expect((await served.get("/obs/utd?components=NO")).json()).toMatchObject([{ value: -0.3 }]);
});
