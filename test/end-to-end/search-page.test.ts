import { afterAll, beforeAll, expect, test } from "vitest";
import { facility, record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
let position: string;

const identification = (pid: string, title: string, abstract: string) => ({
  identification: { identifier: { pid, pid_type: "other" }, title, abstract },
});

beforeAll(async () => {
  system = await oneProcess.start();
  const zugspitze = facility("zugs", { name: "Zugspitze", location: { type: "Point", coordinates: [10.98, 47.42] } });
  await system.as("registrar").post("/api/provider/facilities/add", zugspitze);
  const added = await system.as("provider").post("/api/provider/metadata/add", [
    record("page/1", {
      ...identification("page/1", "Ozone profiles of 2023", "Vertical ozone by lidar in the Alps."),
      facility: { identifier: "zugs" },
      spatial_extent: null,
      temporal_extent: { time_period_begin: "2023-01-01T00:00:00Z", time_period_end: "2023-12-31T23:59:59Z" },
    }),
    record("page/2", {
      ...identification("page/2", "Surface ozone", "x".repeat(200_000)),
      facility: { identifier: "zugs" },
    }),
    record("page/3", {
      ...identification("page/3", "y".repeat(100_000), "Nothing but clouds."),
      product_type: "model",
    }),
  ]);
  position = added.position;
}, 120_000);
afterAll(() => system.close());

async function page(query: string): Promise<string> {
  const answer = await system.reader.get(`/search${query}`, { after: position, headers: { Accept: "text/html" } });
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
}
const countOf = (html: string): string | undefined => /<h2 id="count">(.*?)<\/h2>/.exec(html)?.[1];

test("a search finds words, marks them and counts by each filter", async () => {
  const html = await page("?q=ozone+prof&from=2023-06-01&to=2023-06-30&bbox=5,45,16,48&facility=zugs");
  expect(countOf(html)).toBe("1 dataset");
  expect(html).toContain("<mark>Ozone</mark> <mark>profiles</mark> of 2023");
  expect(html).toContain("Vertical <mark>ozone</mark> by lidar");
  expect(html).toMatch(/<bdi class="text">Zugspitze<\/bdi> <span class="count">1<\/span>/);
});

test.each([
  ["", "3 datasets"],
  ["?sort=title", "3 datasets"],
  ["?sort=period", "3 datasets"],
  ["?q=ozone&sort=newest", "2 datasets"],
  ["?type=model&type=observation", "3 datasets"],
  ["?type=model", "1 dataset"],
  ["?q=%22ozone+profiles%22", "1 dataset"],
  ["?q=ozone+-surface", "1 dataset"],
  ["?q=surface%7Cprofiles", "2 datasets"],
  ["?page=500", "3 datasets"],
])("%s finds %s", async (query, count) => {
  expect(countOf(await page(query))).toBe(count);
});

test("nothing that people type is refused", async () => {
  for (const q of [
    '"',
    "(((",
    "~",
    "a~2",
    "*",
    "-",
    "\\",
    "ozone:[1 TO",
    "{}",
    "|",
    `${"a ".repeat(149)}b`,
    "\u0000",
  ]) {
    await page(`?${new URLSearchParams({ q })}`);
  }
});

test("a search that finds nothing says what to take away", async () => {
  const html = await page("?q=ozone+clouds&type=model");
  expect(countOf(html)).toBe("0 datasets");
  expect(html).toMatch(/With any of the words<\/a>: 1 dataset</);
  expect(html).toMatch(/Without “Words”<\/a>: 1 dataset</);
});

test("a search for a misspelt word asks for the one that is meant, with how many datasets it finds", async () => {
  const html = await page("?q=ozne+profils&type=observation");
  expect(countOf(html)).toBe("0 datasets");
  expect(html).toMatch(
    /Did you mean <a href="\/search\?q=ozone\+profiles&amp;type=observation"[^>]*>.*?<\/a>\? 1 dataset/,
  );
});

test("a filter that would leave nothing says so", async () => {
  const html = await page("?q=profiles");
  expect(html).toMatch(/<bdi class="text">model<\/bdi> <span class="count">0<\/span>/);
});

test("the name of a facility leads to it", async () => {
  expect(await page("?q=zugspitze")).toMatch(
    /<a href="\/facilities\/\w+"><bdi class="text">Zugspitze<\/bdi>: facility/,
  );
});

test("a search that can't be read comes back as its form", async () => {
  const answer = await system.reader.get("/search?q=ozone&from=yesterday", { headers: { Accept: "text/html" } });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('<a href="#from">From must be a date that exists');
  expect(answer.text).toMatch(/<input id="q" name="q" value="ozone"/);
});
