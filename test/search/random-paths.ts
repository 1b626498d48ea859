import type { Random } from "./corpus.ts";
import { randomMetricPath } from "./random-metrics.ts";

/** Random paths through aggregations: for orders of buckets, and for pipelines. */

type Json = Record<string, unknown>;

const SINGLE = ["filter", "global", "nested", "reverse_nested", "missing", "sampler"];
const METRICS = [
  ...["min", "max", "avg", "sum", "stats", "extended_stats", "value_count", "cardinality", "weighted_avg"],
  ...["median_absolute_deviation", "percentiles", "percentile_ranks", "geo_bounds", "geo_centroid", "top_hits"],
];
const PIPELINES = [
  ...["max_bucket", "min_bucket", "sum_bucket", "avg_bucket"],
  ...["stats_bucket", "extended_stats_bucket", "percentiles_bucket"],
];

const kindOf = (aggregation: Json): string => Object.keys(aggregation).find((name) => name !== "aggs") ?? "";
const belowOf = (aggregation: Json): Json => (aggregation["aggs"] ?? {}) as Json;
const picked = (r: Random, aggregations: Json): readonly [string, Json] | undefined => {
  const all = Object.entries(aggregations) as [string, Json][];
  return all.length > 0 ? r.pick(all) : undefined;
};

/** An order of buckets with these aggregations: mostly by a number, through single buckets too. */
export function randomOrderPath(r: Random, aggregations: Json): string {
  const [name, aggregation] = picked(r, aggregations) ?? ["nope", {}];
  const kind = kindOf(aggregation);
  if (r.chance(0.05)) return r.pick([`${name}.nope`, "nope", `${name}>nope`, `${name}.50`]);
  if (METRICS.includes(kind)) return kind === "top_hits" ? "_count" : randomMetricPath(r, name, aggregation);
  if (!SINGLE.includes(kind)) return "_count";
  if (r.chance(0.4)) return r.pick([name, `${name}.doc_count`]);
  return `${name}>${randomOrderPath(r, belowOf(aggregation))}`.replace(/>_count$/, "");
}

/** Pipelines beside these aggregations, and beside each other. */
export function randomPipelines(r: Random, aggregations: Json): Json {
  const pipeline = (others: Json): Json => ({
    [r.pick(PIPELINES)]: {
      buckets_path: randomBucketsPath(r, others),
      ...(r.chance(0.3) ? { gap_policy: r.pick(["skip", "insert_zeros", "keep_values"]) } : {}),
      ...(r.chance(0.2) ? { format: r.pick(["0.00", "#,##0.#"]) } : {}),
    },
  });
  const first = pipeline(aggregations);
  return { p: first, ...(r.chance(0.3) ? { q: pipeline(aggregations) } : {}) };
}

/** A pipeline that a histogram with these aggregations may hold. */
export function randomRunning(r: Random, aggregations: Json): Json {
  const buckets_path = r.chance(0.4) ? "_count" : randomBucketsPath(r, aggregations);
  return {
    run: r.pick([{ cumulative_sum: { buckets_path } }, { serial_diff: { buckets_path, lag: 1 + r.below(3) } }]),
  };
}

/** A path in each of its spellings: to counts, to numbers, and through buckets by their key. */
function randomBucketsPath(r: Random, aggregations: Json): string {
  const [name, aggregation] = picked(r, aggregations) ?? ["nope", {}];
  if (METRICS.includes(kindOf(aggregation))) return numberIn(r, name, aggregation);
  const end = () => r.pick([">_count", "._count", "._count", "._bucket_count", ">_bucket_count", "", ">nope", ".nope"]);
  const below = belowOf(aggregation);
  const at = r.chance(0.15) ? `${name}['${r.pick(["model", "CLU", "0lym", "x", "0"])}']` : name;
  if (Object.keys(below).length === 0 || r.chance(0.4)) return `${at}${end()}`;
  return `${at}>${randomBucketsPath(r, below)}`;
}

function numberIn(r: Random, name: string, metric: Json): string {
  const path = randomMetricPath(r, name, metric);
  if (path === "_count") return r.pick([name, `${name}.50`, `${name}[99.5]`, `${name}.top`]);
  return r.chance(0.3) ? path.replace(/\.(.*)$/, r.pick(["[$1]", "['$1']"])) : path;
}
