import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { silent } from "../../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { sharedGrid } from "../../../../test/uv-grids.ts";
import type { UvGrid } from "../../uv/grid.ts";
import { ForecastPool } from "../../uv/pool.ts";
import { uvRoutes } from "../../uv/routes.ts";
import { uvPageRoutes } from "./routes.ts";

const pool = new ForecastPool(silent);
afterAll(() => pool.close());
let grid: UvGrid | undefined;
let now = "";
const uv = { forecast: () => grid, pool, clock: () => new Date(now) };
const base = await serveRoutes(afterAll, [
  ...uvPageRoutes({
    uv,
    identity,
    host: { ...host, operator: "Institute <A&B>" },
    read: unlimitedRead,
  }),
  ...uvRoutes({ ...uv, read: unlimitedRead }),
]);

beforeEach(() => {
  grid = sharedGrid({ day: "2026-06-21", fields: { ozone_du: () => 320, cloud_fraction: () => 0.5 } });
  now = "2026-06-21T09:30:00Z";
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
const textOf = (html: string) => html.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, "");
async function page(path: string, headers: Record<string, string> = {}) {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  return response.text();
}

describe("the page", () => {
  test("has what every page has, and the same data for programs", async () => {
    const response = await get("/uv?lat=69.65&lon=18.96&unknown=1");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    expect(response.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    const html = await response.text();
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://data.example.org/uv?lat=69.65&amp;lon=18.96">');
    expect(html).toContain('type="application/json" href="https://data.example.org/uv/forecast/69.65/18.96"');
    expect(html).not.toMatch(/ style=|<style|onclick=/);
    expect(html.length).toBeLessThan(100_000);
    const again = await get("/uv?lat=69.65&lon=18.96&unknown=1", {
      "If-None-Match": response.headers.get("ETag") ?? "",
    });
    expect(again.status).toBe(304);
  });

  test("says the number of the hour, the highest one, what they mean and what to do", async () => {
    const html = await page("/uv?place=Oslo&hour=2026-06-21T11:00Z");
    const { forecasts } = await (await get("/uv/forecast/59.91/10.75?culture=en")).json();
    const shown = (index: number) => `<b>${index.toFixed(1)}</b> Moderate`;
    expect(html).toContain(shown(forecasts[0].today[11].index));
    expect(html).toContain(shown(forecasts[0].days[0].max.index));
    expect(html).toMatch(/Protect yourself: .* Protection is needed from \d\d:00 to \d\d:00\./);
    expect(html).toContain("All times are those of Europe/Oslo (");
    expect(html).toContain("test model, issued");
    expect(html).toContain("Forecast by: Example Centre (CC-BY-4.0).");
    expect(html).toContain("Places: GeoNames, CC BY 4.0.");
  });

  test("is of Oslo where no place is named, in the language that is asked for", async () => {
    expect(await page("/uv")).toContain("<h1>UV index: Oslo, Norway</h1>");
    const norwegian = await page("/uv?lang=no&place=");
    expect(norwegian).toContain("<h1>UV-indeks: Oslo, Norge</h1>");
    expect(norwegian).toContain('<html lang="nb">');
    expect(norwegian).toContain('<input type="hidden" name="lang" value="no"');
    expect(norwegian).toMatch(/href="\/uv\?[^"]*hour=[^"]*lang=no#world"|href="\/uv\?[^"]*lang=no[^"]*#world"/);
    expect(await page("/uv", { "Accept-Language": "nn" })).toContain("Hvor lenge til du blir solbrent?");
  });

  test.each(["Tromsø", "tromso", "TROMSØ, Norway", "Tromsø, Norge"])("finds %s by its name", async (place) => {
    const html = await page(`/uv?${new URLSearchParams({ place })}`);
    expect(html).toContain("<h1>UV index: Tromsø, Norway</h1>");
  });

  test("offers other places of the same name", async () => {
    const html = await page("/uv?place=Bergen");
    expect(html).toMatch(/<a href="\/uv\?lat=[\d.]+&amp;lon=[\d.]+">Bergen, (Germany|Netherlands)<\/a>/);
  });

  test("names the coordinates where no place is near", async () => {
    expect(await page("/uv?lat=-40&lon=-120.5")).toContain("<h1>UV index: 40° S, 120.5° W</h1>");
    expect(await page("/uv?lat=69.9&lon=18.96")).toMatch(/<h1>UV index: .*, Norway \(\d+ km away\)<\/h1>/);
  });

  test("of a name that no place has says so and asks again", async () => {
    const html = await page(`/uv?${new URLSearchParams({ place: "<script>alert(1)</script>\u202E" })}`);
    expect(html).toContain("No place is found whose name begins with “&lt;script>");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain("<script>alert");
  });

  test("without a published forecast tells of the clear sky", async () => {
    grid = undefined;
    const html = await page("/uv");
    expect(html).toContain("Without clouds: none are known for this day.");
    expect(html).toContain("the map shows usual ozone without clouds");
    expect(html).not.toContain("Forecast by:");
    grid = sharedGrid({ day: "2025-01-01" });
    expect(await page("/uv")).toContain("the map shows usual ozone without clouds");
  });

  test("says nothing of the highest index of a day whose noon the forecast does not have", async () => {
    now = "2026-12-22T03:30:00Z";
    grid = undefined;
    expect(await page("/uv?lat=34.05&lon=-118.24")).toMatch(
      /Monday 21 December<\/th><td>–<\/td><td>–<\/td><td>06:5\d<\/td><td>16:4\d<\/td>/,
    );
  });

  test.each([
    ["2026-12-21T12:00:00Z", "lat=78.22&lon=15.65", /The index is 0 at all hours.*the sun does not rise in the day/s],
    ["2026-06-21T12:00:00Z", "lat=90&lon=0", /UV index: 90° N, 0° E/],
    ["2026-06-21T12:00:00Z", "lat=-90&lon=-180", /UV index: 90° S, 180° W/],
    ["2026-06-21T00:30:00Z", "lat=-17.8&lon=180", /Pacific\/Fiji/],
    ["2026-06-21T20:30:00Z", "place=Oslo", /No protection needed/],
  ])("stands at %s for %s", async (time, query, expected) => {
    now = time;
    grid = undefined;
    expect(textOf(await page(`/uv?${query}`))).toMatch(expected);
  });

  test.each([
    ["lat=91&lon=0", "lat"],
    ["lat=0&lon=-180.5", "lon"],
    ["lat=10", "lon"],
    ["lon=10", "lat"],
    ["lat=x&lon=1", "lat"],
    ["hour=noon", "hour"],
    ["skin=7", "skin"],
    ["date=2026-02-30", "date"],
    ["date=9999-12-31", "date"],
    ["date=0001-01-01", "date"],
    ["time=25:00", "time"],
    ["surface=6", "surface"],
    ["altitude=-1", "altitude"],
    ["ozone=99", "ozone"],
    ["lang=de", "lang"],
    [`place=${"x".repeat(300)}`, "place"],
  ])("that is asked for with %s is 400, naming %s", async (query, name) => {
    const response = await get(`/uv?${query}`, AS_PROGRAM);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "parameter-invalid", errors: [{ path: name }] });
    const html = await get(`/uv?${query}`, { Accept: "text/html" });
    expect([html.status, html.headers.get("Content-Type")]).toEqual([400, "text/html; charset=utf-8"]);
  });

  test("is admitted as forecasts are", async () => {
    const admit = vi.spyOn(pool, "admit");
    await page("/uv");
    expect(admit).toHaveBeenCalledTimes(1);
    admit.mockRestore();
  });

  test("shows the texts of a forecast's producer as texts", async () => {
    const hostile = `</script><img src=x onerror=alert(1)>\u202E${"x".repeat(2000)}`;
    grid = { ...sharedGrid({ day: "2026-06-21" }), source: hostile, attribution: hostile, licence: hostile };
    const html = await page("/uv");
    expect(html).not.toMatch(/<img src=x/);
    expect(html.length).toBeLessThan(100_000);
  });
});

describe("the map of the world", () => {
  test("is a picture of the hour, with links to the others", async () => {
    const html = await page("/uv?hour=2026-06-21T14:59:00%2B02:00");
    expect(html).toContain('<img src="/uv/map/2026-06-21T12:00:00Z"');
    expect(html).toMatch(/alt="Map of the UV index of the world, .* near 23° N, 0° E/);
    for (const [name, hour] of [
      ["Hour before", "11"],
      ["Hour after", "13"],
      ["The present hour", "09"],
    ]) {
      expect(html).toContain(`<a href="/uv?hour=2026-06-21T${hour}%3A00%3A00Z#world">${name}</a>`);
    }
    expect((await get("/uv/map/2026-06-21T12:00:00Z")).headers.get("Content-Type")).toBe("image/png");
    const [coast] = /\/assets\/coastline-\w+\.svg/.exec(html) ?? [];
    expect(host.assets.files.map(({ path }) => path)).toContain(coast);
  });

  test("has a legend in numbers and words", async () => {
    const text = textOf(await page("/uv"));
    for (const words of ["0–2 Low", "3–5 Moderate", "6–7 High", "8–10 Very high", "11+ Extreme"]) {
      expect(text.replace(/\s+/g, " ")).toContain(words);
    }
  });

  test("of an hour that the forecast does not reach is that of the present one, as the page says", async () => {
    const html = await page("/uv?hour=2020-01-01T00:00");
    expect(html).toContain("The forecast does not reach the hour that was asked for.");
    expect(html).toContain('<img src="/uv/map/2026-06-21T09:00:00Z"');
  });

  test("gives the slider every hour", async () => {
    const [, json = ""] = /<script type="application\/json">(.*?)<\/script>/s.exec(await page("/uv")) ?? [];
    const { chosen, hours } = JSON.parse(json);
    expect([chosen, hours.length]).toEqual([9, 72]);
    expect(hours[9]).toMatchObject({ instant: "2026-06-21T09:00:00Z", isPresent: true });
  });
});

describe("the calculator", () => {
  /** What the calculator asks the API. */
  const requestIn = (html: string): object => {
    const [, body = ""] = /&lt;&lt;'JSON'\n(.*?)\nJSON/s.exec(html.replaceAll("&quot;", '"')) ?? [];
    return JSON.parse(body);
  };

  test("says how long at noon in Tromsø in June until a sunburn, as the API does", async () => {
    now = "2026-11-27T20:00:00Z";
    grid = undefined;
    const html = await page("/uv?place=Tromsø&date=2026-06-21&time=12:00&skin=2");
    const request = requestIn(html);
    expect(request).toMatchObject({ latitude: 69.65, month: 6, day: 21, time: 10, dose_product: "E" });
    const api = await fetch(`${base}/uv/vitd`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const { exposure_minutes: minutes } = await api.json();
    const whole = Math.round(minutes);
    const duration = whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
    expect(textOf(html)).toContain(
      `Unprotected skin of type 2 burns after ${duration} in the sun: in Tromsø, Norway, from Sunday 21 June at 12:00 CEST to`,
    );
    expect(html).toContain("This is an estimate, not medical advice.");
    expect(textOf(html)).toContain("Sky: cloudless, since no forecast of clouds covers the hour.");
    expect(html).toContain('<option value="2" selected>');
  });

  test("takes today's ozone from the forecast, another day's from the climatology, or the one that is given", async () => {
    const ozone = async (query: string) => /Ozone: ([\d.,]+) DU/.exec(await page(`/uv?${query}`))?.[1];
    expect(await ozone("place=Oslo")).toBe("320");
    expect(await ozone("place=Oslo&date=2026-12-01")).toMatch(/^33\d/);
    expect(await ozone("place=Oslo&ozone=250")).toBe("250");
  });

  test("counts with the forecast's clouds of the hour, or with the sky that is chosen", async () => {
    const clouded = (cover: number) =>
      sharedGrid({ day: "2026-06-21", fields: { ozone_du: () => 320, cloud_fraction: () => cover } });
    grid = clouded(0.7);
    const html = await page("/uv?place=Oslo&time=13:00");
    expect(html).toMatch(/&quot;sky&quot;: 2\n/);
    expect(textOf(html)).toMatch(
      /Sky: broken clouds, which is nearest to the forecast's clouds of the hour \(they leave 5\d%/,
    );
    expect(html).toContain('<select name="sky"><option value>as in the forecast</option><option value="0">');
    grid = clouded(0.05);
    expect(textOf(await page("/uv?place=Oslo"))).toContain("Sky: cloudless, which is nearest");
    const chosen = await page("/uv?place=Oslo&sky=3");
    expect(textOf(chosen)).toContain("Sky: overcast. Ground:");
    expect(chosen).toContain('<option value="3" selected>');
  });

  describe("that starts in the dark", () => {
    const skyIn = async (query: string) => {
      const html = await page(`/uv?${query}`);
      expect(html).toContain('<select name="sky"><option value>as in the forecast</option><option value="0">');
      return /Sky: (.*?)\. Ground:/.exec(textOf(html))?.[1];
    };

    test.each(["00:30", "02:00", "03:58"])(
      "at %s counts with the clouds of the first full hour with light",
      async (time) => {
        grid = sharedGrid({ day: "2026-06-21", fields: { cloud_fraction: () => 0.7 } });
        expect(await skyIn(`place=Oslo&time=${time}`)).toMatch(
          /^broken clouds, which is nearest to the forecast's clouds of the first full hour with light \(they leave \d\d%/,
        );
      },
    );

    test("after sunset counts with the clouds of the next morning", async () => {
      const cover = (step: number) => (step < 8 ? 0 : 1);
      grid = sharedGrid({ day: "2026-06-21", fields: { cloud_fraction: cover } });
      expect(await skyIn("place=Oslo&time=22:55")).toMatch(/^overcast, .* of the first full hour with light/);
    });

    test("tells a night without end from hours that no forecast covers", async () => {
      now = "2026-12-21T09:30:00Z";
      grid = sharedGrid({ day: "2026-12-21", fields: { cloud_fraction: () => 0.7 } });
      const dark = "cloudless, since the sun is up at no full hour of the day that follows";
      expect(await skyIn("place=Tromsø&time=12:00")).toBe(dark);
      expect(await skyIn("place=Oslo&time=12:00&date=2026-12-28")).toBe(
        "cloudless, since no forecast of clouds covers the hour",
      );
    });
  });

  test("says when the dose is not reached, and what share of it is", async () => {
    const text = textOf(await page("/uv?place=Oslo&date=2026-12-21"));
    expect(text).toMatch(/No sunburn: in Oslo, Norway unprotected skin of type 2 gets \d+% of the dose/);
  });

  describe("counts both doses from sunrise where the begin is before it,", () => {
    const WAIT = /The wait until sunrise is (\d) h (\d+) min\./;
    const VITAMIN = /The dose for 1,000 IU of vitamin D takes (?:(\d) h )?(\d+) min in the sun/;
    const minutesIn = (text: string, pattern: RegExp): number => {
      const [, hours = "0", minutes = ""] = pattern.exec(text) ?? [];
      return Number(hours) * 60 + Number(minutes);
    };

    test.each([
      ["and says the wait", "date=2026-06-21&time=02:00&sky=0", /^Unprotected skin/],
      ["also where the skin does not burn", "date=2026-10-01&time=05:00&sky=3", /^No sunburn/],
    ])("%s", async (_what, query, answer) => {
      const html = await page(`/uv?place=Oslo&${query}`);
      const text = textOf(html.slice(html.indexOf('class="answer"')).replace(/^[^>]*>/, ""));
      expect(text).toMatch(answer);
      const body = JSON.stringify({ ...requestIn(html), dose_product: "F" });
      const headers = { "Content-Type": "application/json" };
      const api = await fetch(`${base}/uv/vitd`, { method: "POST", headers, body });
      const { exposure_minutes: whole, sun_minutes: inSun } = await api.json();
      expect(minutesIn(text, WAIT)).toBe(Math.round(whole - inSun));
      expect(Math.abs(minutesIn(text, VITAMIN) - inSun)).toBeLessThan(1);
    });

    test("and names the day of the end where that is another one", async () => {
      expect(textOf(await page("/uv?place=Oslo&date=2026-06-20&time=23:30&skin=1"))).toMatch(
        /from Saturday 20 June at 23:30 CEST to Sunday 21 June at \d\d:\d\d\./,
      );
    });
  });
});
