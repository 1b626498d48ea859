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
  `{${bound.map((each) => memberOf(each, 0, false)).join(",")}}`;

function memberOf({ aggregation: { name, meta }, collector, below }: Bound, owner: number, inFiller: boolean): string {
  const result = collector.result(owner, inFiller);
  return `${JSON.stringify(name)}:{${meta === undefined ? "" : `"meta":${meta},`}${membersOf(result, below, inFiller)}}`;
}

function membersOf(result: Result, below: readonly Bound[], inFiller: boolean): string {
  if (typeof result === "string") return result;
  if (!("buckets" in result)) return bucketMembers(result, below, inFiller);
  const { before, buckets, keyed } = result;
  const written = buckets.map((bucket) => {
    const object = `{${bucketMembers(bucket, below, inFiller || bucket.isFiller === true)}}`;
    return keyed ? `${JSON.stringify(bucket.name)}:${object}` : object;
  });
  return `${before}"buckets":${keyed ? `{${written.join(",")}}` : `[${written.join(",")}]`}`;
}

function bucketMembers(bucket: Bucket, below: readonly Bound[], inFiller: boolean): string {
  const { before, documents, behind = "", number } = bucket;
  const inner = below.map((each) => `,${memberOf(each, number, inFiller)}`).join("");
  return `${before}"doc_count":${documents}${behind}${inner}`;
}
