import type { NamedQueries } from "../fetch/named-queries.ts";
import { planFetch } from "../fetch/plan.ts";
import type { DocumentStore } from "../fetch/sources.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { refusalOfTermsOrder, withoutPipelines } from "../language/aggregations/order-paths.ts";
import type { PathElement } from "../language/aggregations/path.ts";
import { type Aggregation, aggregationKinds } from "../language/aggregations/table.ts";
import { reduceFailure } from "../language/errors/errors.ts";
import type { SearchRejected } from "../language/errors/rejected.ts";
import type { Clause } from "../language/queries/table.ts";
import { MAX_BUCKETS } from "../limits.ts";
import type { CompileContext } from "../query/kind.ts";
import { MatchAll, withoutBoost } from "../query/nodes/constant.ts";
import { type Query, rewrite } from "../query/query.ts";
import { compileUnwrapped } from "../query/unwrapped.ts";
import { makeComparator, numberOrder } from "../sort/make-comparator.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";
import type { AggregationContext, Collector, SubAggregations } from "./aggregation.ts";
import { BatchSize } from "./batch-size.ts";
import type { Bound } from "./bound.ts";
import { type AnswerPiece, BucketHits } from "./bucket-hits.ts";
import { MatchScores } from "./match-scores.ts";
import { Matcher } from "./matcher.ts";
import { ResultWriter } from "./results.ts";
import { makeCollector } from "./table.ts";

/** Collectors that visit the same documents. */
export interface AggregationPass {
  /**
   * Begins the next segment. `everything`: all its live documents match. Aggregations collect at once what they can
   * read from the segment's statistics. Returns whether `collect` needs the segment's documents.
   */
  enter(segment: SegmentReader, everything: boolean): boolean;
  /**
   * Collects the next matching live documents of the segment: docs[0 .. count), ascending. Segments come in order, each
   * in one or more calls. Each generator is run to its end, in small steps. The caller reuses the arrays. Without
   * scores each document has 1.
   * @throws ShardFailure when the search exceeds its limits
   */
  collect(segment: SegmentReader, docs: Uint32Array, count: number, scores?: Float64Array): Generator<void>;
}

/** The aggregations of a search, bound to a reader. They collect its matches. */
export interface AggregationRun extends AggregationPass {
  /** The aggregations that collect all live documents, whatever the search matches; undefined when there are none. */
  readonly everywhere: AggregationPass | undefined;
  /** Whether the matches have to be scored. */
  readonly needsScores: boolean;
  /**
   * The `aggregations` object of the answer, as JSON in pieces. Called once, after the last `collect`. `documents`:
   * provides those that the segments do not hold.
   * @throws SearchRejected when there are too many buckets; ShardFailure; errors of the document store; the signal's reason
   */
  answer(documents: DocumentStore, signal: Cancellation): Promise<readonly AnswerPiece[]>;
}

/**
 * Binds the aggregations of a search to the index. `query`: the query of the search, `named`: its named clauses, whose
 * matches the hits list.
 * @throws ShardFailure when a field does not support its aggregation
 */
export function runAggregations(
  tree: readonly Aggregation[],
  query: Query,
  named: NamedQueries,
  compiling: CompileContext,
): AggregationRun {
  const { index, now, work, expansions } = compiling;
  const [scores, hits] = [new MatchScores(), new BucketHits(index, work)];
  let buckets = 0;
  const countBuckets = (more: number) => {
    buckets += more;
    if (buckets > MAX_BUCKETS) throw tooManyBuckets();
  };
  const matcher = (clause: Clause) => new Matcher(compileUnwrapped(clause, compiling), index, work);
  const bound = bind(tree, {
    index,
    now,
    work,
    expansions,
    scores,
    hits,
    matcher,
    comparator: (key) => makeComparator(key, undefined, compiling),
    numberOrder: (key) => numberOrder(key, undefined, compiling),
    fetchPlan: (fetch) => planFetch(fetch, query, named, compiling),
    hasOneOwner: true,
    countBuckets,
  });
  const isWhole = withoutBoost(rewrite(query)) instanceof MatchAll;
  for (const { aggregation } of bound) checkOrders(aggregation, index, isWhole);
  const everywhere = bound.filter(({ aggregation }) => aggregation.kind === "global");
  const ofMatches = bound.filter(({ aggregation }) => aggregation.kind !== "global");
  return {
    ...passOf(ofMatches, work, scores),
    everywhere: everywhere.length > 0 ? passOf(everywhere, work, scores) : undefined,
    needsScores: scores.areNeeded,
    async answer(documents, signal) {
      const slices = new TimeSlices(signal);
      await slices.run(finish(bound));
      const text = await slices.run(new ResultWriter(bound, work).write());
      return hits.written(text, documents, signal);
    },
  };
}

function* finish(bound: readonly Bound[]): Generator<void> {
  for (const { collector, below } of bound) {
    if (collector.finish) yield* collector.finish();
    yield* finish(below);
  }
}

function passOf(bound: readonly Bound[], work: Work, scores: MatchScores): AggregationPass {
  const collectors = bound.map(({ collector }) => collector);
  let waiting: readonly Collector[] = collectors;
  const size = new BatchSize();
  return {
    enter: (segment, everything) => {
      waiting = everything ? collectors.filter((collector) => !collector.collectAll?.(segment)) : collectors;
      return waiting.length > 0;
    },
    *collect(segment, docs, count, ofDocs) {
      work.spend(count * waiting.length);
      for (let from = 0, end = 0; from < count; from = end) {
        end = Math.min(count, from + size.documents);
        const part = docs.subarray(from, end);
        scores.begin(part, ofDocs?.subarray(from, end));
        yield* size.run(end - from, stepsOf(waiting, segment, part));
      }
    },
  };
}

/** Collects the documents, with a pause after each step. */
function* stepsOf(collectors: readonly Collector[], segment: SegmentReader, docs: Uint32Array): Generator<void> {
  for (const collector of collectors) {
    if (collector.collectInSteps) yield* collector.collectInSteps(segment, docs, docs.length);
    else collector.collect(segment, docs, undefined, docs.length);
    yield;
  }
}

const bind = (tree: readonly Aggregation[], context: AggregationContext): readonly Bound[] =>
  tree.map((aggregation) => {
    const isSingle = aggregationKinds[aggregation.kind].makes === "bucket";
    const bound = bind(aggregation.below, { ...context, hasOneOwner: context.hasOneOwner && isSingle });
    const below = belowOf(bound, context.work);
    return { aggregation, collector: makeCollector(aggregation, context, below), below: bound, size: 1 + below.size };
  });

/**
 * `isWhole`: whether terms at the top level count all documents.
 * @throws ShardFailure, SearchRejected
 */
function checkOrders(aggregation: Aggregation, index: IndexReader, isWhole: boolean): void {
  for (const below of aggregation.below) checkOrders(below, index, false);
  if (aggregation.kind !== "terms") return;
  const { field, missing, executionHint, order } = aggregation.body;
  const kind = index.fields.field(field)?.kind;
  const isByFilters = isWhole && missing === undefined && executionHint !== "map";
  const isLate = isByFilters && (kind === "keyword" || kind === "_id");
  const refusal = refusalOfTermsOrder(order, withoutPipelines(aggregation.below), isLate);
  if (refusal) throw refusal;
}

function belowOf(bound: readonly Bound[], work: Work): SubAggregations {
  const collecting = bound.filter(({ collector }) => !collector.pipeline);
  return {
    isEmpty: collecting.length === 0,
    size: bound.reduce((sum, { size }) => sum + size, 0),
    collect: (segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number) => {
      work.spend(count * collecting.length);
      for (const { collector } of collecting) collector.collect(segment, docs, owners, count);
    },
    *collectInSteps(segment, docs, owners) {
      work.spend(docs.length * collecting.length);
      for (const { collector } of collecting) {
        collector.collect(segment, docs, owners, docs.length);
        yield;
      }
    },
    metric: (path) => metricOf(path, bound),
  };
}

/** The number that a path leads to. The parser has checked that it leads to one. */
function metricOf([first, ...rest]: readonly PathElement[], bound: readonly Bound[]): (owner: number) => number {
  const collector = bound.find(({ aggregation }) => aggregation.name === first?.name)?.collector;
  if (rest.length > 0 && collector?.inside) return collector.inside.metric(rest);
  const key = first?.key ?? (collector?.inside ? "doc_count" : "value");
  return (owner) => collector?.metric?.(owner, key) ?? Number.NaN;
}

function tooManyBuckets(): SearchRejected {
  return reduceFailure(
    "too_many_buckets_exception",
    `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
    { max_buckets: MAX_BUCKETS },
  );
}
