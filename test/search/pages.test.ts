import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";

const DOCUMENTS = 9_000;

/** One key that most documents share, more than are collected in one step, and two with several values in some documents. */
const document = (n: number) => ({
  id: String(n),
  document: {
    all: "x",
    site: n % 7 === 0 ? [`s${n % 50}`, `s${(n + 1) % 50}`] : n % 11 === 0 ? [] : [n % 3 === 0 ? "s12" : `s${n % 50}`],
    kind: `k${(n * 31) % 40}`,
    size: n % 13,
    ...(n % 17 !== 0 && { depth: ((n * 7_919) % 4_001) / 4 - 300, id: `${n}` }),
  },
});
const keyword = { type: "keyword" } as const;
const double = { type: "double" } as const;
const properties = { all: keyword, site: keyword, kind: keyword, size: double, depth: double, id: keyword };
const mapping = { properties };

let whole: LoadedEmbedded;
let inSegments: LoadedEmbedded;
beforeAll(async () => {
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => document(n));
  whole = await loadEmbedded("pages", documents, { mapping });
  inSegments = await loadEmbedded("pages", documents, { mapping, batch: 4_000 });
});
afterAll(() => Promise.all([whole.close(), inSegments.close()]));

interface Page {
  readonly after_key?: object;
  readonly buckets: readonly { readonly key: object; readonly doc_count: number }[];
}

/** Matches every document, but unlike match_all by looking at each. */
const looking = { bool: { filter: [{ range: { size: { gte: 0 } } }] } };

async function pages(engine: LoadedEmbedded, query: object, sources: readonly object[], size: number) {
  const buckets: object[] = [];
  for (let after: object | undefined; ; ) {
    const composite = { sources, size, ...(after && { after }) };
    const answer = await engine.ask(JSON.stringify({ size: 0, query, aggs: { c: { composite } } }));
    const page: Page = JSON.parse(answer.text).aggregations.c;
    buckets.push(...page.buckets);
    if (!page.after_key) return buckets;
    after = page.after_key;
  }
}

const by = (field: string, order: "asc" | "desc" = "asc") => ({ [field]: { terms: { field, order } } });

test.each([
  [[by("site"), by("kind")], 37],
  [[by("site", "desc"), by("kind"), by("size", "desc")], 400],
  [[by("kind"), by("site", "desc")], 2_000],
  [[by("all"), by("kind")], 7],
  [[by("size"), by("site")], 90],
])("pages of %j over all documents are those of a search that matches all", async (sources, size) => {
  const looked = await pages(whole, looking, sources, size);
  expect(looked.length).toBeGreaterThan(39);
  expect(await pages(whole, { match_all: {} }, sources, size)).toEqual(looked);
  expect(await pages(inSegments, { match_all: {} }, sources, size)).toEqual(looked);
});

async function sortedPages(engine: LoadedEmbedded, query: object, sort: readonly object[], size: number) {
  const found: object[] = [];
  for (let after: unknown; ; ) {
    const body = { size, query, sort, _source: false, ...(after !== undefined && { search_after: after }) };
    const { hits } = JSON.parse((await engine.ask(JSON.stringify(body))).text);
    expect(hits.total.value).toBe(DOCUMENTS);
    found.push(...hits.hits.map((hit: { _id: string; sort: unknown }) => [hit._id, hit.sort]));
    if (hits.hits.length < size) return found;
    after = hits.hits.at(-1).sort;
  }
}

test.each([
  [[{ depth: "asc" }, { id: "asc" }], 1_500],
  [[{ depth: "desc" }, { id: "desc" }], 1_200],
  [[{ depth: { order: "asc", missing: "_first" } }, { id: "asc" }], 2_000],
  [[{ depth: { order: "desc", missing: 12.5 } }, { id: "asc" }], 2_000],
  [[{ size: "asc" }, { depth: "desc" }, { _doc: "asc" }], 1_700],
  [[{ depth: "asc" }], 6_000],
  [[{ all: "asc" }, { depth: "asc" }], 9_000],
])("hits sorted by %j over all documents are those of a search that matches all", async (sort, size) => {
  const looked = await sortedPages(whole, looking, sort, size);
  expect(looked.length).toBeGreaterThan(DOCUMENTS / 2);
  expect(await sortedPages(whole, { match_all: {} }, sort, size)).toEqual(looked);
  expect(await sortedPages(inSegments, { match_all: {} }, sort, size)).toEqual(looked);
});
