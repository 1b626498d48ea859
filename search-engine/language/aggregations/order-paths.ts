import { reduceFailure, ShardFailure } from "../errors.ts";
import type { AggregationKind } from "./kind.ts";
import type { OrderBy } from "./order.ts";
import type { PathElement } from "./path.ts";
import { type Aggregation, type AggregationName, aggregationKinds } from "./table.ts";

/**
 * Buckets can be ordered by a metric, or by the documents of a single bucket, that a path leads to.
 * @throws SearchRejected, ShardFailure
 */
export function checkOrder(kind: AggregationName, order: readonly OrderBy[], below: readonly Aggregation[]): void {
  for (const { path, elements } of order) {
    if (!elements) continue;
    const reason = refusalOfPath(elements, below) ?? (kind === "terms" ? undefined : refusalOfSeveral(elements, below));
    if (reason === undefined) continue;
    const refused = (why: string) => `Invalid aggregation order path [${path}]. ${why}`;
    if (kind === "terms" && !isOfHits(elements, below))
      throw reduceFailure("illegal_argument_exception", refused(reason));
    const onShard = refusalOnShard(path, elements, below);
    throw new ShardFailure(
      "invalid_path",
      refused(onShard),
      {},
      { type: "illegal_argument_exception", reason: onShard },
    );
  }
}

/** Terms, too, look at their shard for hits. */
const isOfHits = ([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): boolean =>
  below.some((each) => each.name === first?.name && (kindOf(each).makes === "hits" || isOfHits(rest, each.below)));

const kindOf = ({ kind }: Aggregation) => aggregationKinds[kind] as AggregationKind<unknown>;

/** What Elasticsearch calls buckets of keywords; those of numbers have other names. */
const STRING_TERMS: ReadonlyMap<AggregationName, string> = new Map([
  ["terms", "sterms"],
  ["rare_terms", "srareterms"],
]);

/** Why terms refuse a path: they follow it when the answer is put together. */
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

/** Terms order by the first of several documents. */
function refusalOfSeveral([first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): string | undefined {
  const found = below.find(({ name }) => name === first?.name);
  if (found && rest.length > 0) return refusalOfSeveral(rest, found.below);
  if (found?.kind !== "top_metrics" || found.body.size === 1) return undefined;
  return `[top_metrics] can only the be target if [size] is [1] but was [${found.body.size}]`;
}

/** Why histograms refuse the same path: they follow it when their shard begins. */
function refusalOnShard(path: string, [first, ...rest]: readonly PathElement[], below: readonly Aggregation[]): string {
  const found = below.find(({ name }) => name === first?.name);
  if (!first || !found) {
    return `The provided aggregation [${path}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
  }
  const { makes, refusesKey } = kindOf(found);
  const { name, key } = first;
  if (makes === "bucket" && rest.length > 0) return refusalOnShard(path, rest, found.below);
  if (makes === "bucket")
    return `Ordering on a single-bucket aggregation can only be done on its doc_count. Either drop the key (a la "${name}") or change it to "doc_count" (a la "${name}.doc_count")`;
  if (makes === "buckets" || makes === "hits" || rest.length > 0) {
    const rule =
      "Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.";
    return rest.length > 0 ? `${rule} [${name}] is not single-bucket.` : rule;
  }
  if (!refusesKey) {
    return `Ordering on a single-value metrics aggregation can only be done on its value. Either drop the key (a la "${name}") or change it to "value" (a la "${name}.value")`;
  }
  const several = refusalOfSeveral([first], below);
  if (key !== undefined && several !== undefined) return several;
  return key === undefined
    ? "When ordering on a multi-value metrics aggregation a metric name must be specified."
    : `Unknown metric name [${key}] on multi-value metrics aggregation [${name}]`;
}
