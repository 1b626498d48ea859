import type { AggregationKind } from "./kind.ts";

export interface CardinalityBody {
  readonly field: string;
  readonly missing: string | number | undefined;
}

export const cardinality: AggregationKind<CardinalityBody> = {
  options: ["field", "missing", "precision_threshold", "execution_hint", "rehash"],
  makes: "metric",
  read(members) {
    members.notNegative("precision_threshold", "precisionThreshold");
    members.text("execution_hint");
    members.integer("rehash");
    return { field: members.field(), missing: members.missing() };
  },
};
