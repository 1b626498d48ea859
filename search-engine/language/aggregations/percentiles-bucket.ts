import { MAX_PERCENTS } from "../../limits.ts";
import { illegalArgument } from "../errors/errors.ts";
import { isArray } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { numberAt } from "../members/options.ts";
import { DEFAULT_PERCENTS } from "./percentiles.ts";
import { type PipelineBody, pipeline, unexpected } from "./pipeline.ts";

export interface PercentilesBucketBody extends PipelineBody {
  readonly percents: readonly number[];
  /** Whether the answer has an object by percent instead of a list. */
  readonly keyed: boolean;
}

export const percentilesBucket = pipeline(["percents", "keyed"], (members) => {
  const given = members.body.get("percents");
  if (given !== undefined && !isArray(given)) throw unexpected(members, "percents");
  expectAtMost(MAX_PERCENTS, given?.length ?? 0, "numbers", "[percents] has");
  const percents = given?.map((percent) => numberAt(members.body, "percents", percent)) ?? DEFAULT_PERCENTS;
  const outside = percents.find((percent) => !(percent >= 0 && percent <= 100));
  if (outside !== undefined)
    throw illegalArgument("percents must only contain non-null doubles from 0.0-100.0 inclusive");
  return { percents, keyed: members.boolean("keyed") ?? true };
});
