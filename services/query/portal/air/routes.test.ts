import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { rowsOf, ServedAir, series, station, summaryOf, textOf } from "../../../../test/portal/served-air.ts";
import { Network } from "../../measurements/network.ts";

const air = await ServedAir.open(afterAll);
beforeEach(() => air.reset());
const get = (path: string, headers?: Record<string, string>) => air.get(path, headers);
const page = (path: string, headers?: Record<string, string>) => air.page(path, headers);

describe("the newest values", () => {
  test("are those of each station's worst component, the worst station first", async () => {
    expect(rowsOf(await page("/air"))).toEqual([
      ["Danmarks plass", "Bergen", "3 High", "Nitrogen dioxide, NO₂", "250.0", "72 minutes ago, 12:00–13:00"],
      ["Manglerud", "Oslo", "3 High", "Particles, PM₁₀", "130.5", "12 minutes ago, 13:00–14:00"],
      ["Alnabru", "Oslo", "1 Low", "Particles, PM₁₀", "-3.2", "12 minutes ago, 13:00–14:00"],
      ["Empty", "Nowhere", "No class", "–", "–", "No value yet"],
    ]);
  });

  test("begin with the worst, what it means and what to do", async () => {
    const summary = summaryOf(await page("/air"));
    expect(summary).toContain(
      "Worst now: 3 High Danmarks plass, Nitrogen dioxide, NO₂ 250.0 µg/m³, 72 minutes ago, 12:00–13:00",
    );
    expect(summary).toContain(norwegian.classes[2]?.advice.en);
    expect(summary).toContain("3 High 2 stations");
    expect(summary).toContain("No class 1 station");
  });

  test("are written in Norwegian", async () => {
    const html = await page("/air?lang=no");
    expect(html).toContain('<html lang="nb">');
    expect(rowsOf(html)[1]).toEqual([
      ...["Manglerud", "Oslo", "3 Høy", "Svevestøv, PM₁₀", "130,5", "for 12 minutter siden, 13:00–14:00"],
    ]);
    expect(html).toContain('href="/stations/1?lang=no"');
    expect(html).toContain('<input type="hidden" name="lang" value="no"/>');
  });

  test("lead to the station, and to the last week of the component", async () => {
    const html = await page("/air");
    expect(html).toContain('<a href="/stations/1">');
    expect(html).toContain('<a href="/air?area=Oslo"><bdi class="text">Oslo</bdi></a>');
    expect(html).toContain('<a href="/stations/1?component=PM10&amp;period=week">');
  });

  test.each([
    ["?component=no2", ["Danmarks plass", "Manglerud"]],
    ["?component=NO2;PM10", ["Danmarks plass", "Manglerud", "Alnabru"]],
    ["?area=oslo", ["Manglerud", "Alnabru"]],
    ["?area=Oslo&component=NO2", ["Manglerud"]],
    ["?area=&component=&at=&unknown=1", ["Danmarks plass", "Manglerud", "Alnabru", "Empty"]],
  ])("of %s are of %j", async (query, names) => {
    expect(rowsOf(await page(`/air${query}`)).map(([name]) => name)).toEqual(names);
  });

  test("are of stations and series that are marked as not visible too, as in the API", async () => {
    air.network.updateDirectory([
      station(5, "Unmarked", { area: "Elsewhere", isVisible: false }),
      series(43, 5, "PM10", { isVisible: false }),
    ]);
    air.newest(43, 12);
    expect(rowsOf(await page("/air?area=elsewhere"))).toEqual([
      ["Unmarked", "Elsewhere", "1 Low", "Particles, PM₁₀", "12.0", "12 minutes ago, 13:00–14:00"],
    ]);
  });

  test("of no station offer the filter to take away that brings most back", async () => {
    const html = await page("/air?area=Nowhere&component=NO2");
    expect(summaryOf(html)).toBe("No station matches.In all areas: 2 stations");
    expect(html).toContain('<a href="/air?component=NO2">');
    air.network.updateDirectory([3, 4].map((id) => ({ ...station(id, ""), deleted: true })));
    air.network.updateDirectory([station(6, "Sofienberg", { area: "Sofienberg" }), series(46, 6, "O3")]);
    expect(await page("/air?area=Sofienberg&component=NO2")).toContain(
      '<a href="/air?component=NO2">In all areas: 1 station',
    );
  });

  test.each(["area=oslo&component=pm10", "area=OSLO&component=PM10"])(
    "of %s have the network's names",
    async (query) => {
      const html = await page(`/air?${query}`);
      expect(html).toContain('<link rel="canonical" href="https://data.example.org/air?area=Oslo&amp;component=PM10">');
      expect(html).toContain('<option value="Oslo" selected>');
      expect(html).toContain('<option value="PM10" selected>');
    },
  );

  test.each(["area=Oslo,Bergen&component=no2, PM10", "area=oslo;Bergen;OSLO&component=NO2;pm10"])(
    "of several names (%s) are those of the API",
    async (query) => {
      const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(await page(`/air?${query}`)) ?? [];
      expect(canonical).toBe("https://data.example.org/air?area=Oslo%3BBergen&amp;component=NO2%3BPM10");
    },
  );

  test.each([
    ["area=ATLANTIS", "No station is in an area ATLANTIS."],
    ["area=Oslo,Atlantis", "No station is in an area Atlantis."],
    ["component=Dust", "No station measures a component Dust that the air-quality index covers."],
  ])("of a name that no station has (%s) name it as it was typed", async (query, detail) => {
    expect(await (await get(`/air?${query}`, AS_PROGRAM)).json()).toMatchObject({ detail });
  });

  test.each([
    ["area=Atlantis", "area-unknown", { name: "Bergen", path: "/air?area=Bergen" }],
    ["area=Oslo;Atlantis&component=PM10", "area-unknown", { name: "Oslo", path: "/air?area=Oslo" }],
    ["component=O3", "component-unknown", { name: "NO2", path: "/air?component=NO2" }],
    [
      "component=NO&at=2022-03-09T11:00",
      "component-unknown",
      { name: "PM10", path: "/air?component=PM10&at=2022-03-09T11%3A00" },
    ],
  ])("of a name that no station has (%s) are 404, and lead to those that there are", async (query, code, existing) => {
    const answer = await get(`/air?${query}`, AS_PROGRAM);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code, existing: expect.arrayContaining([existing]) }),
    ]);
  });

  test("that are old lead to their hour", async () => {
    air.network.updateDirectory([1, 2].map((id) => ({ ...station(id, ""), deleted: true })));
    air.newest(42, 250, "2022-03-01T12:00:00+01:00");
    const html = await page("/air");
    expect(rowsOf(html)[0]).toEqual([
      ...["Danmarks plass", "Bergen", "No class", "–", "–", "No value since 1 March 2022, 13:00"],
    ]);
    expect(summaryOf(html)).toContain("No station has a value of the last 3 hours.");
    expect(html).toContain('<a href="/air?at=2022-03-01T12%3A00">Show the last values, 1 March 2022, 12:00–13:00</a>');
  });

  test("of an empty network are none", async () => {
    air.network = new Network(norwegian, 60);
    expect(summaryOf(await page("/air"))).toBe("The network has no stations yet.");
    air.network.updateDirectory([station(1, "Manglerud"), series(38, 1, "PM10")]);
    expect(summaryOf(await page("/air"))).toBe("No station has a value yet.");
  });
});

describe("the values of an hour", () => {
  beforeEach(() => {
    air.hours = [
      [38, 11, 45],
      [39, 11, 210],
      [41, 11, 500, 0],
      [42, 11, 99],
    ];
  });

  test.each(["2022-03-09T11:00", "2022-03-09 11:59", "2022-03-09T10:30:00Z", "2022-03-09T11:00:00%2B01:00"])(
    "at %s are the valid ones, read at once",
    async (at) => {
      const html = await page(`/air?at=${at}`);
      expect(rowsOf(html)).toEqual([
        ["Manglerud", "Oslo", "3 High", "Nitrogen dioxide, NO₂", "210.0", "11:00–12:00"],
        ["Danmarks plass", "Bergen", "1 Low", "Nitrogen dioxide, NO₂", "99.0", "11:00–12:00"],
        ["Alnabru", "Oslo", "No class", "–", "–", "No value"],
        ["Empty", "Nowhere", "No class", "–", "–", "No value"],
      ]);
      expect(textOf(/<h1>.*?<\/h1>/s.exec(html)?.[0] ?? "")).toBe("Air quality, 9 March 2022, 11:00–12:00");
      expect(air.statements).toBe(2);
    },
  );

  test("lead to the hours beside, the newest values and the same data", async () => {
    const html = await page("/air?at=2022-03-09T11:00&component=NO2&lang=en");
    for (const link of [
      '<a href="/air?component=NO2&amp;at=2022-03-09T10%3A00&amp;lang=en" rel="nofollow">Earlier: 10:00–11:00</a>',
      '<a href="/air?component=NO2&amp;at=2022-03-09T12%3A00&amp;lang=en" rel="nofollow">Later: 12:00–13:00</a>',
      '<a href="/air?component=NO2&amp;lang=en" rel="nofollow">The newest values</a>',
      '<a href="/aq/historical/2022-03-09T11:00/2022-03-09T12:00/all.csv?components=NO2">CSV</a>',
      '<meta name="robots" content="noindex">',
    ]) {
      expect(html).toContain(link);
    }
    expect(html).not.toContain("live.");
  });

  test("leads to no data of other areas where an area has no station of the component", async () => {
    const html = await page("/air?at=2022-03-09T11:00&area=Bergen&component=PM10");
    expect(html).not.toContain("/aq/historical/");
  });

  test("of an area lead to the data of its stations alone", async () => {
    const html = await page("/air?at=2022-03-09T11:00&area=Oslo");
    const hour = "/aq/historical/2022-03-09T11:00/2022-03-09T12:00/all";
    expect(html).toContain(`<a href="${hour}?stations=Alnabru%3BManglerud">JSON</a>`);
    expect(html).toContain(`<a href="${hour}.csv?stations=Alnabru%3BManglerud">CSV</a>`);
  });

  test("do not lead to an hour that has not ended, nor let one be chosen", async () => {
    expect(await page("/air")).toContain(
      'Hour, UTC+1<input type="datetime-local" name="at" step="3600" max="2022-03-09T13:00"',
    );
    expect(await page("/air?at=2022-03-09T13:00")).not.toContain("Later:");
    expect(await page("/air")).toContain("Earlier: 12:00–13:00");
  });

  test("stand beside the worst of their day, which leads to its hour and to the week up to it", async () => {
    air.hours = [...air.hours, [42, 4, 260], [42, 5, 260]];
    const html = await page("/air?at=2022-03-09T11:00");
    expect(summaryOf(html)).toContain(
      "Worst today: 3 High Danmarks plass, Nitrogen dioxide, NO₂ 260.0 µg/m³, 04:00–05:00",
    );
    expect(html).toContain('<a href="/air?at=2022-03-09T04%3A00" rel="nofollow">');
    expect(html).toContain('<a href="/stations/1?component=NO2&amp;period=week&amp;from=2022-03-03">');
  });

  test.each(["0000-01-01", "0001-01-01T00:00", "9999-12-31T23:00"])("at %s are none", async (at) => {
    expect(summaryOf(await page(`/air?at=${at}`))).toBe("No station has a value of this hour.");
  });

  test.each(["yesterday", "2022-02-30", "2022-03-09T25:00", "2022-03-09T11:00:60"])("at %s are refused", async (at) => {
    const answer = await get(`/air?at=${at}`, { Accept: "text/html" });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, "text/html; charset=utf-8"]);
  });
});

describe("the page", () => {
  test("has what every page has", async () => {
    const answer = await get("/air?area=Oslo&component=PM10&lang=no&page=1");
    const html = await answer.text();
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://data.example.org/air?area=Oslo&amp;component=PM10">');
    expect(html).toContain(
      '<link rel="alternate" type="application/json" href="https://data.example.org/aq/utd?areas=Oslo&amp;components=PM10">',
    );
    expect(html).toContain("curl 'https://data.example.org/aq/utd?areas=Oslo&amp;components=PM10'");
    expect(html).toContain("<title>\u2068Luftkvalitet i Oslo: Svevestøv, PM₁₀\u2069</title>");
    expect(html).toContain('<body class="norwegian">');
    expect(answer.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    const again = await get("/air?area=Oslo&component=PM10&lang=no&page=1", {
      "If-None-Match": answer.headers.get("ETag") ?? "",
    });
    expect(again.status).toBe(304);
  });

  test("has each station on its map, in the colour of its class", async () => {
    const [, json = ""] = /<script type="application\/json">(.*?)<\/script>/s.exec(await page("/air")) ?? [];
    expect(JSON.parse(json).points.features).toHaveLength(4);
    expect(JSON.parse(json).points.features[0]).toMatchObject({
      geometry: { coordinates: [5.34, 60.37] },
      properties: {
        ...{ name: "Danmarks plass", href: "/stations/3", label: "3", colour: "#ff0000", rank: 3 },
        detail: "High: Nitrogen dioxide, NO₂ 250.0 µg/m³, 12:00–13:00",
      },
    });
  });

  test("explains every class, with its limits", async () => {
    const html = await page("/air");
    for (const { risk, effect, advice } of norwegian.classes) {
      for (const text of [risk, effect, advice]) expect(html).toContain(text.en);
    }
    for (const range of ["below 60", "60–120", "400 and above"]) expect(html).toContain(`<td>${range}</td>`);
  });

  test("writes values of any size", async () => {
    air.newest(38, 1.5e300);
    air.newest(41, -1e-12);
    const values = rowsOf(await page("/air?area=Oslo")).map(([, , , , value]) => value);
    expect(values).toEqual(["1.5E300", "0.0"]);
  });

  test("shows names of networks as text", async () => {
    const hostile = '<script>alert("1")</script>\u2069\u202e';
    air.network.updateDirectory([
      station(1, hostile, { area: `${hostile}&<b>` }),
      series(38, 1, hostile, { isVisible: true }),
      station(9, "x".repeat(200), { area: "ø".repeat(200) }),
    ]);
    for (const path of ["/air", `/air?area=${encodeURIComponent(`${hostile}&<b>`)}`]) {
      const html = await page(path);
      expect(strangeIn(html)).toEqual([]);
    }
  });

  test("of thousands of stations is small, and has pages", async () => {
    const ids = Array.from({ length: 3_000 }, (_, at) => at + 100);
    air.network.updateDirectory(
      ids.flatMap((id) => [station(id, `Station ${id}`, { area: `Area ${id % 300}` }), series(id, id, "PM10")]),
    );
    for (const id of ids) air.newest(id, id);
    const first = await page("/air");
    expect(gzipSync(first).length).toBeLessThan(60_000);
    expect(rowsOf(first)).toHaveLength(100);
    expect(first).toContain("Stations 1 to 100 of 3,004, the worst first.");
    expect(first).toContain('<a href="/air?page=2" rel="next">');
    const last = await page("/air?page=31");
    expect(rowsOf(last)).toHaveLength(4);
    expect(rowsOf(await page("/air?page=99999"))).toEqual(rowsOf(last));
    expect((await get("/air?page=0")).status).toBe(400);
  });
});
