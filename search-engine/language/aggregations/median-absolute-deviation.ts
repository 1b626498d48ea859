import { javaDouble } from "../java/java-numbers.ts";
import type { AggregationKind } from "./kind.ts";
import { type MetricBody, metric } from "./metrics.ts";
import { checkDigestSize, checkExecutionHint } from "./percentiles.ts";

/** Answers are exact, so Elasticsearch's compression of the values does not matter. */
export const medianAbsoluteDeviation: AggregationKind<MetricBody> = {
  options: ["field", "missing", "format", "compression", "execution_hint"],
  makes: "metric",
  read(members) {
    const compression = members.number("compression") ?? 1;
    if (compression <= 0) {
      const found = `Found [${javaDouble(compression)}] in [${members.name}]`;
      throw members.invalid("compression", `[compression] must be greater than 0. ${found}`);
    }
    checkDigestSize(compression, members);
    checkExecutionHint(members);
    return metric.read(members);
  },
};
