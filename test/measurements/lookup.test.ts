import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { seriesDeleted, stationAdded, stationUpdated } from "../scripted-measurements.ts";
import { manglerud, measured, network } from "./network-events.ts";
import { serveNetwork } from "./served-network.ts";

const served = await serveNetwork(afterAll);
await served.project(
  ...network,
  stationAdded({ ...manglerud, id: 9, name: "Without series", area: "Alna" }),
  measured(38, "2021-01-01T00:00+01:00", 1),
  measured(38, "2022-03-09T12:00+01:00", 50.7),
  measured(39, "2022-03-09T10:00+01:00", 1),
  measured(43, "2022-03-01T12:00+01:00", 5),
  measured(42, "2022-03-02T12:00+01:00", 5),
);
beforeEach(() => served.setTime("2022-03-09T14:00:00+01:00"));

const text = async (path: string) => (await served.get(path)).text;
const read = async (path: string) => (await served.get(path)).json();

test("areas of all stations are listed as JSON and CSV, byte for byte", async () => {
  expect(await text("/lookup/areas")).toBe(
    '[{"zone":"Bergen","municipality":"Bergen","area":"Bergen","description":null},{"zone":"Stor-Oslo","municipality":"Oslo","area":"Alna","description":null},{"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","description":null},{"zone":"Utenfor sonesystemet","municipality":"N/A","area":"Nowhere","description":null}]',
  );
  expect(await text("/lookup/areas.csv")).toBe(
    "zone,municipality,area,description\r\nBergen,Bergen,Bergen,\r\nStor-Oslo,Oslo,Alna,\r\nStor-Oslo,Oslo,Oslo,\r\nUtenfor sonesystemet,N/A,Nowhere,\r\n",
  );
});

describe("stations", () => {
  const bergen =
    '{"id":3,"zone":"Bergen","municipality":"Bergen","area":"Bergen","station":"Danmarks plass","type":"Veinær stasjon","eoi":"NO0120A","latitude":60.37417,"longitude":5.34056,"owner":null,"status":null,"description":null,"firstMeasurment":"2022-03-01T12:00:00+01:00","lastMeasurment":"2022-03-02T13:00:00+01:00","components":"CO,PM10","isVisible":false}';

  test("are listed when they have values", async () => {
    expect(await text("/lookup/stations")).toBe(
      `[{"id":1,"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","station":"Manglerud","type":"Veinær stasjon","eoi":"NO0071A","latitude":59.89864,"longitude":10.8149,"owner":"Oslo kommune","status":"operative","description":"Ved E6","firstMeasurment":"2021-01-01T00:00:00+01:00","lastMeasurment":"2022-03-09T13:00:00+01:00","components":"PM10,NO2","isVisible":true},${bergen}]`,
    );
  });

  test("are filtered by area, whatever the case and a trailing slash or question mark", async () => {
    for (const path of ["?area=bergen", "/?AREAS=Bergen&", ".json?&area=BERGEN", "?area=Bergen?"]) {
      expect(await text(`/lookup/stations${path}`)).toBe(`[${bergen}]`);
    }
    expect(await text("/lookup/stations?area=Atlantis")).toBe("[]");
  });

  test("are filtered by utd to those with recent values, which changes with time", async () => {
    const path = "/lookup/stations?utd=true";
    const before = await served.get(path);
    expect(before.json()).toMatchObject([{ id: 1 }]);
    expect(await read("/lookup/stations?utd=0")).toHaveLength(2);
    served.setTime("2022-03-09T19:00:00+01:00");
    const after = await served.get(path, { "If-None-Match": String(before.headers.etag) });
    expect([after.status, after.text]).toEqual([200, "[]"]);
  });
});

test("components are listed with their topic", async () => {
  expect(await text("/lookup/components")).toBe(
    '[{"component":"Benzo(a)pyrene in PM10 (aerosol)","topic":null},{"component":"CO","topic":null},{"component":"NO","topic":null},{"component":"NO2","topic":null},{"component":"O3","topic":null},{"component":"PM10","topic":"Luftkvalitet"}]',
  );
});

describe("classes of the air-quality index", () => {
  test("are in bokmål by default, and an array of one for one component", async () => {
    expect(await text("/lookup/aqis?component=pm10")).toBe(
      '[{"component":"PM10","unit":"µg/m³","aqis":[{"index":1,"fromValue":0,"toValue":60,"color":"6ee86e","text":"Lite","shortDescription":"Liten eller ingen helserisiko","description":"Luften gir liten eller ingen risiko for helsen.","advice":"Det er fint å være aktiv utendørs."},{"index":2,"fromValue":60,"toValue":120,"color":"ff9900","text":"Moderat","shortDescription":"Moderat helserisiko","description":"Noen med astma, andre luftveissykdommer eller alvorlig hjertesykdom kan merke virkninger.","advice":"De fleste kan være ute som vanlig."},{"index":3,"fromValue":120,"toValue":400,"color":"ff0000","text":"Høy","shortDescription":"Betydelig helserisiko","description":"Folk med astma, andre luftveissykdommer eller alvorlig hjertesykdom kan få plager.","advice":"Barn med luftveissykdom og voksne med alvorlig hjerte- eller luftveissykdom bør være mindre aktive ute og holde seg unna de mest forurensede stedene."},{"index":4,"fromValue":400,"toValue":4000,"color":"990099","text":"Svært høy","shortDescription":"Alvorlig helserisiko","description":"Følsomme grupper får plager, og friske kan kjenne irritasjon i øyne og luftveier.","advice":"Folk med hjerte- eller luftveissykdom bør være mindre aktive ute."}]}]',
    );
  });

  test("are in English on request, for all five components", async () => {
    const listed = (await served.get("/lookup/aqis?culture=EN")).json<
      { component: string; aqis: { text: string }[] }[]
    >();
    expect(listed.map(({ component }) => component)).toEqual(["PM10", "PM2.5", "NO2", "O3", "SO2"]);
    expect(listed[0]?.aqis.map(({ text }) => text)).toEqual(["Low", "Moderate", "High", "Extremely high"]);
  });

  test("have a row each in CSV, and a line for each component in NDJSON", async () => {
    const rows = (await text("/lookup/aqis.csv?component=NO2&culture=en")).split("\r\n");
    expect(rows[0]).toBe("component,unit,index,fromValue,toValue,color,text,shortDescription,description,advice");
    expect(rows[1]).toMatch(/^NO2,µg\/m³,1,0,100,6ee86e,Low,Little or no health risk,/);
    expect(rows).toHaveLength(6);
    expect((await text("/lookup/aqis.ndjson")).trimEnd().split("\n")).toHaveLength(5);
  });

  test("are refused in another language", async () => {
    const { status, text } = await served.get("/lookup/aqis?culture=fr");
    expect(status).toBe(400);
    expect(text).toContain("culture must be no or en");
  });
});

test("mean types have a description when a language is named", async () => {
  expect(await text("/lookup/meantypes")).toBe(
    '[{"id":1,"label":"hour"},{"id":2,"label":"8hour"},{"id":3,"label":"day"},{"id":4,"label":"month"},{"id":5,"label":"year"},{"id":6,"label":"maxhour"},{"id":7,"label":"max8hour"},{"id":8,"label":"week"},{"id":9,"label":"season"}]',
  );
  expect((await read("/lookup/meantypes?culture=en"))[2]).toEqual({ id: 3, label: "day", description: "Daily mean" });
  expect((await read("/lookup/meantypes?culture=no"))[2]).toEqual({ id: 3, label: "day", description: "Døgnmiddel" });
  expect((await text("/lookup/meantypes.csv")).split("\r\n").slice(0, 2)).toEqual(["id,label", "1,hour"]);
});

describe("time series", () => {
  test("are listed with all members, byte for byte", async () => {
    expect(await text("/lookup/timeseries?station=manglerud&component=PM10")).toBe(
      '[{"id":38,"height":3.5,"zone":"Stor-Oslo","municipality":"Oslo","area":"Oslo","station":"Manglerud","type":"Veinær stasjon","eoi":"NO0071A","component":"PM10","latitude":59.89864,"longitude":10.8149,"unit":"µg/m³","eea":true,"timestep":3600,"timestepAsText":"1 time","isVisible":true,"fromTime":"2021-01-01T00:00:00+01:00","toTime":"2022-03-09T13:00:00+01:00","topic":"Luftkvalitet"}]',
    );
  });

  test.each([
    ["", [38, 39, 40, 41, 42, 43, 44, 45, 46, 47]],
    ["?timestep=3600", [38, 39, 40, 41, 42, 43, 45]],
    ["?timestep=600;86400", [46, 47]],
    ["?components=PM10&timestep=3600", [38, 41, 43]],
    ["?stations=Empty", [45]],
    ["?stations=Nobody", []],
  ])("the filter %j", async (query, expected) => {
    expect((await read(`/lookup/timeseries${query}`)).map(({ id }) => id)).toEqual(expected);
  });

  test("have their time step in words, and null times before their first value", async () => {
    const [ten, day] = await read("/lookup/timeseries?timestep=600;86400&culture=en");
    expect(ten).toMatchObject({ timestepAsText: "10 minutes", fromTime: null, toTime: null, height: null, eea: null });
    expect(day).toMatchObject({ timestepAsText: "1 day" });
    expect(await read("/lookup/timeseries?timestep=31536000")).toMatchObject([{ timestepAsText: "1 år" }]);
  });

  test("are refused for a time step that is not a number of seconds", async () => {
    expect((await served.get("/lookup/timeseries?timestep=hour")).status).toBe(400);
  });
});

test("every lookup has an ETag and answers 304 while unchanged", async () => {
  for (const name of ["areas", "stations", "components", "aqis", "meantypes", "timeseries"]) {
    const { headers } = await served.get(`/lookup/${name}`);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect((await served.get(`/lookup/${name}`, { "If-None-Match": String(headers.etag) })).status).toBe(304);
  }
});

test("other methods are refused, with a suffix too", async () => {
  const { status, headers } = await served.request("POST", "/lookup/areas.csv");
  expect(status).toBe(405);
  expect(headers.allow).toBe("GET, HEAD");
});

test("a renamed station has its new name in every read, and a deleted series is absent", async () => {
  const { headers } = await served.get("/lookup/stations");
  const history = await served.get("/obs/historical/2022-03-09/2022-03-09/ids/38");
  await served.project(stationUpdated({ ...manglerud, name: "Manglerud II" }), seriesDeleted(39));
  const listed = await served.get("/lookup/stations?area=Oslo", { "If-None-Match": String(headers.etag) });
  expect(listed.json()).toMatchObject([{ station: "Manglerud II", components: "PM10" }]);
  expect(await read("/obs/utd?stations=Manglerud")).toEqual([]);
  expect(await read("/obs/utd?areas=Oslo")).toMatchObject([{ id: 38, station: "Manglerud II" }]);
  expect(await read("/obs/historical/2022-03-01/2022-04-01/ids/39")).toEqual([]);
  expect(await read("/lookup/timeseries?component=NO2")).toEqual([]);
  const held = { "If-None-Match": String(history.headers.etag) };
  expect((await served.get("/obs/historical/2022-03-09/2022-03-09/ids/38", held)).status).toBe(200);
});
