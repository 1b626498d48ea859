import { javaDouble } from "../java/java-numbers.ts";
import type { AggregationKind } from "./kind.ts";
import { type MetricBody, metric, refusesKeysBut } from "./metrics.ts";

export interface ExtendedStatsBody extends MetricBody {
  /** Standard deviations from the mean up to the bounds. */
  readonly sigma: number;
}

const DEFAULT_SIGMA = 2;

const names = [
  ...["count", "min", "max", "avg", "sum", "sum_of_squares"],
  ...["", "_population", "_sampling"].flatMap((kind) =>
    ["variance", "std_deviation", "std_upper", "std_lower"].map((name) => name + kind),
  ),
];

/** Why extended stats have no number for a key. */
export const refusesExtendedStatsKey = refusesKeysBut(names);

export const extendedStats: AggregationKind<ExtendedStatsBody> = {
  options: ["field", "missing", "format", "sigma"],
  makes: "metric",
  refusesKey: refusesExtendedStatsKey,
  read(members) {
    const sigma = members.number("sigma") ?? DEFAULT_SIGMA;
    if (sigma < 0) {
      const found = `Found [${javaDouble(sigma)}] in [${members.name}]`;
      throw members.invalid("sigma", `[sigma] must be greater than or equal to 0. ${found}`);
    }
    return { ...metric.read(members), sigma };
  },
};
