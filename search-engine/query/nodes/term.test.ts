import fc from "fast-check";
import { expect, test } from "vitest";
import { hasBit, setBit } from "../../bytes/arrays.ts";
import { Reader, SegmentCore } from "../../index/reader.ts";
import { Schema } from "../../index/schema.ts";
import { SegmentBuilder } from "../../index/segment-builder.ts";
import { NO_MORE_DOCS, type Scorer } from "../query.ts";
import { Term } from "./term.ts";

const DOCUMENTS = 3_000;
const schema = new Schema({ properties: { text: { type: "text" } } }, 0);
const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
/** Most blocks of postings have only long texts, whose scores are low. */
for (let n = 0; n < DOCUMENTS; n++) {
  const text = `${"fox ".repeat(1 + (n % 3))}${"dog ".repeat(n % 617 < 40 ? n % 7 : 30 + (n % 50))}`;
  builder.add(String(n), Buffer.from(JSON.stringify({ text })));
}
const index = new Reader("foxes", schema, [{ core: new SegmentCore(builder.build(1)), live: undefined }]);

function foxes(): Scorer {
  const [segment] = index.segments;
  const scorer = segment && new Term("text", "fox").createWeight(index, true, 1).scorer(segment);
  return scorer ?? expect.unreachable("every document has the word");
}

const scores: number[] = [];
for (const scorer = foxes(); scorer.next() !== NO_MORE_DOCS; ) scores.push(scorer.score());
const best = [...scores].sort((a, b) => b - a).slice(0, 100);

test("uncompetitive documents are skipped and counted, and all others are taken with their scores", () => {
  let skipped = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...best, ...scores.slice(0, 20), Number.NEGATIVE_INFINITY),
      fc.option(fc.integer({ min: 2, max: 9 }), { nil: undefined }),
      fc.integer({ min: 1, max: 2_048 }),
      (minCompetitiveScore, deleted, size) => {
        const live = deleted === undefined ? undefined : new Uint32Array((DOCUMENTS + 31) >>> 5);
        if (live) for (let doc = 0; doc < DOCUMENTS; doc++) if (doc % (deleted ?? 1) > 0) setBit(live, doc);
        const isLive = (doc: number) => live === undefined || hasBit(live, doc);
        const [docs, given] = [new Uint32Array(size), new Float64Array(size)];
        const found = new Map<number, number>();
        let counted = 0;
        for (const scorer = foxes(); scorer.doc !== NO_MORE_DOCS; ) {
          counted += scorer.skip(live, minCompetitiveScore);
          if (scorer.doc === NO_MORE_DOCS) break;
          const count = scorer.take(docs, given, minCompetitiveScore);
          for (let at = 0; at < count; at++) if (isLive(docs[at] ?? 0)) found.set(docs[at] ?? 0, given[at] ?? 0);
        }
        skipped += counted;
        expect(counted + found.size).toBe(scores.filter((_, doc) => isLive(doc)).length);
        for (const [doc, score] of scores.entries())
          if (isLive(doc) && score > minCompetitiveScore) expect(found.get(doc)).toBe(score);
      },
    ),
    { seed: 1, numRuns: 60 },
  );
  expect(skipped).toBeGreaterThan(20 * DOCUMENTS);
});
