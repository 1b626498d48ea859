import { DEFAULT_PERCENTS, numbersIn } from "./percentiles.ts";
import { type PipelineBody, pipeline } from "./pipeline.ts";

export interface PercentilesBucketBody extends PipelineBody {
  readonly percents: readonly number[];
  /** Whether the answer has an object by percent instead of a list. */
  readonly keyed: boolean;
}

export const percentilesBucket = pipeline(["percents", "keyed"], (members) => {
  const percents = numbersIn(members, "percents") ?? DEFAULT_PERCENTS;
  const outside = percents.find((percent) => !(percent >= 0 && percent <= 100));
  if (outside !== undefined)
    throw members.invalid("percents", "percents must only contain non-null doubles from 0.0-100.0 inclusive");
  return { percents, keyed: members.boolean("keyed") ?? true };
});
