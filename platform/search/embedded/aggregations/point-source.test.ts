import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { Work } from "../work.ts";
import type { AggregationContext } from "./aggregation.ts";
import { pointSource } from "./point-source.ts";

test("each point that an aggregation looks at counts as work", () => {
  const schema = new Schema({ properties: { place: { type: "geo_point" } } }, 0);
  const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
  const points = Array.from({ length: 100 }, (_, n) => [n, n / 2]);
  for (const place of [points, points[0], undefined]) builder.add(`${place}`, Buffer.from(JSON.stringify({ place })));
  const index = new Reader("places", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);
  const work = new Work();
  const each = pointSource("geo_bounds", "place", undefined, { index, work } as unknown as AggregationContext);
  let seen = 0;
  for (const segment of index.segments) each(segment, Uint32Array.of(0, 1, 2), 3, () => seen++);
  expect(seen).toBe(101);
  expect(work.steps).toBe(101);
});
