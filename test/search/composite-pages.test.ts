import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";

const DOCUMENTS = 9_000;

/** One key that most documents share, more than are collected in one step, and two that some have several values of. */
const document = (n: number) => ({
  id: String(n),
  document: {
    all: "x",
    site: n % 7 === 0 ? [`s${n % 50}`, `s${(n + 1) % 50}`] : n % 11 === 0 ? [] : [n % 3 === 0 ? "s12" : `s${n % 50}`],
    kind: `k${(n * 31) % 40}`,
    size: n % 13,
  },
});
const keyword = { type: "keyword" } as const;
const mapping = { properties: { all: keyword, site: keyword, kind: keyword, size: { type: "double" } as const } };

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

// A search that matches every document in another way than match_all has each looked at.
test.each([
  [[by("site"), by("kind")], 37],
  [[by("site", "desc"), by("kind"), by("size", "desc")], 400],
  [[by("kind"), by("site", "desc")], 2_000],
  [[by("all"), by("kind")], 7],
  [[by("size"), by("site")], 90],
])("pages of %j over all documents are those of a search that matches all", async (sources, size) => {
  const looked = await pages(whole, { bool: { filter: [{ range: { size: { gte: 0 } } }] } }, sources, size);
  expect(looked.length).toBeGreaterThan(39);
  expect(await pages(whole, { match_all: {} }, sources, size)).toEqual(looked);
  expect(await pages(inSegments, { match_all: {} }, sources, size)).toEqual(looked);
});
