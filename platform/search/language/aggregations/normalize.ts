import { isArray } from "../json.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath } from "./path.ts";
import { invalidRequest, type PipelineBody } from "./pipeline.ts";

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
    const bucketsPath = bucketsPathOf(members);
    const path = aggregationPath(bucketsPath);
    if ("malformed" in path) {
      throw members.invalid("buckets_path", `Invalid path element [${path.malformed}] in path [${bucketsPath}]`);
    }
    return { bucketsPath, path, gapPolicy: "skip", format: members.text("format"), method };
  },
};

function methodOf(members: AggregationMembers): NormalizeMethod {
  const name = members.text("method");
  const method = METHODS.find((each) => each === name);
  if (!method) throw members.invalid("method", `invalid method [${name}]`);
  return method;
}

function bucketsPathOf(members: AggregationMembers): string {
  const given = members.body.get("buckets_path");
  const paths = isArray(given) ? given : [given];
  const [path] = paths;
  if (paths.length !== 1) {
    throw invalidRequest(`buckets_path must contain a single entry for aggregation [${members.name}]`);
  }
  if (typeof path !== "string") throw members.wrongType("buckets_path");
  return path;
}
