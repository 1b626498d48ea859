import type { AggregationKind } from "./kind.ts";
import { AggregationOptions } from "./options.ts";

export interface CardinalityBody {
  readonly field: string;
  readonly missing: string | undefined;
}

export const cardinality: AggregationKind<CardinalityBody> = {
  options: ["field", "missing", "precision_threshold", "execution_hint", "rehash"],
  hasBuckets: false,
  read(body, name) {
    const members = new AggregationOptions("cardinality", name, body);
    const [field, missing] = [members.field(), members.missing()];
    const threshold = members.integer("precision_threshold");
    if (threshold !== undefined && threshold < 0) {
      const reason = `[precisionThreshold] must be greater than or equal to 0. Found [${threshold}] in [${name}]`;
      throw members.failed("precision_threshold", "illegal_argument_exception", reason);
    }
    return { field, missing };
  },
};
