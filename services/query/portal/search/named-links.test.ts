import { beforeAll, expect, test } from "vitest";
import { slugOf } from "../../../../contracts/slug.ts";
import { problem } from "../../../../platform/http/problem.ts";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { manglerud } from "../../../../test/known-series.ts";
import { type Catalogue, catalogueOf, RECORDS } from "../../../../test/search-pages.ts";
import { Network } from "../../measurements/network.ts";

let network: Network;
let isReadable: boolean;
let catalogue: Catalogue;

const change = (changeSequence: number, station: object, deleted = false) =>
  network.updateDirectory([
    { kind: "station", id: manglerud.id, document: JSON.stringify(station), deleted, changeSequence },
  ]);

beforeAll(async () => {
  network = new Network(norwegian, 60);
  isReadable = true;
  change(1, manglerud);
  catalogue = await catalogueOf(RECORDS, () => {
    if (!isReadable) throw problem("view-building", "It is being built.");
    return network;
  });
});

/** What a search's page shows that is called so, with the paths of its links. */
async function namedOn(q: string, more = "") {
  const html = await catalogue.page(`?${new URLSearchParams({ q })}${more}`);
  const [, nav = ""] = /<nav aria-label="[^"]*" class="named">(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, href = "", text = ""]) => [
    text.replace(/<[^>]*>/g, ""),
    href.replaceAll("&amp;", "&"),
  ]);
}

const facilityOfOslo = ["Oslo &amp; omegn: facility", `/facilities/${slugOf("oslo")}`];
const sunOfOslo = ["Oslo, Norway: UV index", "/uv?place=Oslo%2C+NO"];

test("words that are the name of an area, a facility and a place lead to each of them", async () => {
  expect(await namedOn("oslo")).toEqual([["Oslo: air quality", "/air?area=Oslo"], facilityOfOslo, sunOfOslo]);
});

test("words that are the name of a station lead to it, in the language of the page", async () => {
  expect(await namedOn(" MANGLERUD ")).toContainEqual(["Manglerud: station", "/stations/17"]);
  expect(await namedOn("manglerud", "&lang=no")).toContainEqual(["Manglerud: stasjon", "/stations/17?lang=no"]);
});

test("a place is found by its name in other languages, and without its letters", async () => {
  expect(await namedOn("Köln")).toEqual([[expect.stringMatching(/, Germany: UV index$/), expect.any(String)]]);
  expect(await namedOn("Tromsoe")).toEqual([["Tromsø, Norway: UV index", "/uv?place=Troms%C3%B8%2C+NO"]]);
});

test.each(["ozone", "osl", "oslo ozone", "-oslo", "x".repeat(300), "<script>", "*"])("%s is no name", async (q) => {
  expect(await namedOn(q)).toEqual([]);
});

test("without the network, what else is called so is shown all the same", async () => {
  isReadable = false;
  expect(await namedOn("oslo")).toEqual([facilityOfOslo, sunOfOslo]);
  isReadable = true;
});

test("a change of the network shows at once", async () => {
  change(2, { ...manglerud, name: "Bryn skole", area: "Alna" });
  expect(await namedOn("bryn skole")).toEqual([["Bryn skole: station", "/stations/17"]]);
  expect(await namedOn("alna")).toContainEqual(["Alna: air quality", "/air?area=Alna"]);
});

test("`isVisible` is no filter", async () => {
  change(3, { ...manglerud, isVisible: false });
  expect(await namedOn("manglerud")).toContainEqual(["Manglerud: station", "/stations/17"]);
});
