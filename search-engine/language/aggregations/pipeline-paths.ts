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
 * Checks the parents of pipelines and their paths. `parent`: the aggregation that contains them. As in Elasticsearch,
 * the names in paths are checked first, level by level from the top.
 * @throws SearchRejected
 */
export function checkPipelines(siblings: readonly Aggregation[], parent?: Aggregation): void {
  for (const each of siblings) {
    if (hasPath(each) && isOfSiblings(each.kind)) checkNames(each.body.path, each.body.bucketsPath, siblings);
  }
  for (const each of siblings) {
    if (each.kind === "bucket_sort") checkBucketSort(each.name, each.body, siblings, parent);
    if (!hasPath(each)) continue;
    if (OF_A_PARENT.has(each.kind)) checkOfParent(each, each.body, siblings, parent);
    else if (each.kind === "normalize") checkNormalize(each, each.body, siblings, parent);
    else checkOfSibling(each, each.body, siblings);
  }
  for (const each of siblings) checkPipelines(each.below, each);
}

const hasPath = (aggregation: Aggregation): aggregation is Aggregation & { readonly body: PipelineBody } =>
  isPipeline(aggregation) && "bucketsPath" in aggregation.body;

/** Whether it is a pipeline over the buckets of an aggregation beside it. */
const isOfSiblings = (kind: AggregationName): boolean => kind !== "normalize" && !OF_A_PARENT.has(kind);

function checkOfParent(
  { kind, name }: Aggregation,
  { path, bucketsPath }: PipelineBody,
  siblings: readonly Aggregation[],
  parent: Aggregation | undefined,
): void {
  const rule = `${kind} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  if (!parent) throw invalidRequest(`${rule} but doesn't have a parent`);
  if (!HISTOGRAMS.has(parent.kind)) throw invalidRequest(rule);
  if (WITHOUT_GAPS.has(kind) && "minDocCount" in parent.body && parent.body.minDocCount !== 0) {
    throw invalidRequest(`parent histogram of ${kind} aggregation [${name}] must have min_doc_count of 0`);
  }
  if (DATE_HISTOGRAMS.has(parent.kind) && bucketsPath === "_key") {
    throw noNumber("got: [ZonedDateTime] at aggregation [_key]");
  }
  checkPath(path, bucketsPath, siblings);
}

function checkNormalize(
  { name }: Aggregation,
  { path, bucketsPath }: PipelineBody,
  siblings: readonly Aggregation[],
  parent: Aggregation | undefined,
): void {
  const multiple = requireBuckets(`normalize aggregation [${name}]`, parent);
  // Other buckets have texts or lists of values as keys.
  if (bucketsPath === "_key" && multiple.kind !== "histogram") {
    const type = DATE_HISTOGRAMS.has(multiple.kind) ? "ZonedDateTime" : "String";
    throw noNumber(`got: [${type}] at aggregation [_key]`);
  }
  checkPath(path, bucketsPath, siblings);
}

/** @throws SearchRejected unless the parent of a pipeline makes a list of buckets */
function requireBuckets(pipeline: string, parent: Aggregation | undefined): Aggregation {
  if (!parent) throw invalidRequest(`${pipeline} must be declared inside of another aggregation`);
  if (aggregationKinds[parent.kind].makes === "buckets") return parent;
  throw invalidRequest(`${pipeline} must have a multi-bucket aggregation as parent`);
}

function checkBucketSort(
  name: string,
  { keys, size, from }: BucketSortBody,
  siblings: readonly Aggregation[],
  parent: Aggregation | undefined,
): void {
  const { kind } = requireBuckets(`bucket_sort aggregation [${name}]`, parent);
  if (keys.length === 0 && size === undefined && from === 0) {
    const choices = "Please set either of [sort, size, from] to use bucket_sort";
    throw invalidRequest(`[${name}] is configured to perform nothing. ${choices}`);
  }
  for (const { path, elements } of keys) {
    if (path !== "_key") checkPath(elements, path, siblings);
    // Lists of values, which Elasticsearch can't compare either.
    else if (KEYS_OF_SEVERAL.has(kind)) throw invalidRequest(`bucket_sort aggregation [${name}] can't sort by [_key]`);
  }
}

/** A path from a bucket to a number in it. @throws SearchRejected */
function checkPath([first, ...rest]: readonly PathElement[], path: string, siblings: readonly Aggregation[]): void {
  const isOwn = first?.name === "_count" || first?.name === "_key";
  if (isOwn && rest.length === 0) return;
  const target = siblings.find(({ name }) => name === first?.name);
  if (!first || !target) throw invalidRequest(`No aggregation found for path [${path}]`);
  const [second] = rest;
  const { makes } = aggregationKinds[target.kind];
  if (makes === "bucket" && second?.name === "_count") return;
  if (makes === "bucket" && second) {
    const inner = target.below.find(({ name }) => name === second.name);
    if (!inner) throw invalidRequest(`No aggregation [${second.name}] found for path [${path}]`);
    checkPath(rest, path, target.below);
    return;
  }
  if (makes === "bucket" && first.key === "_count") return;
  checkNumber(target);
  if (makes === "buckets" || makes === "bucket") {
    throw noNumber(`got: [${classOf(target.kind)}] at aggregation [${target.name}]`);
  }
  // Whether it has the number is decided in each bucket.
  if (target.kind === "top_metrics") return;
  const { refusesKey } = kindOf(target);
  const key = first.key ?? target.name;
  if (target.kind === "stats" && refusesKey?.(key, target.name, target.body) !== undefined) {
    const constant = `org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.${key}`;
    throw reduceFailure("illegal_argument_exception", `No enum constant ${constant}`);
  }
  if (refusesKey && first.key === undefined) {
    throw noNumber(`but [${target.name}] contains multiple values. Please specify which to use.`);
  }
  if (refusesKey || first.key === undefined || first.key === "value") return;
  if (target.kind === "derivative" && first.key === "normalized_value") return;
  throw unsupportedPath(target.name, first.key);
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

/** @throws SearchRejected for hits, which have no number */
function checkNumber({ kind, name }: Aggregation): void {
  if (aggregationKinds[kind].makes === "hits") throw noNumber(`got: [InternalTopHits] at aggregation [${name}]`);
}

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
    throw invalidRequest(`buckets_path aggregation does not exist for aggregation [${name}]: ${told}`);
  }
  if (isList(target)) return;
  throw invalidRequest(
    `Unable to find unqualified multi-bucket aggregation in buckets_path. Path must include a multi-bucket aggregation for aggregation [${name}]`,
  );
}

/** @throws SearchRejected unless aggregations have the names of the path */
function checkNames(
  [first, ...rest]: readonly PathElement[],
  bucketsPath: string,
  siblings: readonly Aggregation[],
): void {
  if (!first) throw invalidRequest(`Invalid path [${bucketsPath}]`);
  if (bucketsPath === "_count" || bucketsPath === "_key") return;
  let found = siblings.find((each) => each.name === first.name);
  if (!found) throw invalidRequest(`No aggregation found for path [${bucketsPath}]`);
  for (const [place, { name }] of rest.entries()) {
    const isLast = place === rest.length - 1;
    if (isLast && (name === "_count" || name.toLowerCase() === "_key")) return;
    found = found.below.find((each) => each.name === name && (isLast || !isPipeline(each)));
    if (!found) throw invalidRequest(`No aggregation [${name}] found for path [${bucketsPath}]`);
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
