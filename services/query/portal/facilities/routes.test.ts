import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as example from "../../../../contracts/routes/examples.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import type { Station } from "../../../../contracts/station.ts";
import type { SearchEngine } from "../../../../platform/search/port.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { FacilityList } from "../../facilities/facility-list.ts";
import { facilityPageRoutes } from "./routes.ts";

const { facility } = example;
const DELETED = "2024-05-01T12:00:00.000Z";

let list: FacilityList;
let stations: Station[];
/** What the engine answers, and what it was asked. */
let hits: { _id: string; fields: Record<string, string[]> }[];
let asked: { query: unknown; size: number } | undefined;

const engine: SearchEngine = {
  search: async ({ body }) => {
    asked = JSON.parse(Buffer.from(body).toString());
    const answer = JSON.stringify({ hits: { total: { value: hits.length }, hits: hits.slice(0, asked?.size) } });
    return {
      body: (async function* () {
        yield Buffer.from(answer);
      })(),
    };
  },
};

const base = await serveRoutes(
  afterAll,
  facilityPageRoutes({
    facilities: () => list,
    facilityDeletedAt: async (slug) => (slug === slugOf("deleted") ? DELETED : undefined),
    stations: () => stations,
    engineFor: () => engine,
    identity,
    host,
    read: unlimitedRead,
  }),
);

/** Makes a registry of these facilities. */
function register(...facilities: readonly { readonly identifier: string; readonly [member: string]: unknown }[]): void {
  list = new FacilityList(facilities.map((each) => ({ identifier: each.identifier, document: JSON.stringify(each) })));
}

beforeEach(() => {
  register(facility, { identifier: "0lym", name: "Ähtäri", country_code: "FI" });
  stations = [];
  hits = [];
  asked = undefined;
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
const page = `/facilities/${slugOf(facility.identifier)}`;

/** The names of the facilities in the table. */
const listed = (html: string) =>
  Array.from(html.matchAll(/<th scope="row"><a [^>]*><bdi[^>]*>([^<]*)/g), ([, name]) => name);

describe("the page of all facilities", () => {
  test("has a table of them by name, with links, and their map", async () => {
    const html = await text("/facilities");
    expect(listed(html)).toEqual(["Ähtäri", "Jülich"]);
    expect(html).toContain(`<a href="${page}"><bdi class="text">Jülich</bdi></a>`);
    expect(html).toContain("50.9089° N, 6.4131° E, 111 m above sea level");
    expect(html).toContain("2 facilities");
    expect(html).toContain(`"points":"/facilities.geojson?lang=en"`);
    expect(html).toMatch(/<script type="module" src="\/assets\/map-[^"]+"/);
  });

  test("says what it is to browsers, search engines and programs", async () => {
    const response = await get("/facilities");
    const html = await response.text();
    expect(response.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    expect(html).toContain(`<link rel="canonical" href="https://data.example.org/facilities">`);
    expect(html).toContain(
      `<link rel="alternate" type="application/json" href="https://data.example.org/api/facilities">`,
    );
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).not.toContain("noindex");
  });

  test.each([
    ["julich", ["Jülich"]],
    ["  ÄHT ", ["Ähtäri"]],
    ["56kt", ["Jülich"]],
    ["FI", ["Ähtäri"]],
    ["finland", ["Ähtäri"]],
    ["tyskland", ["Jülich"]],
    ["i", ["Ähtäri", "Jülich"]],
  ])("finds those with %j in their name, identifier or country", async (q, names) => {
    const html = await text(`/facilities?${new URLSearchParams({ q })}`);
    expect(listed(html)).toEqual(names);
    expect(html).toContain(`value="${q.trim()}"`);
    expect(html).toContain("noindex");
  });

  test.each([
    ["tromso", ["Tromsø"]],
    ["Tromsoe", ["Tromsø"]],
    ["weissenstein", ["Weißenstein"]],
    ["LODZ", ["Łódź"]],
    ["x-band", ["X‐band ™"]],
    ["xband", []],
    ["tm", ["X‐band ™"]],
    ["tromso tos", []],
    // As it is written, and only where nothing is, as it may be meant.
    ["ue", ["Ruegen"]],
  ])("finds %j as the search does, whatever letters and dashes the name has", async (q, names) => {
    register(
      { identifier: "tos", name: "Tromsø" },
      { identifier: "wei", name: "Weißenstein" },
      { identifier: "lod", name: "Łódź" },
      { identifier: "xbr", name: "X‐band ™" },
      { identifier: "rug", name: "Ruegen" },
    );
    expect(listed(await text(`/facilities?${new URLSearchParams({ q })}`))).toEqual(names);
  });

  test("says what the API call gets, and keeps what is found of that", async () => {
    const codeOf = (html: string) => /<pre[^>]*><code>(.*?)<\/code>/s.exec(html)?.[1]?.replaceAll("&quot;", '"');
    const all = "curl 'https://data.example.org/api/facilities'";
    expect(codeOf(await text("/facilities"))).toBe(all);
    const found = await text("/facilities?q=jul");
    expect(codeOf(found)).toBe(`${all} \\\n  | jq '[.[] | select(.identifier | IN("56kt"))]'`);
    expect(found).toContain("jq keeps those found here");
    expect(found).toContain('href="/docs/facilities#route-listFacilities"');
    const nothing = await text("/facilities?q=nowhere");
    expect(codeOf(nothing)).toBe(all);
    expect(nothing).toContain("The API has no search for facilities: the call gets all of them.");
  });

  test("shows on the map what is found", async () => {
    const html = await text("/facilities?q=Jülich");
    expect(html).toContain(`"coordinates":[6.4131,50.9089]`);
    expect(html).not.toContain('"points":"/facilities.geojson');
  });

  test("says so where nothing is found, and offers all", async () => {
    const html = await text("/facilities?q=<b>nowhere");
    expect(html).toContain("No facility has “&lt;b>nowhere” in its name, identifier or country.");
    expect(html).toContain(`<a href="/facilities">Show all</a>`);
    expect(html).toContain("<title>\u2068&lt;b&gt;nowhere · Facilities\u2069</title>");
  });

  test("is whole for an empty registry", async () => {
    register();
    const response = await get("/facilities?page=7");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("There is no facility yet.");
  });

  test("is in Norwegian for those who ask, and keeps that in links and forms", async () => {
    const html = await text("/facilities?lang=no");
    expect(html).toContain(`<html lang="nb">`);
    expect(html).toContain(`<a href="${page}?lang=no">`);
    expect(html).toContain(`<input type="hidden" name="lang" value="no"`);
    expect(await text("/facilities", { "Accept-Language": "nn" })).toContain("2 anlegg");
  });

  test("of ten thousand facilities stays under 100 KB on the wire, in pages", async () => {
    const many = Array.from({ length: 10_000 }, (_, number) => ({
      identifier: `f${slugOf(String(number)).slice(0, 8)}`,
      name: `Station ${number} ${slugOf(`name ${number}`)}`,
      location: { type: "Point", coordinates: [(number % 360) - 180, (number % 180) - 90] },
    }));
    register(...many);
    for (const path of ["/facilities", "/facilities?q=station", "/facilities?page=50", "/facilities?page=100000"]) {
      const html = await text(path);
      expect(gzipSync(html).length).toBeLessThan(100_000);
      expect(listed(html)).toHaveLength(200);
    }
    const last = await text("/facilities?page=100000");
    expect(last).toContain(`aria-current="page" aria-label="Page 50"`);
    expect(last).toContain(`<a href="/facilities?page=49" rel="prev">`);
    expect(last).toContain("<title>\u2068Facilities · Page 50\u2069</title>");
    expect(await text("/facilities?q=station")).toContain("The map shows the first 300 of them.");
  });

  test.each(["page=first", "page=-1", "page=0", "q=a&q=b", "lang=de"])("refuses %s with a page", async (query) => {
    const response = await get(`/facilities?${query}`, { Accept: "text/html" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([400, "text/html; charset=utf-8"]);
  });
});

describe("the points of all facilities", () => {
  test("are GeoJSON of those that have a location", async () => {
    const response = await get("/facilities.geojson");
    expect(response.headers.get("Content-Type")).toBe("application/geo+json; charset=utf-8");
    expect(await response.json()).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [6.4131, 50.9089] },
          properties: { id: slugOf(facility.identifier), name: "Jülich", detail: "Germany", href: page },
        },
      ],
    });
  });

  test("name countries in the language that is asked for, as the page does that shows them", async () => {
    expect(await text("/facilities?lang=no")).toContain('"points":"/facilities.geojson?lang=no"');
    expect(await text("/facilities.geojson?lang=no")).toContain('"detail":"Tyskland"');
    expect(await text("/facilities?q=jul&lang=no")).toContain('"detail":"Tyskland"');
    expect((await get("/facilities.geojson?lang=de")).status).toBe(400);
  });

  test("can be revalidated until the registry changes", async () => {
    const again = { "If-None-Match": (await get("/facilities.geojson")).headers.get("ETag") ?? "" };
    expect((await get("/facilities.geojson", again)).status).toBe(304);
    register(facility, { ...facility, identifier: "other" });
    expect((await get("/facilities.geojson", again)).status).toBe(200);
  });
});

describe("the page of a facility", () => {
  test("has its members, its place, and its JSON", async () => {
    const html = await text(page);
    expect(html).toContain(`<h1><bdi class="text">Jülich</bdi></h1>`);
    expect(html).toContain("50.9089° N, 6.4131° E");
    expect(html).toContain(`"coordinates":[6.4131,50.9089]`);
    expect(html).toContain(`<dt title="actris_national_facility">`);
    expect(html).toContain(`<link rel="canonical" href="https://data.example.org${page}">`);
    expect(html).toContain(`type="application/json" href="https://data.example.org/api/facilities/56kt"`);
  });

  test("has its newest datasets, their number, and the search in them", async () => {
    hits = Array.from({ length: 12 }, (_, number) => ({
      _id: `pid ${number}`,
      fields: {
        "identification.title.keyword": [`Ozone <${number}>`],
        "temporal_extent.time_period_begin": ["2024-05-01T00:00:00.000Z"],
        "temporal_extent.time_period_end": ["2024-05-02T00:00:00.000Z"],
      },
    }));
    const html = await text(page);
    expect(asked).toMatchObject({ query: { bool: { filter: [{ term: { "facility.identifier.keyword": "56kt" } }] } } });
    expect(listed(html)).toHaveLength(10);
    expect(html).toContain(`<a href="/records/${slugOf("pid 0")}"><bdi class="text">Ozone &lt;0></bdi></a>`);
    expect(html).toContain("1 May 2024");
    expect(html).toContain(`<a href="/search?facility=56kt">Search in all 12 datasets</a>`);
  });

  test("says that it has none", async () => {
    expect(await text(page)).toContain("No dataset belongs to this facility.");
  });

  test("has its stations", async () => {
    const place = { zone: "z", municipality: "m", type: "t", latitude: 50, longitude: 6, isVisible: true };
    stations = ["56kt", "other"].map((of, id) => ({ ...place, id, name: `At ${of}`, area: "Rhine", facility: of }));
    const html = await text(page);
    expect(html).toContain(`<a href="/stations/0"><bdi class="text">At 56kt</bdi></a>`);
    expect(html).not.toContain("At other");
  });

  test.each([
    ["of scripts", "<script>alert(1)</script>"],
    ["of a hundred thousand characters", "å".repeat(100_000)],
    ["from right to left", "\u2069\u202eمحطة\u0000\ud800"],
  ])("shows texts %s as text", async (_, hostile) => {
    const { identifier } = facility;
    register({
      ...facility,
      identifier,
      name: hostile,
      country_code: hostile,
      description: hostile,
      [hostile]: hostile,
    });
    stations = [
      {
        id: 1,
        name: hostile,
        area: hostile,
        zone: "",
        municipality: "",
        type: "",
        latitude: 0,
        longitude: 0,
        isVisible: true,
        facility: identifier,
      },
    ];
    hits = [{ _id: hostile, fields: { "identification.title.keyword": [hostile] } }];
    for (const path of ["/facilities", page, "/facilities?q=å"]) {
      const html = await text(path);
      expect(strangeIn(html)).toEqual([]);
      expect(gzipSync(html).length).toBeLessThan(100_000);
      expect(html.length).toBeLessThan(500_000);
    }
  });

  test("needs nothing but the identifier", async () => {
    register({ identifier: "a/b?c", name: null, location: null, facility_type: null });
    const html = await text(`/facilities/${slugOf("a/b?c")}`);
    expect(html).toContain(`<h1><bdi class="text">a/b?c</bdi></h1>`);
    expect(html).toContain("/api/facilities/a%2Fb%3Fc");
    expect(html).not.toContain(`class="map"`);
  });

  test("that never was is a 404 page", async () => {
    for (const slug of [slugOf("never"), "UPPER", "%00", "__proto__"]) {
      const response = await get(`/facilities/${slug}`, { Accept: "text/html" });
      expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
  });

  test("that was deleted is 410 with the time", async () => {
    const path = `/facilities/${slugOf("deleted")}`;
    const response = await get(path, AS_PROGRAM);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: "facility-deleted", deleted: DELETED });
  });
});
