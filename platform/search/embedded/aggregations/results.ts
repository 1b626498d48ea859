import type { Aggregation } from "../../language/aggregations/table.ts";
import type { Bucket, Collector, Result } from "./aggregation.ts";

/** An aggregation with what it has collected. */
export interface Bound {
  readonly aggregation: Aggregation;
  readonly collector: Collector;
  readonly below: readonly Bound[];
  /** Number of aggregations: this one and its sub-aggregations at all levels. */
  readonly size: number;
}

/** The `aggregations` object of the answer. */
export const writeResults = (bound: readonly Bound[]): string =>
  `{${bound.map((each) => memberOf(each, 0)).join(",")}}`;

function memberOf({ aggregation: { name, meta }, collector, below }: Bound, owner: number): string {
  const result = collector.result(owner);
  return `${JSON.stringify(name)}:{${meta === undefined ? "" : `"meta":${meta},`}${membersOf(result, below)}}`;
}

function membersOf(result: Result, below: readonly Bound[]): string {
  if (typeof result === "string") return result;
  if (!("buckets" in result)) return bucketMembers(result, below);
  const { before, buckets, keyed } = result;
  const written = buckets.map((bucket) => {
    const object = `{${bucketMembers(bucket, below)}}`;
    return keyed ? `${JSON.stringify(bucket.name)}:${object}` : object;
  });
  return `${before}"buckets":${keyed ? `{${written.join(",")}}` : `[${written.join(",")}]`}`;
}

function bucketMembers({ before, documents, behind = "", number }: Bucket, below: readonly Bound[]): string {
  const inner = below.map((each) => `,${memberOf(each, number)}`).join("");
  return `${before}"doc_count":${documents}${behind}${inner}`;
}
