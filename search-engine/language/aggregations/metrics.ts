import type { AggregationKind } from "./kind.ts";

/** Numbers made of a field's values. */
export interface MetricBody {
  readonly field: string;
  /** What documents without the field count as. */
  readonly missing: string | number | undefined;
  readonly format: string | undefined;
}

/** One number made of a field's values. */
export const metric: AggregationKind<MetricBody> = {
  options: ["field", "missing", "format"],
  makes: "metric",
  read: (members) => ({ field: members.field(), missing: members.missing(), format: members.format() }),
};

const names = ["count", "min", "max", "avg", "sum"];

/** Why statistics have no number for a key. */
export const refusesStatsKey = refusesKeysBut(names);

export const stats: AggregationKind<MetricBody> = { ...metric, refusesKey: refusesStatsKey };

/** For `refusesKey` of a metric of several numbers. */
export function refusesKeysBut(keys: readonly string[]): (key: string | undefined) => string | undefined {
  return (key) => {
    if (key === undefined) return "Missing value key in [null] which refers to a multi-value metric aggregation";
    if (keys.includes(key)) return undefined;
    return `No enum constant org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.${key}`;
  };
}
