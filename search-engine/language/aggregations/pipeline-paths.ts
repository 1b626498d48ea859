import { reduceFailure } from "../errors/errors.ts";
import type { SearchRejected } from "../errors/rejected.ts";
import type { BucketSortBody } from "./bucket-sort.ts";
import type { AggregationKind } from "./kind.ts";
import { pascalCase } from "./pascal-case.ts";
import { bucketKey, type PathElement, stepsOf } from "./path.ts";
import { invalidRequest, type PipelineBody } from "./pipeline.ts";
import { type Aggregation, type AggregationName, aggregationKinds } from "./table.ts";

/** Pipelines that add a number to each bucket of the histogram that contains them. */
const OF_A_PARENT: ReadonlySet<string> = new Set(["cumulative_sum", "derivative", "serial_diff"]);
/** Those that need all buckets between the first and the last. */
const WITHOUT_GAPS: ReadonlySet<string> = new Set(["cumulative_sum", "derivative"]);
const DATE_HISTOGRAMS: ReadonlySet<string> = new Set(["date_histogram", "auto_date_histogram"]);
const HISTOGRAMS: ReadonlySet<string> = new Set(["histogram", ...DATE_HISTOGRAMS]);

/** Kinds of buckets whose keys are lists of values. */
const KEYS_OF_SEVERAL: ReadonlySet<string> = new Set(["composite", "multi_terms"]);

/**
 * Checks the parents of pipelines and the names in their paths. As in Elasticsearch, the first fault of each level is listed,
 * level by level from the top; the names come first.
 * @throws SearchRejected
 */
export function checkPipelines(all: readonly Aggregation[]): void {
  const faults = faultsBelow(all, undefined);
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** `parent`: the aggregation that contains them. */
function faultsBelow(siblings: readonly Aggregation[], parent: Aggregation | undefined): readonly string[] {
  const own = faultOf(() => {
    const pipelines = siblings.filter(isPipeline);
    for (const each of pipelines) for (const { elements, path } of pathsOf(each)) checkNames(elements, path, siblings);
    for (const each of pipelines) checkPipeline(each, siblings, parent);
  });
  return [...(own === undefined ? [] : [own]), ...siblings.flatMap((each) => faultsBelow(each.below, each))];
}

/** The paths of a pipeline; none of a script, and none to the keys of buckets that are sorted. */
function pathsOf(
  pipeline: Aggregation,
): readonly { readonly elements: readonly PathElement[]; readonly path: string }[] {
  if (pipeline.kind === "bucket_sort") return pipeline.body.keys;
  return hasPath(pipeline) ? [{ elements: pipeline.body.path, path: pipeline.body.bucketsPath }] : [];
}

function checkPipeline(pipeline: Aggregation, siblings: readonly Aggregation[], parent: Aggregation | undefined): void {
  if (pipeline.kind === "bucket_sort") checkBucketSort(pipeline.name, pipeline.body, parent);
  if (!hasPath(pipeline)) return;
  if (OF_A_PARENT.has(pipeline.kind)) checkOfParent(pipeline, pipeline.body, parent);
  else if (pipeline.kind === "normalize") checkNormalize(pipeline, pipeline.body, parent);
  else checkOfSibling(pipeline, pipeline.body, siblings);
}

/** A fault of the request that validation lists with others. */
class Fault extends Error {
  override readonly name = "Fault";
}

function faultOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

const hasPath = (aggregation: Aggregation): aggregation is Aggregation & { readonly body: PipelineBody } =>
  isPipeline(aggregation) && "bucketsPath" in aggregation.body;

function checkOfParent(
  { kind, name }: Aggregation,
  { bucketsPath }: PipelineBody,
  parent: Aggregation | undefined,
): void {
  const rule = `${kind} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  if (!parent) throw new Fault(`${rule} but doesn't have a parent`);
  if (!HISTOGRAMS.has(parent.kind)) throw new Fault(rule);
  if (WITHOUT_GAPS.has(kind) && "minDocCount" in parent.body && parent.body.minDocCount !== 0) {
    throw new Fault(`parent histogram of ${kind} aggregation [${name}] must have min_doc_count of 0`);
  }
  if (DATE_HISTOGRAMS.has(parent.kind) && bucketsPath === "_key") {
    throw noNumber("got: [ZonedDateTime] at aggregation [_key]");
  }
}

function checkNormalize({ name }: Aggregation, { bucketsPath }: PipelineBody, parent: Aggregation | undefined): void {
  const multiple = requireBuckets(`normalize aggregation [${name}]`, parent);
  // Other buckets have texts or lists of values as keys.
  if (bucketsPath === "_key" && multiple.kind !== "histogram") {
    const type = DATE_HISTOGRAMS.has(multiple.kind) ? "ZonedDateTime" : "String";
    throw noNumber(`got: [${type}] at aggregation [_key]`);
  }
}

/** @throws Fault unless the parent of a pipeline makes a list of buckets */
function requireBuckets(pipeline: string, parent: Aggregation | undefined): Aggregation {
  if (!parent) throw new Fault(`${pipeline} must be declared inside of another aggregation`);
  if (aggregationKinds[parent.kind].makes === "buckets") return parent;
  throw new Fault(`${pipeline} must have a multi-bucket aggregation as parent`);
}

function checkBucketSort(name: string, { keys, size, from }: BucketSortBody, parent: Aggregation | undefined): void {
  const { kind } = requireBuckets(`bucket_sort aggregation [${name}]`, parent);
  if (keys.length === 0 && size === undefined && from === 0) {
    const choices = "Please set either of [sort, size, from] to use bucket_sort";
    throw new Fault(`[${name}] is configured to perform nothing. ${choices}`);
  }
  // Lists of values, which Elasticsearch can't compare either.
  if (KEYS_OF_SEVERAL.has(kind) && keys.some(({ path }) => path === "_key")) {
    throw new Fault(`bucket_sort aggregation [${name}] can't sort by [_key]`);
  }
}

/** The aggregation that a path leads to, with the path's last step; undefined for a key or count of buckets. */
function targetOf(
  [first, ...rest]: readonly PathElement[],
  siblings: readonly Aggregation[],
): readonly [Aggregation, PathElement] | undefined {
  const target = siblings.find(({ name }) => name === first?.name);
  if (!first || !target) return undefined;
  const [second] = rest;
  if (!isSingle(target)) return [target, first];
  if (second?.name === "_count" || (!second && first.key === "_count")) return undefined;
  return second ? targetOf(rest, target.below) : [target, first];
}

/**
 * Where there are buckets, a path must lead from each to a number. `siblings`: the aggregations in a bucket, whose names were
 * checked. @throws SearchRejected
 */
export function requireNumber(path: readonly PathElement[], siblings: readonly Aggregation[]): void {
  const found = targetOf(path, siblings);
  if (!found) return;
  const [target, step] = found;
  const { makes } = aggregationKinds[target.kind];
  if (makes === "hits") throw noNumber(`got: [InternalTopHits] at aggregation [${target.name}]`);
  if (makes === "buckets" || makes === "bucket") {
    throw noNumber(`got: [${classOf(target.kind)}] at aggregation [${target.name}]`);
  }
  // Whether it has the number is decided in each bucket.
  if (target.kind === "top_metrics") return;
  const { refusesKey } = kindOf(target);
  const key = step.key ?? target.name;
  if (target.kind === "stats" && refusesKey?.(key, target.name, target.body) !== undefined) {
    const constant = `org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.${key}`;
    throw reduceFailure("illegal_argument_exception", `No enum constant ${constant}`);
  }
  if (refusesKey && step.key === undefined) {
    throw noNumber(`but [${target.name}] contains multiple values. Please specify which to use.`);
  }
  if (refusesKey || step.key === undefined || step.key === "value") return;
  if (target.kind === "derivative" && step.key === "normalized_value") return;
  throw unsupportedPath(target.name, step.key);
}

/** A path leads to a number that the aggregation does not have. */
export const unsupportedPath = (name: string, key: string): SearchRejected =>
  reduceFailure("illegal_argument_exception", `path not supported for [${name}]: [${key}]`);

/** The same for a place. */
export const unknownPlace = (name: string, key: string): SearchRejected =>
  reduceFailure("illegal_argument_exception", `Found unknown path element [${key}] in [${name}]`);

/** A path leads to a coordinate where there are no places. Elasticsearch fails here. */
export const withoutPlaces = (name: string): SearchRejected =>
  reduceFailure("illegal_argument_exception", `[${name}] has no places in a bucket of buckets_path`);

/** Elasticsearch's name of a result with buckets. For terms it depends on the field: most are keywords. */
export const classOf = (kind: AggregationName): string =>
  kind === "terms" ? "StringTerms" : `Internal${pascalCase(kind)}`;

/** The kinds of the table have different types of bodies. */
export const kindOf = ({ kind }: Aggregation) => aggregationKinds[kind] as AggregationKind<unknown>;

/** A path leads to nothing. */
export const NO_NUMBER =
  "buckets_path must reference either a number value or a single value numeric metric aggregation";

/** A path leads to something other than a number. */
export const noNumber = (found: string): SearchRejected =>
  reduceFailure("illegal_argument_exception", `${NO_NUMBER}, ${found}`);

function checkOfSibling(
  { name }: Aggregation,
  { path, bucketsPath }: PipelineBody,
  siblings: readonly Aggregation[],
): void {
  const target = bucketsOf(path, siblings);
  if (!target) {
    const told = path.length > 1 ? `[${stepsOf(path).join(", ")}]` : bucketsPath;
    throw new Fault(`buckets_path aggregation does not exist for aggregation [${name}]: ${told}`);
  }
  if (isList(target)) return;
  throw new Fault(
    `Unable to find unqualified multi-bucket aggregation in buckets_path. Path must include a multi-bucket aggregation for aggregation [${name}]`,
  );
}

/** @throws Fault unless aggregations have the names of the path */
function checkNames(
  [first, ...rest]: readonly PathElement[],
  bucketsPath: string,
  siblings: readonly Aggregation[],
): void {
  if (!first) throw new Fault(`Invalid path [${bucketsPath}]`);
  if (bucketsPath === "_count" || bucketsPath === "_key") return;
  let found = siblings.find((each) => each.name === first.name);
  if (!found) throw new Fault(`No aggregation found for path [${bucketsPath}]`);
  for (const [place, { name }] of rest.entries()) {
    const isLast = place === rest.length - 1;
    if (isLast && (name === "_count" || name.toLowerCase() === "_key")) return;
    found = found.below.find((each) => each.name === name && (isLast || !isPipeline(each)));
    if (!found) throw new Fault(`No aggregation [${name}] found for path [${bucketsPath}]`);
  }
}

/**
 * The aggregation whose list of buckets the path reads: the first that is not followed by one in its single bucket, or
 * in one bucket by key.
 */
function bucketsOf(path: readonly PathElement[], siblings: readonly Aggregation[]): Aggregation | undefined {
  let found = siblings.find((each) => each.name === path[0]?.name && !isPipeline(each));
  for (const [place, { name }] of path.slice(1).entries()) {
    const isLeft =
      found && (isList(found) ? bucketKey(path[place]?.key) !== undefined : isSingle(found) && found.below.length > 0);
    if (!found || !isLeft) return found;
    found = found.below.find((each) => each.name === name && !isPipeline(each));
  }
  return found;
}

const isPipeline = ({ kind }: Aggregation): boolean => aggregationKinds[kind].makes === "pipeline";
const isSingle = ({ kind }: Aggregation): boolean => aggregationKinds[kind].makes === "bucket";
/** Elasticsearch does not accept a composite as a list of buckets here. */
const isList = ({ kind }: Aggregation): boolean => aggregationKinds[kind].makes === "buckets" && kind !== "composite";
