import type { AggregationKind } from "./kind.ts";
import { AggregationOptions } from "./options.ts";

/** One number made of a field's values. */
export interface MetricBody {
  readonly field: string;
  /** What documents without the field count as. */
  readonly missing: string | undefined;
  readonly format: string | undefined;
}

export const min = metric("min");
export const max = metric("max");
export const avg = metric("avg");

function metric(kind: string): AggregationKind<MetricBody> {
  return {
    options: ["field", "missing", "format"],
    hasBuckets: false,
    read(body, name) {
      const members = new AggregationOptions(kind, name, body);
      return { field: members.field(), missing: members.missing(), format: members.text("format") };
    },
  };
}
