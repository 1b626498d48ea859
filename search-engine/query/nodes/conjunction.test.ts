import fc from "fast-check";
import { expect, test } from "vitest";
import { setBit } from "../../bytes/arrays.ts";
import { PredicateScorer } from "../predicate.ts";
import { NO_MORE_DOCS, type Scorer } from "../query.ts";
import { Conjunction } from "./conjunction.ts";
import { ConstantScore } from "./constant.ts";
import { BitsScorer, DocsScorer } from "./docs.ts";
import { Union, WindowMemory } from "./union.ts";

const maxDoc = 6_000;
const documents = fc.uniqueArray(fc.nat(maxDoc - 1), { maxLength: 300 }).map((docs) => docs.sort((a, b) => a - b));
/** Nearly all documents: more than fit in a batch. */
const nearlyAll = documents.map((left) => {
  const gone = new Set(left);
  return Array.from({ length: maxDoc }, (_, doc) => doc).filter((doc) => !gone.has(doc));
});

const postings = (docs: readonly number[], boost = 0): Scorer =>
  new DocsScorer(Uint16Array.from(docs), 0, docs.length, boost);
const bitset = (docs: readonly number[]): Uint32Array => {
  const set = new Uint32Array((maxDoc + 31) >>> 5);
  for (const doc of docs) setBit(set, doc);
  return set;
};
const bits = (docs: readonly number[]): Scorer => new BitsScorer(bitset(docs), maxDoc, docs.length, 0);
const tested = (docs: readonly number[]): Scorer => {
  const found = new Set(docs);
  return new PredicateScorer(maxDoc, (doc) => found.has(doc), undefined, 0);
};
const united = (docs: readonly number[]): Scorer => {
  const odd = docs.filter((doc) => doc % 2 === 1);
  const others = docs.filter((doc) => doc % 2 === 0);
  return new Union([postings(odd), postings(others)], false, new WindowMemory());
};

const clause = fc.tuple(
  fc.oneof({ weight: 3, arbitrary: documents }, { weight: 1, arbitrary: nearlyAll }),
  fc.constantFrom(postings, bits, tested, united),
);

function taken(scorer: Scorer, size: number, scores?: number[]): number[] {
  const docs = new Uint32Array(size);
  const batchScores = scores && new Float64Array(size).fill(Number.NaN);
  const all: number[] = [];
  while (scorer.doc !== NO_MORE_DOCS) {
    const count = scorer.take(docs, batchScores, Number.NEGATIVE_INFINITY);
    all.push(...docs.subarray(0, count));
    if (batchScores) scores.push(...batchScores.subarray(0, count));
  }
  return all;
}

test("documents taken in batches are those that match all clauses", () => {
  fc.assert(
    fc.property(
      fc.array(clause, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 2000 }),
      (clauses, size) => {
        const conjunction = new Conjunction(
          clauses.map(([docs, make]) => make(docs)),
          [],
        );
        const [first = [], ...others] = clauses.map(([docs]) => docs);
        const sets = others.map((docs) => new Set(docs));
        expect(taken(conjunction, size)).toEqual(first.filter((doc) => sets.every((set) => set.has(doc))));
      },
    ),
    { numRuns: 40 },
  );
});

test("a batch has the same scores as single documents", () => {
  const scores: number[] = [];
  const scoring = postings([1, 3, 5, 9], 2);
  expect(taken(new Conjunction([scoring, tested([3, 4, 5])], [scoring]), 2, scores)).toEqual([3, 5]);
  expect(scores).toEqual([2, 2]);
});

test("filters score 0, and a constant score its boost", () => {
  const filtered: number[] = [];
  taken(new Conjunction([postings([1, 3], 7), tested([3, 4])], []), 8, filtered);
  expect(filtered).toEqual([0]);
  const constant: number[] = [];
  // Neither the index nor the segment is read.
  const unread = undefined as never;
  const weight = new ConstantScore({ createWeight: () => ({ scorer: () => postings([2, 4]) }) }).createWeight(
    unread,
    true,
    1.5,
  );
  taken(weight.scorer(unread) ?? expect.unreachable(), 8, constant);
  expect(constant).toEqual([1.5, 1.5]);
});

test("skipping counts as many documents as taking, without deleted ones", () => {
  const candidates = (docs: readonly number[]): Scorer => {
    const isSure = (doc: number) => doc % 3 > 0;
    const matches = new Set(docs.filter((doc) => !isSure(doc)));
    const all = docs.flatMap((doc) => (isSure(doc) ? [doc] : [doc, doc + 1]));
    const found = () => ({ all: bitset(all), sure: bitset(docs.filter(isSure)) });
    return new PredicateScorer(maxDoc, (doc) => matches.has(doc), found, 0);
  };
  const living = fc.option(nearlyAll, { nil: undefined });
  fc.assert(
    fc.property(
      nearlyAll,
      fc.constantFrom(postings, bits, candidates),
      living,
      fc.integer({ min: 1, max: 3_000 }),
      (docs, make, alive, size) => {
        const live = alive && bitset(alive);
        const [walked, counted] = [make(docs), make(docs)];
        for (const scorer of [walked, counted]) scorer.take(new Uint32Array(size), undefined, Number.NEGATIVE_INFINITY);
        expect(counted.skip(live, -1)).toBe(0);
        const isLeft = counted.doc !== NO_MORE_DOCS;
        const rest = counted.skip(live, 0);
        expect(counted.doc === NO_MORE_DOCS).toBe(!isLeft || make !== postings || live === undefined);
        if (counted.doc !== NO_MORE_DOCS) return;
        const set = new Set(alive);
        const left = walked.doc === NO_MORE_DOCS ? [] : taken(walked, 500).filter((doc) => !alive || set.has(doc));
        expect(rest).toBe(left.length);
      },
    ),
    { numRuns: 30 },
  );
});
