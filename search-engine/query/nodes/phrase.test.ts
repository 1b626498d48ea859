import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../../index/reader.ts";
import { Schema } from "../../index/schema.ts";
import { SegmentBuilder } from "../../index/segment-builder.ts";
import { Work } from "../../work/work.ts";
import { Phrase } from "./phrase.ts";

const schema = new Schema({ properties: { text: { type: "text" } } }, 0);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
builder.add("1", Buffer.from(JSON.stringify({ text: "a b ".repeat(1_000) })));
const index = new Reader("texts", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

test.each([
  ["one after another", 0, 2 * 1_000],
  ["with moves", 10, 2 * 2 * 2 * 1_000],
])("the positions of the words of a phrase %s count as work", (_, slop, steps) => {
  const work = new Work();
  const weight = new Phrase("text", ["a", "b"], slop, work).createWeight(index, false, 1);
  for (const segment of index.segments) {
    const scorer = weight.scorer(segment);
    expect(scorer?.take(new Uint32Array(1), undefined, 0)).toBe(1);
  }
  expect(work.steps).toBe(steps);
});
