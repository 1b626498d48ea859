import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { onlyPath, type PipelineBody } from "./pipeline.ts";

const METHODS = ["rescale_0_1", "rescale_0_100", "percent_of_sum", "mean", "z-score", "softmax"] as const;
export type NormalizeMethod = (typeof METHODS)[number];

export interface NormalizeBody extends PipelineBody {
  readonly method: NormalizeMethod;
}

export const normalize: AggregationKind<NormalizeBody> = {
  options: ["buckets_path", "format", "method"],
  makes: "pipeline",
  read(members) {
    members.require("method", "buckets_path");
    const method = methodOf(members);
    return { ...onlyPath(members), gapPolicy: "skip", format: members.format(), method };
  },
};

function methodOf(members: AggregationMembers): NormalizeMethod {
  const name = members.text("method");
  const method = METHODS.find((each) => each === name);
  if (!method) throw members.invalid("method", `invalid method [${name}]`);
  return method;
}
