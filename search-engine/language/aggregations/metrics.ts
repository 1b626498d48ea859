import type { AggregationKind } from "./kind.ts";

/** Numbers computed from a field's values. */
export interface MetricBody {
  readonly field: string;
  /** The value of documents without the field. */
  readonly missing: string | number | undefined;
  readonly format: string | undefined;
}

/** One number computed from a field's values. */
export const metric: AggregationKind<MetricBody> = {
  options: ["field", "missing", "format"],
  makes: "metric",
  read: (members) => ({ field: members.field(), missing: members.missing(), format: members.format() }),
};

const names = ["count", "min", "max", "avg", "sum"];

/** Why statistics have no number for a key. */
export const refusesStatsKey = refusesKeysBut(names);

export const stats: AggregationKind<MetricBody> = { ...metric, refusesKey: refusesStatsKey };

/** `refusesKey` of a metric with several numbers. */
export function refusesKeysBut(keys: readonly string[]): (key: string | undefined) => string | undefined {
  return (key) => {
    if (key === undefined) return "Missing value key in [null] which refers to a multi-value metric aggregation";
    if (keys.includes(key)) return undefined;
    return `No enum constant org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.${key}`;
  };
}
