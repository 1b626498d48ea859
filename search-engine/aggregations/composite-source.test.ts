import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { Work } from "../work/work.ts";
import type { AggregationContext } from "./aggregation.ts";
import { keySource } from "./composite-source.ts";

const DAYS = 20;

const schema = new Schema({ properties: { day: { type: "date" } } }, 0);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
for (let n = 0; n < DAYS; n++) {
  builder.add(`${n}`, Buffer.from(JSON.stringify({ day: new Date(Date.UTC(1990, 4, 1 + 7 * n)).toISOString() })));
}
const index = new Reader("days", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

test("offsets of a region that keys of days ask for count as work", () => {
  const work = new Work();
  const context = { index, work, now: 0 } as unknown as AggregationContext;
  const source = keySource(
    {
      ...{ kind: "date_histogram", name: "day", field: "day", valueType: undefined, format: undefined },
      ...{ interval: 24 * 3_600_000, offset: 0, timeZone: "Asia/Tokyo" },
      ...{ ascending: true, hasMissing: false, missingFirst: false },
    },
    context,
  );
  const docs = Uint32Array.from({ length: DAYS }, (_, doc) => doc);
  let keys = 0;
  for (const segment of index.segments) source.each(segment, docs, DAYS, () => keys++);
  expect(keys).toBe(DAYS);
  // A thousand for each end of a day at least.
  expect(work.steps).toBeGreaterThan(DAYS * 2_000);
});
