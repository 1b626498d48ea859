import type { PathElement } from "../../language/aggregations/path.ts";
import type { Aggregation } from "../../language/aggregations/table.ts";
import { reduceFailure } from "../../language/errors.ts";
import { MAX_BUCKETS } from "../../language/limits.ts";
import type { Clause } from "../../language/queries/table.ts";
import type { SearchRejected } from "../../port.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { CompileContext } from "../query/kind.ts";
import type { Work } from "../work.ts";
import type { AggregationContext, Below, Collector } from "./aggregation.ts";
import type { Bound } from "./bound.ts";
import { Matcher } from "./matcher.ts";
import { ResultWriter } from "./results.ts";
import { makeCollector } from "./table.ts";

/** Collectors that look at the same documents. */
export interface AggregationPass {
  /**
   * Begins the next segment. `everything`: all its live documents match. Returns whether `collect` needs its documents;
   * what aggregations can read from the segment's statistics, they collect at once.
   */
  enter(segment: SegmentReader, everything: boolean): boolean;
  /**
   * Collects the next matching live documents of the segment: docs[0 .. count), ascending. Segments come in order, each
   * in one or more calls. The caller reuses the array.
   * @throws ShardFailure when the search exceeds its limits
   */
  collect(segment: SegmentReader, docs: Uint32Array, count: number): void;
}

/** The aggregations of a search, bound to a reader. They look at its matches. */
export interface AggregationRun extends AggregationPass {
  /** Those that look at all live documents whatever the search matches; undefined when there are none. */
  readonly everywhere: AggregationPass | undefined;
  /**
   * The `aggregations` object of the answer, as JSON text. Called once, after the last `collect`.
   * @throws SearchRejected when there are too many buckets
   */
  answer(): string;
}

/**
 * Binds the aggregations of a search to the index.
 * @throws ShardFailure when a field does not support its aggregation
 */
export function runAggregations(
  tree: readonly Aggregation[],
  { index, now, work, compile }: CompileContext,
): AggregationRun {
  let buckets = 0;
  const countBuckets = (more: number) => {
    buckets += more;
    if (buckets > MAX_BUCKETS) throw tooManyBuckets();
  };
  const matcher = (clause: Clause) => new Matcher(compile(clause), index, work);
  const bound = bind(tree, { index, now, work, matcher, countBuckets });
  const everywhere = bound.filter(({ aggregation }) => aggregation.kind === "global");
  const ofMatches = bound.filter(({ aggregation }) => aggregation.kind !== "global");
  return {
    ...passOf(ofMatches, work),
    everywhere: everywhere.length > 0 ? passOf(everywhere, work) : undefined,
    answer: () => new ResultWriter(work).write(bound),
  };
}

function passOf(bound: readonly Bound[], work: Work): AggregationPass {
  const collectors = bound.map(({ collector }) => collector);
  let waiting: readonly Collector[] = collectors;
  return {
    enter: (segment, everything) => {
      waiting = everything ? collectors.filter((collector) => !collector.collectAll?.(segment)) : collectors;
      return waiting.length > 0;
    },
    collect: (segment, docs, count) => {
      work.spend(count * waiting.length);
      for (const collector of waiting) collector.collect(segment, docs, undefined, count);
    },
  };
}

const bind = (tree: readonly Aggregation[], context: AggregationContext): readonly Bound[] =>
  tree.map((aggregation) => {
    const bound = bind(aggregation.below, context);
    const below = belowOf(bound, context.work);
    return { aggregation, collector: makeCollector(aggregation, context, below), below: bound, size: 1 + below.size };
  });

function belowOf(bound: readonly Bound[], work: Work): Below {
  const collecting = bound.filter(({ collector }) => !collector.pipeline);
  return {
    isEmpty: collecting.length === 0,
    size: bound.reduce((sum, { size }) => sum + size, 0),
    collect: (segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number) => {
      work.spend(count * collecting.length);
      for (const { collector } of collecting) collector.collect(segment, docs, owners, count);
    },
    metric: (path) => metricOf(path, bound),
  };
}

/** The number that a path leads to. That it leads to one was checked when the search was read. */
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
