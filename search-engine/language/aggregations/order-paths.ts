import { reduceFailure, ShardFailure } from "../errors/errors.ts";
import type { SearchRejected } from "../errors/rejected.ts";
import { notANumber } from "../members/options.ts";
import type { OrderBy } from "./order.ts";
import type { PathElement } from "./path.ts";
import { kindOf } from "./pipeline-paths.ts";
import { type Aggregation, type AggregationName, type AggregationOf, aggregationKinds } from "./table.ts";

/**
 * Checks that each path leads to a metric, or to a single bucket, whose document count is the number.
 * @throws ShardFailure
 */
export function checkOrder(order: readonly OrderBy[], below: readonly Aggregation[]): void {
  for (const { path, elements } of order) {
    if (!elements) continue;
    const reason = refusalOfPath(elements, below) ?? refusalOfSeveral(elements, below);
    if (reason !== undefined || isUnknownPercentile(elements, below)) throw refusedOnShard(path, elements, below);
  }
}

/**
 * Why Elasticsearch refuses an order of terms; undefined where it does not. `isLate`: whether it counts the terms of a
 * keyword with a filter for each, and therefore resolves the order only when it reduces the results, unless a
 * sub-aggregation needs scores.
 */
export function refusalOfTermsOrder(
  order: readonly OrderBy[],
  below: readonly Aggregation[],
  isLate: boolean,
): ShardFailure | SearchRejected | undefined {
  const isOnShard = !isLate || needScores(below);
  for (const { path, elements } of order) {
    if (!elements) continue;
    const reason = refusalOfPath(elements, below);
    if (isOnShard && (reason !== undefined || isUnknownPercentile(elements, below))) {
      return refusedOnShard(path, elements, below);
    }
    if (reason !== undefined) {
      return reduceFailure("illegal_argument_exception", `Invalid aggregation order path [${path}]. ${reason}`);
    }
  }
  return undefined;
}

/** The aggregations that buckets may be ordered by. */
export const withoutPipelines = (below: readonly Aggregation[]): readonly Aggregation[] =>
  below.filter(({ kind }) => aggregationKinds[kind].makes !== "pipeline");

function refusedOnShard(path: string, elements: readonly PathElement[], below: readonly Aggregation[]): ShardFailure {
  const reason = refusalOnShard(elements, below);
  const cause = { type: "illegal_argument_exception", reason };
  return new ShardFailure("invalid_path", `Invalid aggregation order path [${path}]. ${reason}`, {}, cause);
}

const needScores = (below: readonly Aggregation[]): boolean =>
  below.some(
    (each) => each.kind === "sampler" || (each.kind === "top_hits" && isByScore(each.body)) || needScores(each.below),
  );

const isByScore = ({ sort, trackScores }: AggregationOf<"top_hits">["body"]): boolean =>
  trackScores || sort === undefined || sort.some((key) => key.kind === "field" && key.field === "_score");

/** Elasticsearch's names of buckets of keywords. Those of numbers have other names. */
const STRING_TERMS: ReadonlyMap<AggregationName, string> = new Map([
  ["terms", "sterms"],
  ["rare_terms", "srareterms"],
]);

/** Why terms refuse a path when the results are reduced. */
function refusalOfPath([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): string | undefined {
  if (!first) return undefined;
  const found = below.find((each) => each.name === first.name);
  if (!found) return `Cannot find aggregation named [${first.name}]`;
  const { makes, refusesKey = refusesAllButValue } = kindOf(found);
  const [second] = rest;
  if (makes === "buckets") {
    const type = STRING_TERMS.get(found.kind) ?? found.kind;
    return second
      ? `Can't sort by a descendant of a [${type}] aggregation [${second.name}]`
      : `Can't sort a [${type}] aggregation [${first.name}]`;
  }
  if (makes === "hits") return "hits have no order";
  if (makes === "metric") {
    if (!second) return refusesKey(first.key, first.name, found.body);
    const at = rest.map(({ name, key }) => `>${name}${key === undefined ? "" : `.${key}`}`).join("");
    return `Metrics aggregations cannot have sub-aggregations (at [${at}]`;
  }
  if (second) return refusalOfPath(rest, found.below);
  if (first.key === undefined || first.key === "doc_count") return undefined;
  return `Unknown value key [${first.key}] for single-bucket aggregation [${first.name}]. Either use [doc_count] as key or drop the key all together.`;
}

function refusesAllButValue(key: string | undefined, name: string): string | undefined {
  if (key === undefined || key === "value") return undefined;
  return `Unknown value key [${key}] for single-value metric aggregation [${name}]. Either use [value] as key or drop the key all together`;
}

/** Terms order by `top_metrics` of one document only. */
function refusalOfSeveral([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): string | undefined {
  const found = below.find(({ name }) => name === first?.name);
  if (found && rest.length > 0) return refusalOfSeveral(rest, found.below);
  if (found?.kind !== "top_metrics" || found.body.size === 1) return undefined;
  return `[top_metrics] can only the be target if [size] is [1] but was [${found.body.size}]`;
}

/** Whether a shard refuses a percentile or rank that the body does not ask for. */
function isUnknownPercentile([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): boolean {
  const found = below.find(({ name }) => name === first?.name);
  if (found && rest.length > 0) return isUnknownPercentile(rest, found.below);
  if (found?.kind !== "percentiles" && found?.kind !== "percentile_ranks") return false;
  return !found.body.keys.includes(Number(first?.key));
}

/** Single buckets that Elasticsearch derives from lists of one. */
const MADE_OF_LISTS: ReadonlySet<AggregationName> = new Set(["filter", "nested", "reverse_nested"] as const);
const PLACES: ReadonlySet<AggregationName> = new Set(["geo_bounds", "geo_centroid"] as const);
const PERCENTILES: ReadonlySet<AggregationName> = new Set(["percentiles", "percentile_ranks"] as const);

const ONLY_PATHS =
  "Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.";

/** Why a shard refuses the same path before it collects anything. */
function refusalOnShard([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): string {
  const found = below.find(({ name }) => name === first?.name);
  if (!first || !found) {
    return `The provided aggregation [${first?.text}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
  }
  const { makes, refusesKey } = kindOf(found);
  const { name, key, text } = first;
  if (rest.length > 0) {
    if (key !== undefined) return `Key only allowed on last aggregation path element but got [${text}]`;
    return makes === "bucket" ? refusalOnShard(rest, found.below) : `${ONLY_PATHS} [${name}] is not single-bucket.`;
  }
  if (makes === "bucket" && !MADE_OF_LISTS.has(found.kind)) {
    return `Ordering on a single-bucket aggregation can only be done on its doc_count. Either drop the key (a la "${name}") or change it to "doc_count" (a la "${name}.doc_count") or "key".`;
  }
  if (makes !== "metric" || PLACES.has(found.kind)) return ONLY_PATHS;
  if (!refusesKey) {
    return `Ordering on a single-value metrics aggregation can only be done on its value. Either drop the key (a la "${name}") or change it to "value" (a la "${name}.value")`;
  }
  if (key === undefined) return "When ordering on a multi-value metrics aggregation a metric name must be specified.";
  if (PERCENTILES.has(found.kind) && Number.isNaN(Number(key))) return notANumber(key);
  return (
    refusalOfSeveral([first], below) ?? `Unknown metric name [${key}] on multi-value metrics aggregation [${name}]`
  );
}
