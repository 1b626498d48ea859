import fc from "fast-check";
import { expect, test } from "vitest";
import { Reader, SegmentCore } from "../../index/reader.ts";
import { Schema } from "../../index/schema.ts";
import { SegmentBuilder } from "../../index/segment-builder.ts";
import { Work } from "../../work/work.ts";
import { NO_MORE_DOCS, type Query } from "../query.ts";
import { NumberRange } from "./number-range.ts";
import { NumberRanges } from "./number-ranges.ts";

const schema = new Schema({ properties: { number: { type: "double" } } }, 0);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
for (let n = 0; n < 500; n++) {
  const number = n % 7 === 0 ? [] : n % 5 === 0 ? [n % 100, -n] : (n * 37) % 100;
  builder.add(String(n), Buffer.from(JSON.stringify({ number })));
}
const index = new Reader("numbers", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

function documentsOf(query: Query): readonly number[] {
  const weight = query.createWeight(index, false, 1);
  return index.segments.flatMap((segment) => {
    const scorer = weight.scorer(segment);
    const found: number[] = [];
    while (scorer && scorer.next() !== NO_MORE_DOCS) if (scorer.matches()) found.push(scorer.doc);
    return found;
  });
}

test("finds the documents of any of the ranges", () => {
  const bound = fc.integer({ min: -510, max: 110 });
  const range = fc.tuple(bound, bound).map(([from, to]) => new NumberRange("number", from, to));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          range,
          bound.map((at) => new NumberRange("number", at, at)),
        ),
      ),
      (ranges) => {
        const each = ranges.flatMap((one) => documentsOf(one));
        const expected = [...new Set(each)].sort((a, b) => a - b);
        expect(documentsOf(new NumberRanges("number", ranges, new Work()))).toEqual(expected);
      },
    ),
  );
});

test("the ranges searched in a segment count as work", () => {
  const work = new Work();
  const ranges = Array.from({ length: 1_000 }, (_, n) => new NumberRange("number", n, n));
  documentsOf(new NumberRanges("number", ranges, work));
  expect(work.steps).toBeGreaterThan(ranges.length);
});
