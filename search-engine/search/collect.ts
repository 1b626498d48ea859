import type { AggregationPass } from "../aggregations/run.ts";
import { f64, hasBit, item, u32 } from "../bytes/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { MatchAll, withoutBoost } from "../query/nodes/constant.ts";
import { LONG_CALL_MS, NO_MORE_DOCS, rewrite, type Scorer, type Weight } from "../query/query.ts";
import { CollapsedTop } from "../sort/collapsed-top.ts";
import { bestScoreFirst } from "../sort/make-comparator.ts";
import { bytesOfSlots, TopByKeys, TopByScore, type TopDocument, type TopDocuments } from "../sort/top.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";
import type { SearchPlan } from "./plan.ts";
import { rescored } from "./rescore.ts";

/** The matches of a search. */
export interface Found {
  readonly total: number;
  /** NaN if the search does not score or nothing matches. */
  readonly maxScore: number;
  /** The page that the plan asks for, best first. */
  readonly documents: readonly TopDocument[];
  readonly scored: boolean;
  /** Sort values of a document, as JSON texts. */
  values(document: TopDocument): readonly string[];
  /** The value of a document's group as JSON text, if hits are collapsed and the document has a value. */
  readonly group?: (document: TopDocument) => string | undefined;
}

const BATCH_SIZE = 2048;
/** Documents of the first batch of a search: few, since nobody knows yet how long they take. */
const FIRST_DOCUMENTS = 64;

/**
 * Runs the query over all segments, in time slices, so that other work is not blocked.
 * @throws ShardFailure when the search exceeds its limits; the signal's reason
 */
export async function collect(plan: SearchPlan, index: IndexReader, signal: Cancellation): Promise<Found> {
  const slices = new TimeSlices(signal);
  // Queries are rewritten to the terms that they have been expanded to.
  await expand(plan, index, slices);
  const query = rewrite(plan.query);
  plan.work.take(slotBytes(plan, index));
  const top = topDocuments(plan, index);
  const scored = (top.needsScores && plan.from + plan.size > 0) || plan.trackScores;
  const needsScores = plan.aggregations?.needsScores ?? false;
  const scoring = scored || needsScores || plan.minScore !== undefined;
  const postFilter = plan.postFilter && rewrite(plan.postFilter).createWeight(index, false, 1);
  const justCounting = !postFilter && plan.size + plan.from === 0 && !plan.aggregations && plan.minScore === undefined;
  if (justCounting && (query instanceof MatchAll || plan.countUpTo === undefined)) {
    return { total: index.documentCount, maxScore: Number.NaN, documents: [], scored: false, values: () => [] };
  }
  const everything = query instanceof MatchAll && plan.minScore === undefined;
  const isPlain = everything && !postFilter && !plan.collapse && !plan.sort && !plan.trackScores;
  // All scores are equal, and ties are broken by index order: the first matches are the best.
  const enough = isPlain ? keptHits(plan) : Number.POSITIVE_INFINITY;
  const isSorted = everything && !postFilter && !plan.collapse && !plan.aggregations && !plan.trackScores;
  const weight = (scoring ? query : withoutBoost(query)).createWeight(index, scoring, 1);
  const run = new Collection(plan, top, scoring, postFilter);
  for (const segment of index.segments) {
    if (isSorted && run.takeLeading(segment)) continue;
    const scorer = segment.liveCount > 0 ? weight.scorer(segment) : undefined;
    if (!scorer) continue;
    plan.work.spend(Math.min(scorer.cost, Math.max(0, enough - run.total)));
    const shown = plan.aggregations?.enter(segment, everything) ?? false;
    const limit = shown ? Number.POSITIVE_INFINITY : enough;
    const before = run.total;
    run.enter(segment);
    while (run.total < limit && run.take(segment, scorer)) {
      if (shown) await slices.run(run.aggregate(segment));
      run.keep();
      if (scorer.doc === NO_MORE_DOCS) break;
      if (slices.over) await slices.pass();
    }
    if (run.total >= limit) run.total = before + segment.liveCount;
  }
  if (plan.aggregations?.everywhere) await collectEverywhere(plan.aggregations.everywhere, run, index, slices);
  run.end();
  const best = plan.size + plan.from === 0 ? [] : top.sorted();
  const { rescores, work } = plan;
  const documents = rescores.length > 0 ? await rescored(best, rescores, work, index, slices) : best;
  const byScore = plan.sort === undefined && documents[0] !== undefined;
  return {
    total: run.total,
    maxScore: byScore ? item(documents, 0).score : plan.trackScores && run.total > 0 ? run.maxScore : Number.NaN,
    documents: documents.slice(plan.from, plan.from + plan.size),
    scored,
    values: (document) => counted(top.values(document), work),
    ...(top instanceof CollapsedTop && { group: (document: TopDocument) => top.groupValue(document) }),
  };
}

/** Runs the aggregations that do not depend on the search's matches. */
async function collectEverywhere(
  pass: AggregationPass,
  run: Collection,
  index: IndexReader,
  slices: TimeSlices,
): Promise<void> {
  for (const segment of index.segments) {
    if (segment.liveCount === 0 || !pass.enter(segment, true)) continue;
    for (const count of run.liveBatches(segment)) {
      await slices.run(pass.collect(segment, run.docs, count));
      if (slices.over) await slices.pass();
    }
  }
}

async function expand({ expansions, work }: SearchPlan, index: IndexReader, slices: TimeSlices): Promise<void> {
  for (const expansion of expansions) {
    for (const segment of index.segments) {
      for (const { bytes, steps } of expansion.expand(segment)) {
        work.take(bytes);
        work.spend(steps);
        if (slices.over) await slices.pass();
      }
    }
  }
}

/** Number of best hits to keep, for the answer and for rescoring. */
const keptHits = ({ from, size, rescores }: SearchPlan): number =>
  Math.max(from + size, ...rescores.map(({ window }) => window));

const slotsOf = (plan: SearchPlan, index: IndexReader): number => Math.min(keptHits(plan), index.documentCount);

/** Memory that `collect` takes for the best hits and their sort values. */
export const slotBytes = (plan: SearchPlan, index: IndexReader): number =>
  bytesOfSlots(slotsOf(plan, index), plan.sort?.length ?? 0);

function topDocuments(plan: SearchPlan, index: IndexReader): TopDocuments {
  const { sort, hasAfter, collapse } = plan;
  const slots = slotsOf(plan, index);
  if (collapse) {
    const comparators = (sort ?? [bestScoreFirst]).map((make) => make(slots));
    return new CollapsedTop(slots, comparators, collapse.groups, { hasAfter, answersValues: sort !== undefined });
  }
  if (!sort) return new TopByScore(slots);
  const comparators = sort.map((make) => make(slots));
  return new TopByKeys(slots, comparators, hasAfter);
}

/** Counts sort values as they are written: a key may have a long format or a long text. */
function counted(values: readonly string[], work: Work): readonly string[] {
  for (const { length } of values) work.spend(length);
  return values;
}

interface Batch {
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
}

/** Typed arrays are expensive to allocate and collect, so searches reuse them. */
const spareBatches: Batch[] = [];
const MAX_SPARE_BATCHES = 16;

/** Collects the matches of a search in batches. */
class Collection {
  total = 0;
  maxScore = Number.NEGATIVE_INFINITY;
  readonly #plan: SearchPlan;
  readonly #top: TopDocuments;
  readonly #scoring: boolean;
  readonly #batch = spareBatches.pop() ?? { docs: new Uint32Array(BATCH_SIZE), scores: new Float64Array(BATCH_SIZE) };
  /** Matches of the current step, or documents of a batch. */
  readonly docs = this.#batch.docs;
  readonly #scores = this.#batch.scores;
  /** Matches of the current step. */
  #count = 0;
  /** Number of documents to take at once, adapted to the time that earlier ones took. */
  #most = FIRST_DOCUMENTS;
  #tookMs = 0;
  readonly #postFilter: Weight | undefined;
  /** The filter in the current segment. */
  #filter: Scorer | "none" | undefined;

  constructor(plan: SearchPlan, top: TopDocuments, scoring: boolean, postFilter: Weight | undefined) {
    this.#plan = plan;
    this.#postFilter = postFilter;
    this.#top = top;
    this.#scoring = scoring;
  }

  enter(segment: SegmentReader): void {
    this.#top.enter(segment);
    this.#filter = this.#postFilter && (this.#postFilter.scorer(segment) ?? "none");
  }

  /** Releases the batch for the next search. */
  end(): void {
    if (spareBatches.length < MAX_SPARE_BATCHES) spareBatches.push(this.#batch);
  }

  /** Fills `docs` with all live documents of the segment, batch by batch. Yields their number. */
  *liveBatches({ live, maxDoc }: SegmentReader): Generator<number> {
    let count = 0;
    for (let doc = 0; doc < maxDoc; doc++) {
      if (live && !hasBit(live, doc)) continue;
      this.docs[count++] = doc;
      if (count < BATCH_SIZE) continue;
      yield count;
      count = 0;
    }
    if (count > 0) yield count;
  }

  /** For match_all: collects the documents of the segment that can be among the best. False where all of them can. */
  takeLeading(segment: SegmentReader): boolean {
    const leading = this.#top.leading?.(segment);
    if (!leading) return false;
    this.#plan.work.spend(leading.length);
    this.enter(segment);
    this.#top.collect(leading, this.#scores, leading.length);
    this.total += segment.liveCount;
    return true;
  }

  /** Takes the next matches of the segment; false where all remaining ones could be counted without visiting each. */
  take(segment: SegmentReader, scorer: Scorer): boolean {
    const minCompetitiveScore = this.#minCompetitiveScore();
    const { aggregations, collapse } = this.#plan;
    if (!aggregations && !collapse && !this.#postFilter) this.total += scorer.skip(segment.live, minCompetitiveScore);
    if (scorer.doc === NO_MORE_DOCS) return false;
    const begun = performance.now();
    this.#take(segment, scorer, minCompetitiveScore);
    this.#tookMs = performance.now() - begun;
    return true;
  }

  /** Passes the documents taken to the aggregations, in small steps. */
  *aggregate(segment: SegmentReader): Generator<void> {
    if (this.#count > 0) yield* this.#plan.aggregations?.collect(segment, this.docs, this.#count, this.#scores) ?? [];
  }

  /** Keeps the best of the documents taken. */
  keep(): void {
    const begun = performance.now();
    if (this.#filter && this.#count > 0) this.#count = this.#filtered(this.#filter);
    this.total += this.#count;
    this.#plan.work.spend(this.#count * (this.#plan.sort?.length ?? 0));
    if (this.#plan.trackScores) this.maxScore = Math.max(this.maxScore, ...this.#scores.subarray(0, this.#count));
    if (this.#count > 0) this.#top.collect(this.docs, this.#scores, this.#count);
    const isLong = this.#tookMs + performance.now() - begun > LONG_CALL_MS;
    this.#most = isLong ? Math.max(1, this.#most >>> 2) : Math.min(this.#most * 4, BATCH_SIZE);
  }

  /** Keeps the documents that pass the filter, with their scores, and returns their number. */
  #filtered(filter: Scorer | "none"): number {
    if (filter === "none") return 0;
    const [docs, scores] = [this.docs, this.#scores];
    const passing = docs.slice(0, this.#count);
    const kept = filter.retain(passing, this.#count);
    for (let index = 0, at = 0; index < kept; index++, at++) {
      while (u32(docs, at) !== u32(passing, index)) at++;
      docs[index] = u32(docs, at);
      scores[index] = f64(scores, at);
    }
    return kept;
  }

  /** Matches that score no more than this need not be scored or visited. */
  #minCompetitiveScore(): number {
    const { minScore, trackScores, aggregations } = this.#plan;
    const areAllScored = minScore !== undefined || trackScores || aggregations?.needsScores;
    return areAllScored ? Number.NEGATIVE_INFINITY : this.#top.minCompetitiveScore;
  }

  #take({ live }: SegmentReader, scorer: Scorer, minCompetitiveScore: number): void {
    const [docs, scores] = [this.docs.subarray(0, this.#most), this.#scores];
    const { minScore } = this.#plan;
    const taken = scorer.take(docs, this.#scoring ? scores : undefined, minCompetitiveScore);
    let count = taken;
    if (live || minScore !== undefined) {
      count = 0;
      for (let index = 0; index < taken; index++) {
        const doc = u32(docs, index);
        if (live && (u32(live, doc >>> 5) & (1 << (doc & 31))) === 0) continue;
        const score = f64(scores, index);
        if (minScore !== undefined && !(score >= minScore)) continue;
        docs[count] = doc;
        scores[count++] = score;
      }
    }
    this.#count = count;
  }
}
