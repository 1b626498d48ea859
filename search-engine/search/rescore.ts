import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Rescore, ScoreMode } from "../language/rescore.ts";
import type { CompileContext } from "../query/kind.ts";
import { type Query, rewrite, type Scorer, type Weight } from "../query/query.ts";
import type { TopDocument } from "../sort/top.ts";
import type { TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";

/** Steps of scoring a single document and sorting it in again. */
const DOCUMENT_STEPS = 200;

/** A pass of `rescore` compiled for the index. */
export type RescorePlan = Omit<Rescore, "query"> & { readonly query: Query };

/** @throws ShardFailure */
export const planRescore = (rescore: Rescore, context: CompileContext): RescorePlan => ({
  ...rescore,
  query: context.compile(rescore.query),
});

/**
 * Scores the best documents again and sorts them by the new scores, pass by pass. Documents behind the window of a pass
 * are weighted like those that its query does not match.
 * @throws ShardFailure when the search exceeds its limits; the signal's reason
 */
export async function rescored(
  best: readonly TopDocument[],
  rescores: readonly RescorePlan[],
  work: Work,
  index: IndexReader,
  slices: TimeSlices,
): Promise<readonly TopDocument[]> {
  let documents = best;
  for (const pass of rescores) {
    work.spend(DOCUMENT_STEPS * documents.length);
    const weight = rewrite(pass.query).createWeight(index, true, 1);
    const scores = await scoresOf(documents.slice(0, pass.window), weight, index, work, slices);
    documents = documents
      .map((document) => ({ ...document, score: combined(document.score, scores.get(document.place), pass) }))
      .sort((a, b) => b.score - a.score || a.place - b.place);
  }
  return documents;
}

/** Scores of the documents that match the query, by their place. */
async function scoresOf(
  documents: readonly TopDocument[],
  weight: Weight,
  { segments }: IndexReader,
  work: Work,
  slices: TimeSlices,
): Promise<ReadonlyMap<number, number>> {
  const places = documents.map(({ place }) => place).sort((a, b) => a - b);
  const scores = new Map<number, number>();
  let at = 0;
  for (const segment of segments) {
    const from = at;
    while (at < places.length && (places[at] ?? 0) < segment.base + segment.maxDoc) at++;
    const scorer = at > from ? weight.scorer(segment) : undefined;
    if (!scorer) continue;
    work.spend(at - from + Math.min(scorer.cost, segment.maxDoc));
    for (const place of places.slice(from, at)) {
      const score = scoreOf(place, scorer, segment);
      if (score !== undefined) scores.set(place, score);
      if (slices.over) await slices.pass();
    }
  }
  return scores;
}

function scoreOf(place: number, scorer: Scorer, { base }: SegmentReader): number | undefined {
  const doc = place - base;
  const found = scorer.doc < doc ? scorer.advance(doc) : scorer.doc;
  return found === doc && (!scorer.approximate || scorer.matches()) ? scorer.score() : undefined;
}

const { fround } = Math;

/** In float32, as Lucene computes. */
function combined(score: number, again: number | undefined, { queryWeight, rescoreWeight, mode }: RescorePlan): number {
  const first = fround(score * queryWeight);
  return again === undefined ? first : combine[mode](first, fround(again * rescoreWeight));
}

const combine: { readonly [Mode in ScoreMode]: (first: number, second: number) => number } = {
  avg: (first, second) => fround(fround(first + second) / 2),
  max: Math.max,
  min: Math.min,
  total: (first, second) => fround(first + second),
  multiply: (first, second) => fround(first * second),
};
