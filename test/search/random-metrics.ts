import type { Random } from "./corpus.ts";
import { numberFormats } from "./random-vocabulary.ts";

type Clause = Record<string, unknown>;

const size = "distribution_information.transfersize.size";
const dates = ["temporal_extent.time_period_begin", "dataset_metadata.time_file_created"];
const keywords = ["facility.identifier.keyword", "variables.variable_name.keyword", "product_type.keyword"];

const others = [
  "percentiles",
  "percentile_ranks",
  "median_absolute_deviation",
  "weighted_avg",
  "geo_bounds",
  "geo_centroid",
];

/** A random metric. */
export function randomMetric(r: Random): Clause {
  const kind = r.pick(["min", "max", "avg", "sum", "stats", "extended_stats", "value_count", "cardinality", ...others]);
  if (kind === "cardinality") return { [kind]: { field: r.pick([...keywords, size]) } };
  if (kind === "value_count") return { [kind]: { field: r.pick([...keywords, ...dates, size, "facility.location"]) } };
  if (kind === "geo_bounds" || kind === "geo_centroid") return { [kind]: { field: "facility.location" } };
  if (kind === "weighted_avg") {
    const weight = { field: r.pick(["facility.active", ...dates]), ...(r.chance(0.3) ? { missing: 0 } : {}) };
    return { [kind]: { value: { field: r.pick([size, ...dates]) }, weight } };
  }
  if (kind === "median_absolute_deviation") return { [kind]: { field: size } };
  const field = r.pick([size, size, "facility.active", ...dates]);
  // A rank of a negative number in a histogram crashes Elasticsearch, and many digits take its memory.
  const histogram = field !== size && kind.startsWith("percentile") && r.chance(0.3);
  return {
    [kind]: {
      field,
      ...(field === size && r.chance(0.2) ? { missing: r.pick([7, -3.25, 1e12]) } : {}),
      ...(field === size && r.chance(0.2) ? { format: r.pick(numberFormats) } : {}),
      ...(dates.includes(field) && r.chance(0.2) ? { format: r.pick(["yyyy", "yyyy-MM-dd", "epoch_millis"]) } : {}),
      ...(kind === "percentiles" && r.chance(0.5) ? { percents: [r.below(100), 99.5] } : {}),
      ...(kind === "percentile_ranks" ? { values: [histogram ? 0 : -5, r.below(1_000_000), r.next() * 1.7e12] } : {}),
      ...(histogram ? { hdr: r.chance(0.5) ? {} : { number_of_significant_value_digits: r.below(4) } } : {}),
      ...(kind.startsWith("percentile") && r.chance(0.3) ? { keyed: false } : {}),
      ...(kind === "extended_stats" && r.chance(0.3) ? { sigma: r.pick([0, 1, 2.5]) } : {}),
    },
  };
}

/** A path that orders buckets by one of the metric's numbers. */
export function randomMetricPath(r: Random, name: string, metric: Clause): string {
  if ("stats" in metric) return `${name}.${r.pick(["count", "min", "max", "avg", "sum"])}`;
  if ("extended_stats" in metric) return `${name}.${r.pick(["variance", "std_deviation", "sum_of_squares", "avg"])}`;
  if (["percentiles", "percentile_ranks", "geo_bounds", "geo_centroid"].some((kind) => kind in metric)) return "_count";
  return r.pick([name, `${name}.value`]);
}
