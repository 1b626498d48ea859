import { beforeAll, describe, expect, test } from "vitest";
import { MAX_FILTER_VALUES } from "../../../../contracts/routes/portal/search.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import {
  type Catalogue,
  catalogueOf,
  countOf,
  counts,
  facetOf,
  RECORDS,
  titlesOf,
} from "../../../../test/search-pages.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await catalogueOf(RECORDS);
});

describe("a search", () => {
  test("by words shows what has all of them, the best match first, with the found words marked", async () => {
    const html = await catalogue.page("?q=ozone");
    expect(countOf(html)).toBe("3 datasets");
    expect(titlesOf(html).at(-1)).toBe("A radar of 1999");
    expect(html).toContain("<mark>Ozone</mark> profiles at Zugspitze");
    expect(html).toContain("Vertical <mark>ozone</mark> by lidar in the Alps.");
    expect(titlesOf(await catalogue.page("?q=ozone+oslo"))).toEqual(["Ozone at Oslo"]);
  });

  test("finds the beginning of the last word too", async () => {
    expect(titlesOf(await catalogue.page("?q=ozone+profi"))).toEqual(["Ozone profiles at Zugspitze"]);
    expect(titlesOf(await catalogue.page("?q=ozo"))).toHaveLength(3);
  });

  test.each([
    ["ozone -oslo -1999", ["Ozone profiles at Zugspitze"]],
    ['"ozone at"', ["Ozone at Oslo"]],
    ["profiles|hourly", ["Ozone at Oslo", "Ozone profiles at Zugspitze"]],
    ["pid:3", ["Clouds at Oslo"]],
  ])("reads %s as people mean it", async (q, titles) => {
    const html = await catalogue.page(`?${new URLSearchParams({ q })}`);
    expect(titlesOf(html).sort()).toEqual(titles);
  });

  test.each([
    '"',
    "'",
    '"ozone',
    "ozone)",
    "(((",
    "~",
    "ozone~~2",
    "*",
    "a*",
    "-",
    "- -",
    "\\",
    "AND OR",
    "|",
    "+",
    "/ozone/",
    "{}",
    "ozone:[1 TO",
  ])("never refuses %s", async (q) => {
    expect((await catalogue.get(`/search?${new URLSearchParams({ q })}`)).status).toBe(200);
  });

  test.each([
    ["?from=2000-01-01", 3],
    ["?to=1999-12-31", 1],
    ["?from=1999-12-31&to=1999-12-31", 1],
    ["?from=2023-05-31&to=2023-06-30", 3],
    ["?bbox=10,47,11,48", 2],
    ["?bbox=170,-90,-170,90", 0],
    ["?facility=oslo", 2],
    ["?facility=oslo&facility=zugs", 4],
    ["?facility=oslo&variable=radar+reflectivity", 1],
    ["?instrument=cloud+radar&repository=CLU&type=observation&matrix=cloud+phase", 1],
    ["?framework=CLOUDNET", 2],
    ["?q=&facility=&from=&to=&bbox=&sort=&page=&facet=", 4],
    ["?unknown=1", 4],
  ])("%s finds %i", async (query, total) => {
    expect(countOf(await catalogue.page(query))).toBe(total === 1 ? "1 dataset" : `${total} datasets`);
  });

  test.each([
    ["", ["Ozone at Oslo", "Ozone profiles at Zugspitze", "Clouds at Oslo", "A radar of 1999"], 0],
    ["?sort=title", ["A radar of 1999", "Clouds at Oslo", "Ozone at Oslo", "Ozone profiles at Zugspitze"], 4],
    ["?sort=period", ["A radar of 1999"], -1],
  ])("%s is in its order", async (query, titles, shown) => {
    const found = titlesOf(await catalogue.page(query));
    if (shown === -1) expect(found.at(-1)).toBe(titles[0]);
    else expect(shown === 0 ? found[0] : found).toEqual(shown === 0 ? titles[0] : titles);
  });

  test("without words has no best match, and is in the order of the newest", async () => {
    const html = await catalogue.page("?sort=relevance");
    expect(titlesOf(html)[0]).toBe("Ozone at Oslo");
    expect(html).not.toContain("Best match");
    expect(html).toMatch(/<a [^>]*aria-current="true"[^>]*>Newest<\/a>/);
  });

  test("shows title, facility, period and variables, and leads to the record", async () => {
    const html = await catalogue.page("?q=clouds");
    expect(html).toContain(`<a href="/records/${slugOf("pid:3")}">`);
    expect(html).toContain("Oslo &amp; omegn");
    expect(html).toContain('<time datetime="2023-05-01T00:00:00Z">1 May 2023</time>');
    expect(html).toContain("radar reflectivity");
  });

  test("takes one search of the engine a page", async () => {
    const before = catalogue.asked.length;
    await catalogue.page("?facility=oslo&from=2000-01-01");
    expect(catalogue.asked.length - before).toBe(1);
  });
});

describe("filters", () => {
  test("say how many datasets each value would leave, those of a filter without itself", async () => {
    const all = await catalogue.page("");
    expect(counts(all, "facility")).toEqual({ Zugspitze: 2, "Oslo &amp; omegn": 2 });
    expect(counts(all, "variable")).toEqual({ "ozone amount fraction": 2, "radar reflectivity": 2 });
    const chosen = await catalogue.page("?facility=oslo&type=model");
    expect(counts(chosen, "facility")).toEqual({ "Oslo &amp; omegn": 1, Zugspitze: 0 });
    expect(counts(chosen, "type")).toEqual({ model: 1, observation: 1 });
    expect(counts(chosen, "variable")).toEqual({ "radar reflectivity": 1, "ozone amount fraction": 0 });
  });

  test("say what their numbers count to those who do not see the list", async () => {
    const html = await catalogue.page("?q=profiles");
    const spoken = (count: string, unit: string) =>
      `<span class="count">${count}</span> <span class="visually-hidden">${unit}</span>`;
    expect(html).toContain(`Zugspitze</bdi> ${spoken("1", "dataset")}`);
    expect(html).toContain(`Oslo &amp; omegn</bdi> ${spoken("0", "datasets")}`);
    expect(await catalogue.page("?lang=no")).toContain(spoken("2", "datasett"));
  });

  test("lead to the same search with the value added, or without it", async () => {
    const html = await catalogue.page("?q=oslo&facility=oslo&page=2&lang=en");
    const [chosen] = facetOf(html, "facility");
    expect(chosen?.href).toBe("/search?q=oslo&lang=en");
    const added = facetOf(html, "type").find(({ label }) => label === "model");
    expect(added?.href).toBe("/search?q=oslo&facility=oslo&type=model&lang=en");
    expect(countOf(await (await catalogue.get(added?.href ?? "")).text())).toBe("1 dataset");
  });

  test("that are chosen stand on top and can be taken away, all of them at once too", async () => {
    const html = await catalogue.page("?q=ozone&facility=oslo&from=2020-01-01&bbox=0,0,20,70");
    const [, chosen = ""] = /<ul class="line chosen"(.*?)<\/ul>/s.exec(html) ?? [];
    for (const left of [
      "/search?facility=oslo&amp;from=2020-01-01&amp;bbox=0%2C0%2C20%2C70",
      "/search?q=ozone&amp;facility=oslo&amp;bbox=0%2C0%2C20%2C70",
      "/search?q=ozone&amp;facility=oslo&amp;from=2020-01-01",
      "/search?q=ozone&amp;from=2020-01-01&amp;bbox=0%2C0%2C20%2C70",
    ]) {
      expect(chosen).toContain(`href="${left}"`);
    }
    expect(chosen).toContain('href="/search"');
  });

  test.each([
    ["from=2020-01-01&to=2020-12-31", "1 January 2020 – 31 December 2020"],
    ["from=2020-01-01", "from 1 January 2020"],
    ["to=2020-12-31", "until 31 December 2020"],
  ])("of a period (%s) say what it is", async (query, label) => {
    expect(await catalogue.page(`?${query}`)).toContain(`Period: <bdi class="text">${label}</bdi>`);
  });

  test("that nothing has are said to leave nothing", async () => {
    const html = await catalogue.page("?type=model&framework=none+has+this");
    expect(countOf(html)).toBe("0 datasets");
    expect(counts(html, "framework")).toEqual({ "none has this": 0 });
    expect(counts(html, "type")).toEqual({ model: 0 });
  });

  test("with many values list the ten largest, and many when asked", async () => {
    const records = Array.from({ length: 40 }, (_, at) => [
      `pid:${at}`,
      { title: `Title ${at}`, variables: [{ variable_name: `v${at % 20}`, variable_matrix: "m" }], facility: null },
    ]);
    const many = await catalogueOf(Object.fromEntries(records));
    const short = await many.page("?variable=v19");
    expect(
      facetOf(short, "variable")
        .map(({ label }) => label)
        .slice(0, 2),
    ).toEqual(["v19", "v0"]);
    expect(facetOf(short, "variable")).toHaveLength(11);
    const [, more = ""] = /<a href="([^"]*)">More: Variable/.exec(short) ?? [];
    const whole = await (await many.get(more.replaceAll("&amp;", "&"))).text();
    expect(facetOf(whole, "variable")).toHaveLength(20);
    expect(whole).not.toContain("More: Variable");
    // Of many values, those that would leave nothing are listed only with all of them.
    const narrow = await many.page("?q=title+7");
    expect(counts(narrow, "variable")).toEqual({ v7: 1 });
    expect(narrow).not.toContain("More: Variable");
    expect(facetOf(await many.page("?q=title+7&facet=variable"), "variable")).toHaveLength(20);
  });
});

describe("a search that finds nothing", () => {
  test("offers what brings most back, and any of the words", async () => {
    const html = await catalogue.page("?q=ozone+clouds&facility=oslo");
    expect(html).toMatch(/<a href="\/search\?facility=oslo"[^>]*>Without “Words”<\/a>: 2 datasets/);
    expect(html).toMatch(
      /<a href="\/search\?q=ozone%7Cclouds&amp;facility=oslo"[^>]*>With any of the words<\/a>: 2 datasets/,
    );
    const found = await catalogue.page("?q=ozone%7Cclouds&facility=oslo");
    expect(countOf(found)).toBe("2 datasets");
  });

  test("in an empty catalogue says that it is empty", async () => {
    const empty = await catalogueOf({});
    const html = await empty.page("");
    expect(countOf(html)).toBe("0 datasets");
    expect(html).toContain("The catalogue has no datasets yet.");
    expect((await empty.get("/search?q=ozone&facility=oslo")).status).toBe(200);
  });
});

describe("pages of results", () => {
  let many: Catalogue;
  beforeAll(async () => {
    const records = Array.from({ length: 45 }, (_, at) => [
      `pid:${at}`,
      { title: `Title ${String(at).padStart(2, "0")}` },
    ]);
    many = await catalogueOf(Object.fromEntries(records));
  });

  test("follow each other without a gap", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => many.page(`?sort=title&page=${page}`)));
    expect(pages.flatMap(titlesOf)).toEqual(
      Array.from({ length: 45 }, (_, at) => `Title ${String(at).padStart(2, "0")}`),
    );
    expect(pages[1]).toContain('<a href="/search?sort=title" rel="prev">');
    expect(pages[1]).toContain('<a href="/search?sort=title&amp;page=3" rel="next">');
    expect(pages[2]).not.toContain('rel="next"');
    expect(pages[1]).toContain('<ol class="results" start="21">');
    expect(pages[1]).toContain("<title>\u2068Datasets · Page 2\u2069</title>");
  });

  test("beyond the last one say so", async () => {
    const response = await many.get("/search?page=4");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("The results end before this page.");
  });
});

test.each([
  ["?page=501", "page"],
  ["?page=0", "page"],
  ["?page=x", "page"],
  ["?sort=best", "sort"],
  ["?from=yesterday", "from"],
  ["?to=2023-02-30", "to"],
  ["?from=2024-01-01&to=2023-01-01", "to"],
  ["?bbox=1,2,3", "bbox"],
  ["?bbox=0,50,10,40", "bbox"],
  ["?bbox=0,0,400,1", "bbox"],
  [`?q=${"x".repeat(301)}`, "q"],
  [`?facility=${"x".repeat(1_001)}`, "facility"],
  [`?${Array.from({ length: MAX_FILTER_VALUES + 1 }, (_, at) => `variable=${at}`).join("&")}`, "variable"],
])("%s is a page that says what is wrong", async (query, path) => {
  expect(await (await catalogue.get(`/search${query}`, AS_PROGRAM)).json()).toMatchObject({
    status: 400,
    code: "parameter-invalid",
    errors: [{ path }],
  });
  const page = await catalogue.get(`/search${query}`, { Accept: "text/html" });
  expect([page.status, page.headers.get("Content-Type")]).toEqual([400, "text/html; charset=utf-8"]);
});
