import type { AggregationKind } from "./kind.ts";

/** One number made of a field's values. */
export interface MetricBody {
  readonly field: string;
  /** What documents without the field count as. */
  readonly missing: string | undefined;
  readonly format: string | undefined;
}

export const metric: AggregationKind<MetricBody> = {
  options: ["field", "missing", "format"],
  makes: "metric",
  read: (members) => ({ field: members.field(), missing: members.missing(), format: members.text("format") }),
};
