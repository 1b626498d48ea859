import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { slugOf } from "../../../../contracts/slug.ts";
import type { Station } from "../../../../contracts/station.ts";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { manglerud } from "../../../../test/known-series.ts";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { silent } from "../../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { schemaOrgCatalogue } from "../../dataset/schema-org.ts";
import { FacilityList } from "../../facilities/facility-list.ts";
import { Network } from "../../measurements/network.ts";
import type { NetworkContent } from "../../measurements/parts.ts";
import { ForecastPool } from "../../uv/pool.ts";
import { startPageRoutes } from "./routes.ts";

const juelich = {
  identifier: "juelich",
  name: "Jülich",
  location: { type: "Point", coordinates: [6.41, 50.91, 111] },
};
const NOW = Date.parse("2026-06-21T12:20:00Z");
const HOUR = 3600;
const LAST_HOUR = Date.parse("2026-06-21T11:00:00Z") / 1000;
const settings = { utcOffset: 60, index: norwegian, upToDateHours: 6 };

let records: number;
let facilities: FacilityList;
let network: Network;
beforeEach(() => {
  records = 12_345;
  facilities = new FacilityList([{ identifier: juelich.identifier, document: JSON.stringify(juelich) }]);
  network = new Network(norwegian, settings.utcOffset);
});

/** Adds a station with a series of NO₂ whose newest hourly mean has this value and end. */
function addStation(station: Station, value: number, to = LAST_HOUR + HOUR): void {
  const { id } = station;
  const series = { id, station: id, component: "NO2", unit: "µg/m³", timestep: HOUR, isVisible: true, provider: "p" };
  const row = { id, deleted: false, changeSequence: 1 };
  network.updateDirectory([
    { ...row, kind: "station", document: JSON.stringify(station) },
    { ...row, kind: "series", document: JSON.stringify(series) },
  ]);
  const from = to - HOUR;
  const newest = { firstFrom: from, newestFrom: from, newestValue: value, validFrom: from, validValue: value };
  network.updateNewest([{ series: id, changeSequence: 1, ...newest }], NOW);
}

const pool = new ForecastPool(silent);
afterAll(() => pool.close());
// The page reads nothing else of the content.
const content = () => ({ network: () => network }) as unknown as NetworkContent;
const base = await serveRoutes(
  afterAll,
  startPageRoutes({
    countRecords: async () => records,
    facilities: () => facilities,
    measurements: { current: content, settings, clock: () => new Date(NOW) },
    uv: { forecast: () => undefined, pool, clock: () => new Date(NOW) },
    identity,
    host: { ...host, operator: "Institute <A&B>", termsUrl: "https://example.org/terms" },
    read: unlimitedRead,
  }),
);

const get = (query = "", headers: Record<string, string> = {}) => fetch(`${base}/${query}`, { headers });
const text = async (query = "", headers: Record<string, string> = {}) => (await get(query, headers)).text();

describe("the start page", () => {
  test("has what every page has", async () => {
    const response = await get("", { Accept: "*/*" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(response.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    expect(response.headers.get("Set-Cookie")).toBeNull();
    const page = await response.text();
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toContain('<link rel="canonical" href="https://data.example.org/">');
    expect(page).toContain("Institute &lt;A&amp;B>");
    expect(page).toContain('href="https://example.org/terms"');
    const again = await get("", { "If-None-Match": response.headers.get("ETag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("searches, and counts what is here", async () => {
    addStation(manglerud, 10);
    const page = await text();
    expect(page).toMatch(/<form [^>]*action="\/search"[^>]*>.*<input type="search" name="q"/s);
    expect(page).toContain('<a href="/search">12,345 datasets</a>');
    expect(page).toContain('<a href="/facilities">1 facility</a>');
    expect(page).toContain('<a href="/air">1 station of air quality</a>');
  });

  test("shows the highest index of each area, with its value and hour in the network's offset", async () => {
    addStation(manglerud, 120);
    addStation({ ...manglerud, id: 18, name: "Sofienberg" }, 30);
    addStation({ ...manglerud, id: 19, name: "Danmarks plass", area: "Bergen" }, 250, LAST_HOUR - 10 * HOUR);
    const page = await text();
    const rows = [...page.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([row]) => row);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('href="/air?area=Oslo"');
    expect(rows[0]).toContain('<span class="badge index-2"><b>2</b> Moderate</span>');
    expect(rows[0]).toContain('href="/stations/17"');
    expect(rows[0]).toContain("Nitrogen dioxide, NO₂");
    expect(rows[0]).toContain("120");
    expect(rows[0]).toContain("12:00–13:00");
    expect(rows[1]).toContain("Bergen");
    expect(rows[1]).toContain("No class");
  });

  test("shows today's UV index at a place, in the place's zone", async () => {
    const page = await text();
    expect(page).toMatch(/<p class="figure"><strong>[4-7](\.\d)?<\/strong> (Moderate|High)/);
    expect(page).toMatch(/Oslo, at <time datetime="2026-06-21T1[01]:\d0:00Z">1[23]:\d0<\/time> \(Europe\/Oslo\)/);
    expect(page).toMatch(/href="\/uv\?lat=59\.\d+&amp;lon=10\.\d+"/);
  });

  test("shows facilities and stations on a map, these with their index", async () => {
    addStation(manglerud, 120);
    const [, json = ""] = /<script type="application\/json">(.*?)<\/script>/.exec(await text("?lang=no")) ?? [];
    const { points } = JSON.parse(json);
    expect(points.features).toMatchObject([
      {
        geometry: { coordinates: juelich.location.coordinates.slice(0, 2) },
        properties: { name: "Jülich", href: `/facilities/${slugOf(juelich.identifier)}?lang=no`, detail: "Anlegg" },
      },
      {
        geometry: { coordinates: [manglerud.longitude, manglerud.latitude] },
        properties: { name: "Manglerud", href: "/stations/17?lang=no", label: "2", colour: "#ff9900", rank: 2 },
      },
    ]);
  });

  test("holds the catalogue as JSON-LD", async () => {
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await text()) ?? [];
    const operator = "Institute <A&B>";
    expect(JSON.parse(json)).toEqual(
      schemaOrgCatalogue({ address: "https://data.example.org/", name: `airlog: ${operator}`, operator }),
    );
  });

  test("explains the dots of its map, and leads to the tables that say the same", async () => {
    addStation(manglerud, 120);
    const page = await text();
    const [legend = ""] = /<ul class="line map-legend".*?<\/ul>/s.exec(page) ?? [];
    for (const { index, name } of norwegian.classes) expect(legend).toContain(`<b>${index}</b> ${name.en}`);
    expect(legend).toContain('<span class="map-dot"></span> Facility');
    expect(page).toMatch(/As tables:<\/li><li><a href="\/facilities">.*?<\/li><li><a href="\/air">/);
  });

  test("is in Norwegian where that is asked for, and its links keep that", async () => {
    addStation(manglerud, 120);
    const page = await text("?lang=no");
    expect(page).toContain('<html lang="nb">');
    expect(page).toContain('<a href="/search?lang=no">12\u00a0345 datasett</a>');
    expect(page).toContain('<input type="hidden" name="lang" value="no"/>');
    expect(page).toContain('href="/stations/17?lang=no"');
    expect(page).toContain("Moderat");
    expect(await text("", { "Accept-Language": "nn" })).toContain('<html lang="nb">');
  });

  test("of an empty system is whole", async () => {
    records = 0;
    facilities = new FacilityList([]);
    const page = await text();
    expect(page).toContain("0 datasets");
    expect(page).toContain("No station has values that are up to date.");
    expect(page).not.toContain("<table");
  });

  test("shows hostile names as text, cut", async () => {
    const name = `</script><img src=x onerror=alert(1)>\u2069\u202E${"x".repeat(150)}`;
    addStation({ ...manglerud, name, area: name }, 120);
    const page = await text();
    expect(strangeIn(page)).toEqual([]);
    expect(page.length).toBeLessThan(20_000);
  });

  test("refuses a language that there is not, and ignores what it does not know", async () => {
    expect((await get("?lang=de")).status).toBe(400);
    expect((await get("?x=1")).status).toBe(200);
  });
});
