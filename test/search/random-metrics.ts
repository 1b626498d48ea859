import type { Random } from "./corpus.ts";

type Clause = Record<string, unknown>;

const size = "distribution_information.transfersize.size";
const dates = ["temporal_extent.time_period_begin", "dataset_metadata.time_file_created"];
const keywords = ["facility.identifier.keyword", "variables.variable_name.keyword", "product_type.keyword"];

/** A metric made by chance. */
export function randomMetric(r: Random): Clause {
  const kind = r.pick(["min", "max", "avg", "sum", "stats", "extended_stats", "value_count", "cardinality"]);
  if (kind === "cardinality") return { [kind]: { field: r.pick([...keywords, size]) } };
  if (kind === "value_count") return { [kind]: { field: r.pick([...keywords, ...dates, size, "facility.location"]) } };
  const field = r.pick([size, size, "facility.active", ...dates]);
  return {
    [kind]: {
      field,
      ...(field === size && r.chance(0.2) ? { missing: r.pick([7, -3.25, 1e12]) } : {}),
      ...(field === size && r.chance(0.2) ? { format: r.pick(["0.00", "#,##0.#", "0.0##E0", "00%"]) } : {}),
      ...(dates.includes(field) && r.chance(0.2) ? { format: r.pick(["yyyy", "yyyy-MM-dd", "epoch_millis"]) } : {}),
      ...(kind === "extended_stats" && r.chance(0.3) ? { sigma: r.pick([0, 1, 2.5]) } : {}),
    },
  };
}

/** A path that orders buckets by one of the metric's numbers. */
export function randomMetricPath(r: Random, name: string, metric: Clause): string {
  if ("stats" in metric) return `${name}.${r.pick(["count", "min", "max", "avg", "sum"])}`;
  if ("extended_stats" in metric) return `${name}.${r.pick(["variance", "std_deviation", "sum_of_squares", "avg"])}`;
  return r.pick([name, `${name}.value`]);
}
