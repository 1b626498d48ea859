import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { Work } from "../work/work.ts";
import type { AggregationContext, SubAggregations } from "./aggregation.ts";
import { medianAbsoluteDeviation } from "./median-absolute-deviation.ts";

test("the values of a bucket count as work once, however often buckets are compared by them", () => {
  const schema = new Schema({ properties: { size: { type: "double" } } }, 0);
  const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
  builder.add("1", Buffer.from(JSON.stringify({ size: Array.from({ length: 100 }, (_, n) => n) })));
  const index = new Reader("sizes", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);
  const work = new Work();
  const context = { index, work } as unknown as AggregationContext;
  const body = { field: "size", missing: undefined, format: undefined };
  const collector = medianAbsoluteDeviation(body, context, {} as SubAggregations, "a");
  for (const segment of index.segments) collector.collect(segment, Uint32Array.of(0), undefined, 1);
  const collected = work.steps;
  const deviations = Array.from({ length: 64 }, () => collector.metric?.(0, "value"));
  expect(new Set(deviations)).toEqual(new Set([25]));
  expect(work.steps - collected).toBe(200);
});
