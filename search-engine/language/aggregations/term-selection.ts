import { MAX_BUCKETS } from "../../limits.ts";
import { illegalArgument, rejected, within } from "../errors/errors.ts";
import { locationOfValue } from "../json/json.ts";
import type { AggregationMembers } from "./members.ts";
import { byCount, type OrderBy, readOrder } from "./order.ts";

/** The selection of buckets that terms answer. */
export interface TermSelection {
  readonly size: number;
  /** Number of buckets that a shard would send on. Elasticsearch computes its sums and error bounds from these. */
  readonly shardSize: number;
  readonly minDocCount: number;
  /** A shard does not send on buckets with fewer documents, and their documents are in no sum. */
  readonly shardMinDocCount: number;
  readonly order: readonly OrderBy[];
  readonly showError: boolean;
  /** Whether each bucket collects its sub-aggregations as it is found. The answer does not depend on it. */
  readonly isDepthFirst: boolean;
}

/** Members that are read into `TermSelection`. */
export const SELECTION_OPTIONS: readonly string[] = [
  ...["size", "shard_size", "min_doc_count", "shard_min_doc_count", "order"],
  ...["show_term_doc_count_error", "collect_mode"],
];

/** @throws SearchRejected */
export function readSelection(members: AggregationMembers): TermSelection {
  const size = positive(members, "size") ?? 10;
  const order = readOrder(members) ?? [byCount(false)];
  const isByKey = order[0]?.path === "_key";
  const shardSize = positive(members, "shard_size") ?? (isByKey ? size : Math.trunc(size * 1.5 + 10));
  const minDocCount = members.minDocCount() ?? 1;
  const isDepthFirst = collectModeOf(members) === "depth_first";
  return {
    size,
    shardSize: Math.max(size, shardSize),
    minDocCount,
    shardMinDocCount: Math.min(members.notNegative("shard_min_doc_count", "shardMinDocCount") ?? 0, minDocCount),
    order,
    showError: members.boolean("show_term_doc_count_error") ?? false,
    isDepthFirst,
  };
}

function collectModeOf(members: AggregationMembers): string | undefined {
  const mode = members.text("collect_mode");
  if (mode === undefined || mode === "depth_first" || mode === "breadth_first") return mode;
  const cause = rejected("parse_exception", `no [collect_mode] found for value [${mode}]`);
  const at = locationOfValue(members.body, "collect_mode");
  throw within(cause, "x_content_parse_exception", `[${members.kind}] failed to parse field [collect_mode]`, at);
}

function positive(members: AggregationMembers, member: "size" | "shard_size"): number | undefined {
  const value = members.integer(member);
  if (value !== undefined && value > MAX_BUCKETS) {
    const found = `Found [${value}] in [${members.name}]`;
    throw illegalArgument(`[${member}] must be less than or equal to [${MAX_BUCKETS}]. ${found}`);
  }
  if (value === undefined || value > 0) return value;
  const spelling = member === "size" ? "size" : "shardSize";
  const reason = `[${spelling}] must be greater than 0. Found [${value}] in [${members.name}]`;
  throw members.invalid(member, reason);
}
