import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../index/reader.ts";
import { Schema } from "../index/schema.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import { ShardFailure } from "../language/errors/errors.ts";
import { MAX_SEARCH_STEPS } from "../limits.ts";
import { Work } from "../work/work.ts";
import { indexedFields, sentFields } from "./fetched-fields.ts";

const schema = new Schema({ properties: { dates: { type: "date" } } }, 0);
const source = { dates: ["2020-01-01", "2021-01-01", "2022-01-01"] };
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
builder.add("a", Buffer.from(JSON.stringify(source)));
const index = new Reader("records", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

test.each([
  ["as they were sent", sentFields],
  ["as they were indexed", indexedFields],
])("each printed value counts as many steps as its format has characters: %s", (_, fieldsOf) => {
  const fetchWith = (steps: number) => {
    const work = new Work();
    work.spend(MAX_SEARCH_STEPS - steps);
    const fetch = fieldsOf([{ name: "dates", format: "yyyy-MM-dd", includesUnmapped: false }], { index, work });
    const found = { values: new Map(), ignored: new Map() };
    for (const segment of index.segments) fetch(found, source, segment, 0);
    return found.values.get("dates");
  };
  expect(fetchWith(31)).toEqual(['"2020-01-01"', '"2021-01-01"', '"2022-01-01"']);
  expect(() => fetchWith(30)).toThrow(ShardFailure);
});
