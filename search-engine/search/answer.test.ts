import { expect, test } from "vitest";
import { MemorySource } from "../../test/memory-source.ts";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { readSearch } from "../language/search.ts";
import { writeAnswer } from "./answer.ts";
import { collect } from "./collect.ts";
import { planSearch } from "./plan.ts";

const HITS = 100;
const schema = new Schema({ properties: { title: { type: "keyword" } } }, 0);
const document = Buffer.from(JSON.stringify({ title: "radar", rest: "x".repeat(10_000) }));
const builder = new SegmentBuilder(schema, { sourceRoom: 2 * HITS * document.length, compresses: false });
for (let n = 0; n < HITS; n++) builder.add(`d${n}`, document);
const index = new Reader("records", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

/** Steps of writing the answer, and its `isComputed`. */
async function written(body: object) {
  const { signal } = new AbortController();
  const plan = planSearch(
    readSearch(Buffer.from(JSON.stringify({ size: HITS, ...body })), { keepsRefused: true }),
    index,
    0,
  );
  const found = await collect(plan, index, signal);
  const before = plan.work.steps;
  const all = { ...found, inside: new Map(), suggest: undefined };
  const { body: chunks, isComputed } = await writeAnswer(plan, all, index, new MemorySource(), 0, signal);
  let bytes = 0;
  for await (const { length } of chunks) bytes += length;
  expect(bytes).toBeGreaterThan(HITS);
  return { steps: plan.work.steps - before, isComputed };
}

test.each([
  ["filtered", { _source: ["title"] }],
  ["looked at for fields", { _source: false, fields: ["title"] }],
])("documents that are %s for the hits of a page count as they are read", async (_, body) => {
  const { steps, isComputed } = await written(body);
  expect(steps).toBeGreaterThanOrEqual((HITS * document.length) / 4);
  expect(isComputed).toBe(true);
});

test("documents that are copied, or not answered, cost no steps", async () => {
  expect(await written({})).toEqual({ steps: 0, isComputed: false });
  expect(await written({ _source: false })).toEqual({ steps: 0, isComputed: false });
});

test.each([
  ["whose hits are all in its first chunk", { size: 50, fields: ["title"] }],
  ["that is made whole", { highlight: { fields: { title: {} } } }],
])("an answer %s is not computed as it is read", async (_, body) => {
  expect((await written(body)).isComputed).toBe(false);
});
