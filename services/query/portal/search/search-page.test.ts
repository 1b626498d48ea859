import { beforeAll, describe, expect, test } from "vitest";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { type Catalogue, catalogueOf, RECORDS, titlesOf } from "../../../../test/search-pages.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await catalogueOf(RECORDS);
});

describe("the page", () => {
  test("has what every page has", async () => {
    const response = await catalogue.get("/search");
    expect(response.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    const tag = response.headers.get("ETag") ?? "";
    expect((await catalogue.get("/search", { "If-None-Match": tag })).status).toBe(304);
    const html = await response.text();
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('<input type="search" name="q"');
    expect(html).toContain('<link rel="canonical" href="https://data.example.org/search">');
    expect(html).toContain('rel="alternate" type="application/json"');
    expect(html).not.toContain("noindex");
    expect(html).not.toMatch(/\sstyle=|<script(?! type="(module|application\/json)")/);
  });

  test.each(["?q=ozone", "?facility=oslo", "?page=2", "?sort=title", "?facet=type"])(
    "of %s is left out by search engines",
    async (query) => {
      expect(await catalogue.page(query)).toContain('<meta name="robots" content="noindex">');
    },
  );

  test("has a map of the facilities of what is found", async () => {
    const mapOf = (html: string) =>
      JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? "{}");
    const { points, form } = mapOf(await catalogue.page("?q=ozone"));
    expect(points.features).toMatchObject([
      {
        geometry: { coordinates: [10.98, 47.42] },
        properties: { name: "Zugspitze", detail: "2 datasets", href: "/search?q=ozone&facility=zugs" },
      },
      { properties: { name: "Oslo & omegn", detail: "1 dataset" } },
    ]);
    expect(await catalogue.page("")).toContain(`<form action="/search" id="${form}"`);
    expect(mapOf(await catalogue.page("?facility=oslo")).points.features).toHaveLength(1);
    expect(mapOf(await catalogue.page("?bbox=170,-10,-170,10")).box).toEqual([170, -10, 190, 10]);
  });

  test("shows an API call that finds the same", async () => {
    const html = await catalogue.page(`?${new URLSearchParams({ q: "ozone", facility: "oslo", from: "2000-01-01" })}`);
    const [, code = ""] = /<details class="api-call">.*?<code>(.*?)<\/code>/s.exec(html) ?? [];
    const command = code.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
    const [, body = ""] = /<<'JSON'\n(.*)\nJSON$/s.exec(command) ?? [];
    const answer = await fetch(`${catalogue.base}/api/metadata/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    expect(await answer.json()).toMatchObject({
      response: { hits: { total: { value: 1 }, hits: [{ _id: "pid:2" }] } },
    });
    const [, address = ""] = /type="application\/json" href="https:\/\/data.example.org([^"]*)"/.exec(html) ?? [];
    const same = await fetch(catalogue.base + address.replaceAll("&amp;", "&"));
    expect(await same.json()).toMatchObject({ response: { hits: { total: { value: 1 } } } });
  });

  test("is written in the language that is asked for, and its links keep it", async () => {
    const html = await catalogue.page("?q=ozone&lang=no");
    expect(html).toContain('<html lang="nb">');
    expect(html).toContain("3 datasett");
    expect(html).toContain('<input type="hidden" name="lang" value="no"/>');
    const links = [...html.matchAll(/href="(\/search\?[^"]*)"/g)].map(([, href = ""]) => href);
    const others = links.filter((href) => !href.includes("lang=no"));
    // The link to the other language alone.
    expect(others).toEqual([expect.stringContaining("lang=en")]);
  });
});

describe("hostile", () => {
  const script = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`;
  const odd = "\u2069\u202Eright to left\u202C \u0002 \uFDD0 \uFDD1 \uD800 \u{1F6F0} \u2028 Ａ̈́ עברית";
  const long = "<b>& ".repeat(20_000);

  test.each([
    ["scripts", script],
    ["odd characters", odd],
    ["texts of 100,000 characters", long],
  ])("records with %s are shown as text", async (_, hostile) => {
    const facility = { identifier: hostile, name: hostile };
    const variable = {
      variable_name: hostile,
      variable_matrix: hostile,
      instrument: [{ instrument_type: hostile }],
      framework: [{ framework: hostile }],
    };
    const given = {
      title: hostile,
      abstract: hostile,
      facility,
      variables: [variable],
      repository: hostile,
      type: hostile,
    };
    const { get } = await catalogueOf({ "pid:1": given, "pid:2": given });
    for (const query of ["", "?q=alert", "?q=right", "?q=b"]) {
      const response = await get(`/search${query}`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(strangeIn(html)).toEqual([]);
      expect(html.length).toBeLessThan(400_000);
    }
  });

  test("words and filters of the URL are shown as text", async () => {
    for (const text of [script, odd, "'; rm -rf /; '"]) {
      const html = await catalogue.page(`?${new URLSearchParams({ q: text, facility: text, variable: text })}`);
      expect(strangeIn(html)).toEqual([]);
      const [, code = ""] = /<details class="api-call">.*?<code>(.*?)<\/code>/s.exec(html) ?? [];
      // A shell takes everything up to the line of the end mark as it stands.
      const [, body = ""] = /^curl '[^']*' [^<]*&lt;&lt;'JSON'\n(.*)\nJSON$/s.exec(code) ?? [];
      expect(body).toContain("simple_query_string");
      expect(body.split("\n")).not.toContain("JSON");
    }
  });

  test("records without any member that results show have results", async () => {
    const { page } = await catalogueOf({ "pid:1": { title: "", abstract: "", facility: null, variables: [] } });
    expect(titlesOf(await page(""))).toEqual(["pid:1"]);
  });

  test("records with more variables than a page has room for are shown with less of them", async () => {
    const variables = Array.from({ length: 20_000 }, (_, at) => ({
      variable_name: `a variable with a long name, number ${at} ${"x".repeat(150)}`,
      variable_matrix: "m",
    }));
    const { page } = await catalogueOf({ "pid:1": { title: "Many variables", variables } });
    const html = await page("");
    expect(titlesOf(html)).toEqual(["Many variables"]);
    expect(html.length).toBeLessThan(100_000);
  });
});
