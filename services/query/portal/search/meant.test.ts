import { beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, catalogueOf, countOf, RECORDS } from "../../../../test/search-pages.ts";
import { wordsOf } from "./meant.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  const titles = ["Aerosol in Tromsø", "Straßenstaub in Zürich", "Temprature at Jülich", "Clouds over Ålesund"];
  const others = Array.from({ length: 45 }, (_, at) => [`pid:temperature ${at}`, { title: "Temperature" }]);
  catalogue = await catalogueOf({
    ...RECORDS,
    ...Object.fromEntries([...titles.map((title) => [`pid:${title}`, { title }]), ...others]),
  });
});

/** The words that a page asks for instead, and how many datasets these find. */
async function meantBy(query: Record<string, string>) {
  const html = await catalogue.page(`?${new URLSearchParams(query)}`);
  const offered = /Did you mean <a href="([^"]*)" rel="nofollow"><bdi>(.*?)<\/bdi><\/a>\? ([^<]*)/.exec(html);
  if (offered === null) return undefined;
  const [, href = "", q = "", count = ""] = offered;
  const found = await (await catalogue.get(href.replaceAll("&amp;", "&"))).text();
  expect(countOf(found)).toBe(count);
  return q.replaceAll("&quot;", '"');
}

test.each([
  ["ozne", "ozone"],
  ["Ozoen", "Ozone"],
  ["ozone profils", "ozone profiles"],
  ["ozzone zugspitz", "ozone zugspitze"],
  ['"ozne profiles" -oslo', '"ozone profiles" -oslo'],
  ["Tromso", "Tromsø"],
  ["tromsoe", "tromsø"],
  ["Zurich", "Zürich"],
  ["Zuerich", "Zürich"],
  ["strassenstaub", "straßenstaub"],
  ["Juelich", "Jülich"],
  ["alesund", "ålesund"],
  ["aalesund", "ålesund"],
  ["reflektivity", "reflectivity"],
])("who looks for %s is asked whether %s is meant", async (q, meant) => {
  expect(await meantBy({ q })).toBe(meant);
});

test("words that few datasets have are asked for, if very many have a similar one", async () => {
  expect(await meantBy({ q: "Temprature" })).toBe("Temperature");
});

test.each([
  ["words that are found", { q: "oslo" }],
  ["words that are found, but not together", { q: "aerosol temperature" }],
  ["words like nothing that there is", { q: "xylophone" }],
  ["short words", { q: "ozn" }],
  ["words that must not be found", { q: "-ozne" }],
  ["numbers", { q: "1998" }],
  ["similar words that the other filters leave nothing of", { q: "ozne", facility: "nowhere" }],
])("nothing is asked of %s", async (_, query) => {
  expect(await meantBy(query)).toBeUndefined();
});

test("the other filters are kept", async () => {
  const html = await catalogue.page("?q=ozne&facility=oslo&sort=title&page=1&lang=no");
  expect(html).toContain('Mente du <a href="/search?q=ozone&amp;facility=oslo&amp;sort=title&amp;lang=no"');
});

describe("the engine", () => {
  const searchesOf = async (query: string) => {
    const before = catalogue.asked.length;
    await catalogue.page(query);
    return catalogue.asked.length - before;
  };

  test("is asked for nothing else where enough is found", async () => {
    expect(await searchesOf("?q=temperature")).toBe(1);
    expect(await searchesOf("?type=model")).toBe(1);
  });

  test("is asked three times at most", async () => {
    expect(await searchesOf("?q=ozne+profils&facility=oslo&from=2000-01-01")).toBe(3);
  });
});

test("of a text only the first words are looked for", () => {
  expect(wordsOf("one two three four five six seven eight nine ten eleven twelve thirteen fourteen")).toEqual([
    ...["three", "four", "five", "seven", "eight", "nine", "eleven", "twelve"],
  ]);
  expect(wordsOf("Ozone OZONE ozone-layer PM2.5 -clouds ground-level")).toEqual(["ozone", "layer", "ground", "level"]);
});
