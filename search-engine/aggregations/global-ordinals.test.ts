import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { ShardFailure } from "../language/errors/errors.ts";
import { readSearch } from "../language/search.ts";
import { MAX_SEARCH_MEMORY_BYTES, MAX_SEARCH_STEPS } from "../limits.ts";
import { Work } from "../work/work.ts";
import { buildGlobalOrdinals } from "./global-ordinals.ts";

const schema = new Schema({ properties: { title: { type: "keyword" }, size: { type: "double" } } }, 0);
const DOCUMENTS = 1_000;

function segment(number: number): SegmentCore {
  const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
  for (let n = 0; n < DOCUMENTS; n++) {
    builder.add(`${number} ${n}`, Buffer.from(JSON.stringify({ title: `title ${n} of segment ${number}`, size: n })));
  }
  return new SegmentCore(builder.build(number));
}

const cores = [1, 2].map((number) => ({ core: segment(number), live: undefined }));

/** Numbers the terms that an aggregation reads, in an index that nobody has searched yet. */
async function numbered(aggregation: object, work = new Work(), index = new Reader("records", schema, cores)) {
  const { aggregations = [] } = readSearch(Buffer.from(JSON.stringify({ aggs: { a: aggregation } })), {
    keepsRefused: true,
  });
  await buildGlobalOrdinals(aggregations, index, work, new AbortController().signal);
  return { work, index };
}

const title = { field: "title" };

test.each([
  ["terms", { terms: title }],
  ["a cardinality", { cardinality: title }],
  ["rare terms", { rare_terms: title }],
  ["sources of a composite", { composite: { sources: [{ key: { terms: title } }] } }],
  ["fields of a multi_terms", { multi_terms: { terms: [{ field: "size" }, title] } }],
  ["metrics of a top_metrics", { top_metrics: { metrics: [title], sort: "size" } }],
  ["terms below others", { filter: { match_all: {} }, aggs: { below: { terms: title } } }],
])("terms are numbered, and count as work, before %s are planned", async (_, aggregation) => {
  const { work, index } = await numbered(aggregation);
  expect(work.steps).toBeGreaterThanOrEqual(DOCUMENTS);
  const again = await numbered(aggregation, new Work(), index);
  expect(again.work.steps).toBe(0);
});

test.each<[string, (work: Work) => void]>([
  ["steps", (work) => work.spend(MAX_SEARCH_STEPS - 100)],
  ["memory", (work) => work.take(MAX_SEARCH_MEMORY_BYTES - 100)],
])(
  "a search that has no %s left to number terms is refused, and leaves its finished part to the next",
  async (_, use) => {
    const work = new Work();
    use(work);
    const index = new Reader("records", schema, cores);
    await expect(numbered({ terms: title }, work, index)).rejects.toThrow(ShardFailure);
    await numbered({ terms: title }, new Work(), index);
    expect(index.globalOrdinals("title").size).toBe(2 * DOCUMENTS);
  },
);
