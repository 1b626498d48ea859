import { expect, test } from "vitest";
import { item } from "../bytes/arrays.ts";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { ShardFailure } from "../language/errors/errors.ts";
import { readSearch } from "../language/search.ts";
import { MAX_SEARCH_MEMORY_BYTES, MAX_SEARCH_STEPS } from "../limits.ts";
import { collect, type Found } from "./collect.ts";
import { planSearch } from "./plan.ts";

const schema = new Schema({ properties: { words: { type: "text" }, kind: { type: "keyword" } } }, 0);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
for (let n = 0; n < 1_000; n++) {
  builder.add(String(n), Buffer.from(JSON.stringify({ words: n % 10 === 0 ? "ice snow" : "snow", kind: `k${n}` })));
}
const segment = { core: new SegmentCore(builder.build(1)), live: undefined };
const index = new Reader("records", schema, [segment]);

/** Runs the query with so many steps left. */
function withSteps(steps: number, query: object, more: object = {}): Promise<Found> {
  const body = Buffer.from(JSON.stringify({ query, ...more }));
  const plan = planSearch(readSearch(body, { keepsRefused: true }), index, 0);
  plan.work.spend(MAX_SEARCH_STEPS - plan.work.steps - steps);
  return collect(plan, index, new AbortController().signal);
}

test.each([
  ["a frequent word", { match: { words: "snow" } }, 1_000],
  ["two words, either of which is enough", { match: { words: "snow ice" } }, 1_100],
  ["two words that must both occur", { match: { words: { query: "snow ice", operator: "and" } } }, 100],
  ["all terms of a field", { wildcard: { kind: "*9*9*" } }, 1_000],
])("the visits of a query count: %s", async (_, query, steps) => {
  await expect(withSteps(steps + 600, query)).resolves.toBeDefined();
  await expect(withSteps(steps / 2 - 1, query)).rejects.toThrow(ShardFailure);
});

test.each([
  ["terms that no document has", { terms: { kind: Array.from({ length: 10_000 }, (_, n) => `none${n}`) } }],
  ["identifiers that no document has", { ids: { values: Array.from({ length: 10_000 }, (_, n) => `none${n}`) } }],
])("lookups for a list count: %s", async (_, query) => {
  await expect(withSteps(100_000, query)).resolves.toBeDefined();
  await expect(withSteps(50_000, query)).rejects.toThrow(ShardFailure);
});

test("matches count once for each sort key", async () => {
  const sort = Array.from({ length: 10 }, () => "kind");
  await expect(withSteps(11_000, { match: { words: "snow" } }, { sort })).resolves.toBeDefined();
  await expect(withSteps(10_999, { match: { words: "snow" } }, { sort })).rejects.toThrow(ShardFailure);
});

test("sort values count by their characters as they are written", async () => {
  const { documents, values } = await withSteps(2_000 + '"k0"'.length, { match: { words: "snow" } }, { sort: "kind" });
  expect(values(item(documents, 0))).toEqual(['"k0"']);
  expect(() => values(item(documents, 1))).toThrow(ShardFailure);
});

test("the sort values of kept hits count as memory", async () => {
  const sort = Array.from({ length: 64 }, () => "kind");
  const withMemory = (bytes: number) => {
    const body = Buffer.from(JSON.stringify({ size: 1_000, sort }));
    const plan = planSearch(readSearch(body, { keepsRefused: true }), index, 0);
    plan.work.take(MAX_SEARCH_MEMORY_BYTES - bytes);
    return collect(plan, index, new AbortController().signal);
  };
  await expect(withMemory(600_000)).resolves.toBeDefined();
  await expect(withMemory(500_000)).rejects.toThrow(ShardFailure);
});

test("of match_all only the page counts", async () => {
  await expect(withSteps(10, { match_all: {} })).resolves.toBeDefined();
  await expect(withSteps(9, { match_all: {} })).rejects.toThrow(ShardFailure);
});

test("segments behind the page return no steps", async () => {
  const segments = new Reader("records", schema, [segment, segment, segment]);
  const plan = planSearch(readSearch(Buffer.from('{"query":{"match_all":{}}}'), { keepsRefused: true }), segments, 0);
  plan.work.spend(MAX_SEARCH_STEPS - 10);
  await collect(plan, segments, new AbortController().signal);
  expect(() => plan.work.spend(1)).toThrow(ShardFailure);
});
