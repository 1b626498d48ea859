import { isArray, isObject } from "../json/json.ts";
import { inMember } from "../members/in-member.ts";
import { readSort } from "../sort/read.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";
import { aggregationPath, type PathElement } from "./path.ts";
import { type GapPolicy, gapPolicyOf } from "./pipeline.ts";

/** Sorts and cuts the list of buckets that contains it. */
export interface BucketSortBody {
  readonly keys: readonly BucketSortKey[];
  /** Number of buckets to skip at the beginning. */
  readonly from: number;
  /** Undefined: all. */
  readonly size: number | undefined;
  readonly gapPolicy: GapPolicy;
}

export interface BucketSortKey {
  /** As written in the body: `_key`, `_count`, or a path to a number in a bucket. */
  readonly path: string;
  readonly elements: readonly PathElement[];
  readonly reverse: boolean;
}

export const bucketSort: AggregationKind<BucketSortBody> = {
  options: ["sort", "from", "size", "gap_policy"],
  makes: "pipeline",
  read(members) {
    const from = members.integer("from") ?? 0;
    if (from < 0) throw members.invalid("from", `[from] must be a non-negative integer: [${from}]`);
    const size = members.integer("size");
    if (size !== undefined && size <= 0) {
      throw members.invalid("size", `[size] must be a positive integer: [${size}]`);
    }
    // Case does not matter here.
    const policy = members.text("gap_policy")?.toLowerCase();
    const gapPolicy = inMember(members, "gap_policy", () => gapPolicyOf(members, policy));
    return { keys: keysOf(members), from, size, gapPolicy };
  },
};

function keysOf(members: AggregationMembers): readonly BucketSortKey[] {
  const { body } = members;
  const sort = body.get("sort");
  if (sort === undefined) return [];
  if (!isArray(sort) && !isObject(sort)) throw members.wrongType("sort");
  const keys = inMember(members, "sort", () => readSort(body, members.clauses));
  // Undefined is the default order of hits.
  if (!keys && (isObject(sort) ? sort.size : sort.length) > 0) throw incompatible(members, "_score");
  return (keys ?? []).map((key) => {
    if (key.kind === "distance") throw incompatible(members, "_geo_distance");
    if (key.field === "_score") throw incompatible(members, "_score");
    const elements = aggregationPath(key.field);
    if ("malformed" in elements || elements.length === 0) {
      throw members.invalid("sort", `Invalid path element [${key.field}] in path [${key.field}]`);
    }
    return { path: key.field, elements, reverse: key.reverse };
  });
}

const incompatible = (members: AggregationMembers, key: string): Error =>
  members.invalid("sort", `[bucket_sort] only supports field based sorting; incompatible sort: [${key}]`);
