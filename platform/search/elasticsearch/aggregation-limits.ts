import { type Aggregation, aggregationKinds } from "../../../search-engine/language/aggregations/table.ts";
import { expectAtMost } from "../../../search-engine/language/members/bounds.ts";
import {
  BUCKETS_OF_HISTOGRAMS,
  HIT_WEIGHT,
  MAX_BUCKET_WEIGHT,
  MAX_HISTOGRAM_STEPS,
  MAX_KEY_PARTS,
  MAX_SAMPLER_DEPTH,
  PIPELINE_WEIGHT,
} from "./limits.ts";

const WEIGHED = `values, hits (${HIT_WEIGHT} each) and pipelines (${PIPELINE_WEIGHT} each)`;

/**
 * Refuses aggregations whose work Elasticsearch neither counts nor stops when they are cancelled. The embedded engine
 * counts all its work.
 * @throws SearchRejected
 */
export function checkAggregations(tree: readonly Aggregation[]): void {
  checkKeys(tree);
  expectAtMost(MAX_BUCKET_WEIGHT, inBuckets(tree), WEIGHED, "each bucket holds");
  expectAtMost(MAX_HISTOGRAM_STEPS, histogramSteps(tree), "steps", "[hdr] keeps in all buckets");
  expectAtMost(MAX_SAMPLER_DEPTH, samplerDepth(tree), "samples", "[sampler] makes samples of");
}

/** A document has a key for every combination of its values. */
function checkKeys(tree: readonly Aggregation[]): void {
  for (const { name, kind, body, below } of tree) {
    if (kind === "composite") expectAtMost(MAX_KEY_PARTS, body.sources.length, "sources", `[${name}] has`);
    if (kind === "multi_terms") expectAtMost(MAX_KEY_PARTS, body.fields.length, "fields", `[${name}] has`);
    checkKeys(below);
  }
}

/**
 * Weight of the buckets of aggregations whose number of buckets depends on the records. Elasticsearch allocates the
 * hits of every bucket, also of those not answered, and a pipeline copies all buckets.
 */
const inBuckets = (tree: readonly Aggregation[]): number =>
  tree.reduce((sum, aggregation) => {
    const buckets = bucketsOf(aggregation);
    return sum + (buckets === "as found" ? weightOf(aggregation.below) : buckets * inBuckets(aggregation.below));
  }, 0);

const weightOf = (tree: readonly Aggregation[]): number =>
  tree.reduce((sum, aggregation) => {
    const { kind, body, below } = aggregation;
    if (kind === "top_hits") return sum + HIT_WEIGHT * (body.from + body.size);
    if (aggregationKinds[kind].makes === "pipeline") return sum + PIPELINE_WEIGHT;
    const buckets = bucketsOf(aggregation);
    return sum + (buckets === "as found" ? 1 : buckets) * (1 + weightOf(below));
  }, 0);

/** The steps of the histograms of all buckets. */
const histogramSteps = (tree: readonly Aggregation[]): number =>
  tree.reduce((sum, aggregation) => {
    const { kind, body, below } = aggregation;
    const isHistogram = (kind === "percentiles" || kind === "percentile_ranks") && body.digits !== undefined;
    const steps = isHistogram ? 10 ** body.digits : 0;
    return sum + steps + collectingBucketsOf(aggregation) * histogramSteps(below);
  }, 0);

/**
 * Number of buckets whose sub-aggregations collect: for terms only the answered ones, unless their selection depends on
 * sub-aggregations.
 */
function collectingBucketsOf(aggregation: Aggregation): number {
  const { kind, body } = aggregation;
  const buckets = bucketsOf(aggregation);
  if (buckets !== "as found") return buckets;
  if (kind !== "terms") return BUCKETS_OF_HISTOGRAMS;
  const isDepthFirst = body.isDepthFirst || body.order.some(({ elements }) => elements);
  return isDepthFirst ? BUCKETS_OF_HISTOGRAMS : body.shardSize;
}

/** Number of buckets of an aggregation, where the search determines it; 1 for a metric. */
function bucketsOf({ kind, body }: Aggregation): number | "as found" {
  switch (kind) {
    case "filters":
      return body.filters.length;
    case "range":
    case "date_range":
      return body.ranges.length;
    case "adjacency_matrix":
      return (body.filters.length * (body.filters.length + 1)) / 2;
    case "auto_date_histogram":
    case "composite":
    case "date_histogram":
    case "geohash_grid":
    case "geotile_grid":
    case "histogram":
    case "multi_terms":
    case "rare_terms":
    case "terms":
      return "as found";
    default:
      return 1;
  }
}

const samplerDepth = (tree: readonly Aggregation[]): number =>
  tree.reduce((most, { kind, below }) => Math.max(most, samplerDepth(below) + (kind === "sampler" ? 1 : 0)), 0);
