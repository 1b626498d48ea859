import { MAX_REPEATED_LENGTH, MAX_TOP_METRICS_SIZE } from "../../limits.ts";
import { illegalOnShard } from "../errors/errors.ts";
import { isArray, isObject } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { plainKey, readSort, type SortKey } from "../sort/read.ts";
import { type FieldConfig, readFieldConfig } from "./field-config.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

/** Values of the documents that sort first in a bucket. */
export interface TopMetricsBody {
  readonly metrics: readonly FieldConfig[];
  readonly sort: SortKey;
  /** Number of documents per bucket. */
  readonly size: number;
}

const DEFAULT_SIZE = 1;
export const topMetrics: AggregationKind<TopMetricsBody> = {
  options: ["metrics", "sort", "size"],
  makes: "metric",
  refusesKey: (key, _name, { metrics }) =>
    metrics.some(({ field }) => field === key) ? undefined : `unknown metric [${key ?? "null"}]`,
  read(members) {
    const keys = sortKeys(members);
    const size = members.integer("size") ?? DEFAULT_SIZE;
    const metrics = members.objects("metrics").map((each) => readFieldConfig(members, "metrics", each).config);
    for (const { field } of metrics) {
      expectAtMost(MAX_REPEATED_LENGTH, field.length, "characters", "[metrics] has a field of");
    }
    members.require("sort", "metrics");
    if (size < 1) throw members.failedToBuild(`[size] must be more than 0 but was [${size}]`);
    const [sort] = keys;
    if (!sort || keys.length > 1) throw members.failedToBuild("[sort] must contain exactly one sort");
    if (size <= MAX_TOP_METRICS_SIZE) return { metrics, sort, size };
    const setting = "This limit can be set by changing the [index.top_metrics_max_size] index level setting.";
    throw illegalOnShard(
      `[top_metrics.size] must not be more than [${MAX_TOP_METRICS_SIZE}] but was [${size}]. ${setting}`,
    );
  },
};

function sortKeys(members: AggregationMembers): readonly SortKey[] {
  const sort = members.body.get("sort");
  if (sort === undefined) return [];
  if (typeof sort !== "string" && !isArray(sort) && !isObject(sort)) throw members.wrongType("sort");
  const isEmpty = isArray(sort) ? sort.length === 0 : isObject(sort) && sort.size === 0;
  if (isEmpty) return [];
  return inMember(members, "sort", () => readSort(members.body, members.clauses)) ?? [plainKey("_score")];
}
