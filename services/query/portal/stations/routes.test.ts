import { afterAll, describe, expect, test } from "vitest";
import { stations } from "../../../../contracts/views/stations.ts";
import { manglerud, measured, network, values } from "../../../../test/measurements/network-events.ts";
import { serveNetwork } from "../../../../test/measurements/served-network.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { seriesAdded, stationAdded, stationDeleted, stationUpdated } from "../../../../test/scripted-measurements.ts";
import { deletionTime } from "../../views/deletion-time.ts";
import type { ChartConfig } from "../components/chart-config.ts";
import { stationPageRoutes } from "./routes.ts";

const served = await serveNetwork(afterAll, {}, (measurements) =>
  stationPageRoutes({
    measurements,
    stationDeletedAt: (id) =>
      deletionTime(
        measurements.database,
        "0123456789ab",
        { view: stations, table: stations.tables.stations, column: "id" },
        id,
      ),
    identity,
    host: { ...host, termsUrl: "https://example.org/terms" },
  }),
);
const series = { unit: "µg/m³", timestep: 3600, isVisible: true, provider: "oslo" };
await served.project(
  ...network,
  // 8 March: 24 hours, of which two are missing and one is invalid; 9 March: 13 hours.
  values(38, "2022-03-08T00:00+01:00", [...Array.from({ length: 10 }, () => 20), null, null]),
  values(38, "2022-03-08T12:00+01:00", [130, ...Array.from({ length: 11 }, () => 20)]),
  measured(38, "2022-03-08T23:00+01:00", 777, { isValid: false }),
  values(38, "2022-03-09T00:00+01:00", [...Array.from({ length: 12 }, () => 30), 61.5]),
  values(39, "2020-02-29T00:00+01:00", [5, 7, 9]),
);

const get = (path: string, headers: Record<string, string> = {}) => served.get(path, headers);
const page = async (path: string) => {
  const answer = await get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};
/** The text of the page without its markup, in one line. */
const textOf = (html: string) =>
  html
    .slice(Math.max(0, html.indexOf("<main")))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\u2068\u2069]/g, "")
    .replaceAll(/\s+/g, " ");
const charts = (html: string): ChartConfig[] =>
  [...html.matchAll(/data-chart="([^"]*)"/g)].map(([, json = ""]) =>
    JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")),
  );
const section = (html: string, id: number) =>
  html.slice(html.indexOf(`aria-labelledby="series-${id}"`)).split("</section><section aria-labelledby")[0] ?? "";

describe("a station's page", () => {
  test("says which station it is, in English and in Norwegian", async () => {
    const english = await get("/stations/1");
    expect(english.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      vary: expect.stringMatching(/Accept, Accept-Language/),
    });
    expect(english.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('<link rel="canonical" href="https://data.example.org/stations/1?period=week">');
    expect(english.text.match(/<h1>/g)).toHaveLength(1);
    for (const fact of ["Manglerud", "Oslo", "Stor-Oslo", "EoI code NO0071A", "59.89864° N, 10.8149° E"]) {
      expect(textOf(english.text)).toContain(fact);
    }
    expect(english.text).toContain('<a href="/air?area=Oslo"><bdi class="text">Oslo</bdi></a>');
    const norwegian = await get("/stations/1", { "Accept-Language": "nn, en;q=0.5" });
    expect(norwegian.text).toContain('<html lang="nb">');
    expect(textOf(norwegian.text)).toContain("Døgn og klokkeslett følger målenettets tid, UTC+1 hele året.");
    expect(await page("/stations/1?lang=no")).toContain("/stations/1?period=day&amp;lang=no");
  });

  test("has each component's newest value with its class, and what the worst one means", async () => {
    const text = textOf(await page("/stations/1"));
    expect(text).toContain("Newest value: 61.5 µg/m³ 2 Moderate 9 March 2022, 12:00–13:00");
    expect(text).toContain("The air now, by Particles, PM₁₀: 2 Moderate Some people with asthma");
    expect(text).toContain("Newest value: 9.0 µg/m³ 1 Low 29 February 2020, 02:00–03:00 Not up to date.");
    expect(text).toContain("There is no valid value yet.");
  });

  test("ends its period with the day of the newest value, and says so in the network's days", async () => {
    const text = textOf(await page("/stations/1"));
    expect(text).toContain("3 March 2022 – 9 March 2022. Days and times are the network's, in UTC+1 all year.");
    expect(textOf(await page("/stations/1?period=day"))).toContain("9 March 2022. Days and times");
    expect(textOf(await page("/stations/1?period=month&from=2022-02-01"))).toContain(
      "1 February 2022 – 28 February 2022.",
    );
  });

  test("names the component that is nearest to its limit where several have the worst class, as the page of the air", async () => {
    await served.project(
      stationAdded({ ...manglerud, id: 62, name: "Two" }),
      seriesAdded({ ...series, id: 63, station: 62, component: "PM10" }),
      seriesAdded({ ...series, id: 64, station: 62, component: "NO2" }),
      values(63, "2022-03-09T12:00+01:00", [10]),
      values(64, "2022-03-09T12:00+01:00", [80]),
    );
    expect(textOf(await page("/stations/62"))).toContain("The air now, by Nitrogen dioxide, NO₂: 1 Low");
  });

  test("has gaps as wide as its table, with the classes of the index or without them", async () => {
    await served.project(
      seriesAdded({ ...series, id: 65, station: 62, component: "NO" }),
      values(65, "2022-03-09T00:00+01:00", [5, null, null, 7]),
    );
    for (const id of [63, 65]) {
      const html = section(await page("/stations/62?period=day&from=2022-03-09"), id);
      const heads = /<thead>.*?<\/thead>/s.exec(html)?.[0].match(/<th /g)?.length ?? 0;
      const [, span = ""] = /colSpan="(\d)"/i.exec(html) ?? [];
      expect([id, Number(span) + 1]).toEqual([id, heads]);
    }
  });

  test("has a table of the values with classes, invalid ones and gaps", async () => {
    const table = textOf(section(await page("/stations/1?period=day&from=2022-03-08"), 38));
    expect(table).toContain("8 March 2022, 09:00–10:00 20.0 1 Low valid 8 March 2022, 10:00–12:00 no value");
    expect(table).toContain("8 March 2022, 12:00–13:00 130.0 3 High valid");
    expect(table).toContain("8 March 2022, 23:00–00:00 777.0 invalid");
  });

  test("has the means that the API has", async () => {
    const html = section(await page("/stations/1?period=week&component=pm10"), 38);
    const [
      {
        values: [mean],
      },
    ] = (await get("/agg/day/2022-03-08/2022-03-08/ids/38")).json<[{ values: [{ value: number }] }]>();
    expect(mean.value).toBeCloseTo((20 * 20 + 130) / 21);
    expect(textOf(html)).toContain("Daily mean Highest hourly mean of the day Highest running 8-hour mean of the day");
    expect(textOf(html)).toContain("8 March 2022 25.2 130.0 38.3");
    // 13 hours are too few for a daily mean.
    expect(textOf(html)).toMatch(/9 March 2022 – –/);
    expect(html).toContain('href="/agg/max8hour/2022-03-03/2022-03-09/ids/38.csv"');
  });

  test("has daily means in the table of a long period, and monthly means of a year", async () => {
    const text = textOf(section(await page("/stations/1?period=month&from=2022-03-01"), 38));
    expect(text).toContain("The table has daily means; all values are in the CSV.");
    expect(text).toContain("8 March 2022 25.2 88 9 March 2022 – 54");
    expect(textOf(section(await page("/stations/1?period=year&from=2022-01-01"), 38))).toMatch(
      /Monthly mean .*1 March 2022 – 31 March 2022 –/,
    );
  });

  test("links the values of exactly its period as CSV and as a call, from which the chart is drawn", async () => {
    const html = await page("/stations/1?period=week&from=2022-03-03&component=PM10");
    const [chart] = charts(html);
    const address = "/aq/historical/2022-03-03/2022-03-09/ids/38?showinvalid=true";
    expect(html).toContain(`href="${address}"`);
    expect(chart?.lines.map((line) => line.values)).toEqual([address, "/agg/day/2022-03-03/2022-03-09/ids/38"]);
    expect(chart).toMatchObject({
      begin: Date.parse("2022-03-03T00:00+01:00") / 1000,
      end: Date.parse("2022-03-10T00:00+01:00") / 1000,
      offset: 60,
      bands: [
        { name: "Low", colour: "index-1", from: 0, to: 60 },
        {},
        {},
        { name: "Extremely high", from: 400, to: null },
      ],
    });
    expect((await get(address)).json<{ values: unknown[] }[]>()[0]?.values).toHaveLength(35);
    const csv = await get(address.replace("?", ".csv?"));
    expect(csv.text.split("\r\n")).toHaveLength(37);
    expect(html).toContain(
      `<link rel="alternate" type="text/csv" href="https://data.example.org${address.replace("?", ".csv?").replaceAll("&", "&amp;")}" title="PM10">`,
    );
  });

  test("links the periods before and after it while there are values, and the other lengths", async () => {
    const html = await page("/stations/1?period=day&from=2022-03-08&component=pm10");
    for (const link of [
      "period=day&amp;from=2022-03-07",
      "period=day&amp;from=2022-03-09",
      "period=week&amp;from=2022-03-02",
    ]) {
      expect(html).toContain(`href="/stations/1?component=PM10&amp;${link}"`);
    }
    expect(html).toContain('href="/stations/1?component=PM10&amp;period=day"');
    const newest = await page("/stations/1");
    expect(newest).toContain('rel="prev"');
    expect(newest).not.toContain('rel="next"');
    expect(await page("/stations/1?from=2020-01-01")).not.toContain('rel="prev"');
  });

  test("shows the asked components alone, in any case, names them in its title, and links the others", async () => {
    const html = await page("/stations/1?component=no2");
    const title = (of: string) => (/<title>(.*?)<\/title>/.exec(of)?.[1] ?? "").replaceAll(/[\u2068\u2069]/g, "");
    expect(title(html)).toBe("Manglerud: Nitrogen dioxide, NO₂, 3 March 2022 – 9 March 2022");
    expect(title(await page("/stations/1"))).toBe("Manglerud: measurements, 3 March 2022 – 9 March 2022");
    expect(charts(html)).toHaveLength(1);
    expect(html).toContain('<option value="NO2" selected>');
    expect(html).toContain('href="/stations/1?component=PM10&amp;period=week"');
    expect(html).toContain(
      '<link rel="canonical" href="https://data.example.org/stations/1?component=NO2&amp;period=week">',
    );
    expect(charts(await page("/stations/1?component="))).toHaveLength(3);
  });

  test("draws series of every step, without classes where the index has none", async () => {
    await served.project(
      values(46, "2022-03-09T00:00+01:00", [1, 2], { timestep: 600 }),
      values(47, "2022-03-08T00:00+01:00", [3, 4], { timestep: 86400 }),
    );
    const aker = charts(await page("/stations/2?period=month"));
    expect(aker.map(({ lines, bands }) => [lines.length, bands.length])).toEqual([
      [2, 4],
      [2, 0],
      [1, 0],
    ]);
    expect(aker[2]?.lines[0]?.values).toMatch(/^\/obs\/historical\//);
    const html = await page("/stations/2?period=month");
    const names = [/<h2[^>]*>(.*?)<\/h2>/gs, /<section class="table"[^>]* aria-label="([^"]+)"/g].map((pattern) =>
      Array.from(html.matchAll(pattern), ([, name]) => name),
    );
    for (const each of names) expect(new Set(each).size).toBe(each.length);
    expect(textOf(await page("/stations/2?period=year"))).toContain("8 March 2022 3.0 valid 9 March 2022 4.0 valid");
  });

  test("shows what is marked as not visible, with that mark, as the API does", async () => {
    const html = await page("/stations/3");
    expect(html).toContain('id="series-42"');
    expect(textOf(section(html, 42))).toContain("hourly values, marked as not visible");
    expect(textOf(html)).toContain("Marked as visible no");
    expect(html).not.toContain('<meta name="robots" content="noindex">');
    expect(textOf(await page("/stations/1"))).not.toMatch(/marked as/i);
  });

  test("can be revalidated, and stays as it is while nothing changes", async () => {
    const { headers } = await get("/stations/1?period=day");
    expect((await get("/stations/1?period=day", { "If-None-Match": headers["etag"] ?? "" })).status).toBe(304);
  });
});

describe("without a page", () => {
  test.each([
    "/stations/99",
    "/stations/0",
    "/stations/Manglerud",
    "/stations/1e3",
    "/stations/9999999999",
    "/stations/%00",
  ])("%s is 404, as a page for browsers", async (path) => {
    expect((await get(path, AS_PROGRAM)).json()).toMatchObject({ status: 404, code: "station-unknown" });
    const browser = await get(path, { Accept: "text/html" });
    expect([browser.status, browser.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("a component that the station does not measure is 404, and leads to those that it does", async () => {
    const asked = "/stations/1?component=NO2;XYZ&period=month";
    expect((await get(asked, AS_PROGRAM)).json()).toMatchObject({
      status: 404,
      code: "component-unknown",
      existing: expect.arrayContaining([{ name: "PM10", path: "/stations/1?component=PM10&period=month" }]),
    });
  });

  test.each([
    "period=decade",
    "from=yesterday",
    "from=2022-02-30",
    "from=2022-03-09T13:00",
    "lang=de",
    "period=day&period=day",
  ])("what can't be read (%s) is 400", async (query) => {
    expect((await get(`/stations/1?${query}`, AS_PROGRAM)).json()).toMatchObject({
      status: 400,
      code: "parameter-invalid",
    });
  });

  test.each([
    "x=1",
    "component=NO2,pm10",
    "component=;",
    "from=",
    "from=0000-01-01&period=year",
    "from=9999-12-31&period=year",
    "period=day&from=1970-01-01",
  ])("%s is answered", async (query) => {
    expect(textOf(await page(`/stations/1?${query}`))).toContain("Manglerud");
  });
});

describe("stations that change", () => {
  test("are found by their id under their new name, and are gone once deleted", async () => {
    const station = { ...manglerud, id: 60, name: "Before" };
    await served.project(stationAdded(station), seriesAdded({ ...series, id: 60, station: 60, component: "O3" }));
    expect(await page("/stations/60")).toContain(">Before</bdi></h1>");
    await served.project(stationUpdated({ ...station, name: "After" }));
    expect(await page("/stations/60")).toContain(">After</bdi></h1>");
    await served.project(stationDeleted(60));
    const gone = await get("/stations/60", AS_PROGRAM);
    expect(gone.json()).toMatchObject({ status: 410, code: "station-deleted", deleted: expect.stringMatching(/Z$/) });
  });

  test("without series, and without values, say so", async () => {
    await served.project(stationAdded({ ...manglerud, id: 61, name: "Bare" }));
    expect(textOf(await page("/stations/61"))).toContain("The station has no time series.");
    expect(textOf(await page("/stations/4"))).toContain("There are no values in this period.");
  });
});

describe("hostile texts", () => {
  test.each([
    ["scripts", `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`],
    ["odd characters", "\u2069\u202Eright to left\u202C \u0007 \u2028 Ａ̈́ עברית"],
    ["100,000 characters", "<b>&".repeat(25_000)],
  ])("of a station (%s) are shown as text", async (_, hostile) => {
    const texts = Object.fromEntries(
      ["name", "zone", "municipality", "area", "type", "eoi", "owner", "status", "description"].map((name) => [
        name,
        hostile,
      ]),
    );
    // Names have at most 200 characters.
    const name = hostile.slice(0, 200);
    await served.project(
      stationAdded({ ...manglerud, ...texts, id: 70 }),
      ...Array.from({ length: 60 }, (_, each) =>
        seriesAdded({ ...series, unit: name, id: 100 + each, station: 70, component: `${each}${name}` }),
      ),
      values(100, "2022-03-09T00:00+01:00", [1, 2, 3]),
    );
    const html = await page("/stations/70");
    expect(strangeIn(html)).toEqual([]);
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    await served.project(stationDeleted(70));
  });
});
