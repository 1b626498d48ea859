import type { PathElement } from "../../language/aggregations/path.ts";
import type { Bucket, NumberedBucket } from "./aggregation.ts";
import type { Bound } from "./bound.ts";

/** What each pipeline in a list of buckets adds to them, by its name. */
export type AddedNumbers = ReadonlyMap<string, readonly (number | undefined)[]>;

/**
 * The buckets with the numbers that a path leads to from each. `below`: the aggregations in the buckets; `added`: what
 * pipelines among these add.
 */
export function numbered(
  buckets: readonly Bucket[],
  below: readonly Bound[],
  added: AddedNumbers,
  path: readonly PathElement[],
): readonly NumberedBucket[] {
  const [first] = path;
  const isAdded = below.some(({ aggregation, collector }) => aggregation.name === first?.name && collector.pipeline);
  const numbers = isAdded ? added.get(first?.name ?? "") : undefined;
  return buckets.map((bucket, place) => ({
    bucket,
    number: isAdded ? (numbers?.[place] ?? Number.NaN) : numberIn(bucket, below, path),
  }));
}

/** Computes what pipelines add to the buckets, those that others read first. */
export function addedNumbers(buckets: readonly Bucket[], below: readonly Bound[]): AddedNumbers {
  const added = new Map<string, readonly (number | undefined)[]>();
  let waiting = below.filter(({ collector }) => collector.pipeline?.ofParent);
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ aggregation }) => aggregation.name));
    const ready = waiting.filter(({ collector }) => !names.has(collector.pipeline?.path[0]?.name ?? ""));
    // Pipelines that read each other were refused when the search was read.
    if (ready.length === 0) return added;
    for (const { aggregation, collector } of ready) {
      const path = collector.pipeline?.path ?? [];
      const earlier = added.get(path[0]?.name ?? "");
      const numbers = buckets.map((bucket, place) => ({
        bucket,
        number: earlier ? (earlier[place] ?? Number.NaN) : numberIn(bucket, below, path),
      }));
      added.set(aggregation.name, collector.pipeline?.ofParent?.(numbers) ?? []);
    }
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  return added;
}

function numberIn(bucket: Bucket, below: readonly Bound[], [first, ...rest]: readonly PathElement[]): number {
  if (!first || first.name === "_count") return first ? bucket.documents : Number.NaN;
  if (first.name === "_key") return bucket.key ?? Number.NaN;
  const { collector, below: inner } = below.find(({ aggregation }) => aggregation.name === first.name) ?? {};
  // A single bucket has the number of the bucket that it is in.
  const [second] = rest;
  if (second?.name === "_count") return collector?.metric?.(bucket.number, "doc_count") ?? Number.NaN;
  if (second) return numberIn(bucket, inner ?? [], rest);
  return collector?.metric?.(bucket.number, first.key ?? "value") ?? Number.NaN;
}
