import { afterAll, describe, expect, test } from "vitest";
import type { Parameters } from "../../../../contracts/routes/parameter.ts";
import { getAirPage } from "../../../../contracts/routes/portal/air.ts";
import { searchPage } from "../../../../contracts/routes/portal/search.ts";
import { getStationPage } from "../../../../contracts/routes/portal/stations.ts";
import { getUvPage } from "../../../../contracts/routes/portal/uv.ts";
import type { RouteDeclaration } from "../../../../contracts/routes/route.ts";
import { readConfig } from "../../../../platform/config.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { failurePageSender } from "./send-failure.ts";

/** A page that does no more than read its parameters. */
const served = <Declared extends Parameters>(declaration: RouteDeclaration<Declared>) =>
  unlimitedRead(declaration, ({ parameters, response }) => {
    response.json(Object.keys(parameters));
  });
const routes = [served(searchPage), served(getUvPage), served(getAirPage), served(getStationPage)];
const base = await serveRoutes(afterAll, routes, readConfig({}), failurePageSender(host, identity));

async function page(path: string, status = 400): Promise<string> {
  const response = await fetch(base + path, { headers: { Accept: "text/html,*/*;q=0.8" } });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([status, "text/html; charset=utf-8"]);
  return response.text();
}

/** The fields of the form by name, with what stands in them. */
function fieldsOf(html: string): readonly (readonly [name: string, value: string | undefined])[] {
  const [, form = ""] = /<form class="correction"(.*?)<\/form>/s.exec(html) ?? [];
  return [...form.matchAll(/<input ([^>]*)\/>/g)].map(([, attributes = ""]) => [
    / ?name="([^"]*)"/.exec(attributes)?.[1] ?? "",
    /value="([^"]*)"/.exec(attributes)?.[1],
  ]);
}

describe("a search that can't be read", () => {
  test("comes back as its form, with what was typed, and says what is wrong on top and at the field", async () => {
    const html = await page(
      "/search?q=ozone&facility=oslo&facility=zugs&type=&sort=title&page=3&from=2024-02-01&to=2024-01-01",
    );
    expect(html).toContain("<h1>Datasets</h1>");
    expect(html).toContain("<title>\u2068Error: Datasets\u2069</title>");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toMatch(/role="alert".*?<a href="#to">To must not lie before From<\/a>/s);
    expect(html).toMatch(/<p class="wrong" id="to-wrong">.*?To must not lie before From<\/p>/s);
    expect(html).toMatch(/<input id="to"[^>]* aria-invalid="true" aria-describedby="to-wrong" type="date"\/>/);
    expect(fieldsOf(html)).toEqual([
      ["q", "ozone"],
      ["from", "2024-02-01"],
      ["to", "2024-01-01"],
      ["bbox", undefined],
      ["facility", "oslo"],
      ["facility", "zugs"],
      ["sort", "title"],
    ]);
  });

  test("is read once what is wrong is put right", async () => {
    const html = await page("/search?q=ozone&facility=oslo&to=2024-02-30");
    const put = fieldsOf(html).map(([name, value = ""]) => [name, name === "to" ? "2024-02-29" : value]);
    const answer = await fetch(`${base}/search?${new URLSearchParams(put)}`);
    expect(answer.status).toBe(200);
  });

  test.each([
    ["from=yesterday", "from", "From must be a date that exists, such as 2024-05-01", "yesterday"],
    ["to=2023-02-30", "to", "To must be a date that exists, such as 2024-05-01", "2023-02-30"],
    ["bbox=the+Alps", "bbox", "Area must be west, south, east and north in degrees", "the Alps"],
    [`q=${"x".repeat(301)}`, "q", "Words must have at most 300 characters", "x".repeat(301)],
    ["q=a&q=b", "q", "Words must be given once", "a"],
  ])("says of %s what it must be", async (query, name, rule, typed) => {
    const html = await page(`/search?${query}`);
    expect(html).toContain(`<a href="#${name}">${rule}`);
    const [, input = ""] = new RegExp(`<input (id="${name}"[^>]*)/>`).exec(html) ?? [];
    // A field for dates would not show it.
    expect(input).toContain(`type="${name === "q" ? "search" : "text"}"`);
    expect(input).toContain(`value="${typed}"`);
  });

  test("lists what is wrong in the order of the fields", async () => {
    const html = await page("/search?bbox=1&to=2&from=3");
    expect([...html.matchAll(/<a href="#(from|to|bbox)"/g)].map(([, name]) => name)).toEqual(["from", "to", "bbox"]);
  });

  test("names what has no field, and leaves it out", async () => {
    const html = await page("/search?q=ozone&sort=best&page=0");
    expect(html).toContain("must be one of relevance, newest, period, title");
    expect(html).not.toContain('href="#sort"');
    expect(fieldsOf(html).map(([name]) => name)).toEqual(["q", "from", "to", "bbox"]);
  });

  test("is written in the language of the request, which the form keeps", async () => {
    const html = await page("/search?lang=no&from=i+g%C3%A5r");
    expect(html).toContain("Fra må være en dato som finnes");
    expect(html).toContain('<input type="hidden" name="lang" value="no"/>');
  });

  test("shows what was typed as text", async () => {
    const script = `"><script>alert(1)</script><img src=x>\u202E`;
    const html = await page(`/search?${new URLSearchParams({ bbox: script, facility: script, sort: script })}`);
    expect(html).not.toMatch(/<script>|<img/);
  });

  test("is a problem document for programs", async () => {
    const response = await fetch(`${base}/search?from=yesterday`, { headers: AS_PROGRAM });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      400,
      "application/problem+json; charset=utf-8",
    ]);
  });
});

test.each(["/search/", "/SEARCH", "/Search/"])("a search at %s comes back as its form, too", async (path) => {
  expect(fieldsOf(await page(`${path}?q=ozone&from=x`))).toContainEqual(["q", "ozone"]);
});

test("names in any case, which the page of the air reads, are those of its fields", async () => {
  const html = await page("/Air/?&AT=x&Area=Oslo&LANG=no&");
  expect(html).toContain('<html lang="nb">');
  expect(fieldsOf(html)).toEqual(
    expect.arrayContaining([
      ["at", "x"],
      ["area", "Oslo"],
      ["lang", "no"],
    ]),
  );
});

test("the hour of the air is corrected in its field, with the area and the component kept", async () => {
  const html = await page("/air?area=Oslo&component=NO2&at=13+o%27clock");
  expect(html).toContain('<a href="#at">Hour must be a time that exists, such as 2024-05-01T13:00</a>');
  expect(fieldsOf(html)).toEqual([
    ["at", "13 o'clock"],
    ["component", "NO2"],
    ["area", "Oslo"],
  ]);
});

test.each([
  ["lat=91&lon=10", "lat", "Degrees north must be a number from -90 to 90"],
  ["lat=60", "lon", "Degrees east is missing; it must be a number from -180 to 180"],
  ["lon=10&lat=+", "lat", "Degrees north is missing; it must be a number from -90 to 90"],
  ["date=1850-01-01", "date", "Date must be a date between 1 January 1900 and 31 December 2100"],
  ["time=noon", "time", "Start must be a time of day, such as 12:00"],
  ["ozone=much", "ozone", "Ozone in DU (empty: usual) must be a number from 100 to 600"],
])("what the page of the UV index can't read (%s) is corrected in its field", async (query, name, rule) => {
  const html = await page(`/uv?${query}&skin=3`);
  expect(html).toContain(`<a href="#${name}">${rule}`);
  expect(fieldsOf(html)).toContainEqual(["skin", "3"]);
});

test.each(["2022-02-30", "yesterday", "2022-03-09T13:00"])(
  "the first day of a station's period (%s) is corrected in its field, with the component and the period kept",
  async (from) => {
    const html = await page(`/stations/17?component=NO2&period=month&from=${from}`);
    expect(html).toContain('<a href="#from">First day must be a date that exists, such as 2024-05-01</a>');
    expect(html).toContain('<form class="correction" action="/stations/17">');
    expect(fieldsOf(html)).toEqual([
      ["from", from],
      ["component", "NO2"],
      ["period", "month"],
    ]);
  },
);
