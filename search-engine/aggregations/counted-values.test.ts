import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import type { SegmentReader } from "../index/segment.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { Work } from "../work/work.ts";
import type { AggregationContext } from "./aggregation.ts";
import { pointSource } from "./point-source.ts";
import { countTerms, eachTerm, termSource } from "./term-source.ts";
import { eachNumber, numberSource } from "./values.ts";

const schema = new Schema(
  { properties: { place: { type: "geo_point" }, size: { type: "double" }, kind: { type: "keyword" } } },
  0,
);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
const many = Array.from({ length: 100 }, (_, n) => n);
for (const numbers of [many, [1], []]) {
  const document = { place: numbers.map((n) => [n, n / 2]), size: numbers, kind: numbers.map(String) };
  builder.add(`${numbers.length}`, Buffer.from(JSON.stringify(document)));
}
const index = new Reader("places", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

type Look = (context: AggregationContext, segment: SegmentReader, docs: Uint32Array, see: () => void) => void;

test.each<[string, Look]>([
  [
    "points",
    (context, segment, docs, see) => pointSource("geo_bounds", "place", undefined, context)(segment, docs, 3, see),
  ],
  [
    "numbers",
    (context, segment, docs, see) => eachNumber(numberSource("sum", "size", context, {}), segment, docs, 3, see),
  ],
  [
    "terms",
    (context, segment, docs, see) => {
      const source = termSource("terms", "kind", context, undefined);
      if (source) eachTerm(source, segment, docs, 3, see);
    },
  ],
  [
    "terms that are counted",
    (context, segment, docs, see) => {
      const counts = new Uint32Array(many.length);
      const source = termSource("terms", "kind", context, undefined);
      if (source) countTerms(source, segment, docs, 3, counts);
      for (let left = counts.reduce((sum, count) => sum + count, 0); left > 0; left--) see();
    },
  ],
])("each of a document's %s read by an aggregation counts as work", (_, look) => {
  const work = new Work();
  let seen = 0;
  const context = { index, work } as unknown as AggregationContext;
  for (const segment of index.segments) look(context, segment, Uint32Array.of(0, 1, 2), () => seen++);
  expect(seen).toBe(101);
  expect(work.steps).toBe(101);
});
