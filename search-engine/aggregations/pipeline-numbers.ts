import { item } from "../bytes/arrays.ts";
import type { PathElement } from "../language/aggregations/path.ts";
import { requireNumber } from "../language/aggregations/pipeline-paths.ts";
import type { Work } from "../work/work.ts";
import type { AddedNumber, Bucket, NumberedBucket } from "./aggregation.ts";
import type { Bound } from "./bound.ts";

/** The numbers that each pipeline in a list of buckets adds to them, by the pipeline's name. */
type AddedNumbers = ReadonlyMap<string, readonly (AddedNumber | undefined)[]>;

/** A list of buckets after its pipelines have run. */
export interface PipedBuckets {
  readonly buckets: readonly Bucket[];
  readonly added: AddedNumbers;
}

/** The buckets with the numbers that a path leads to from each. `below`: the aggregations in the buckets. */
function numbered(
  { buckets, added }: PipedBuckets,
  below: readonly Bound[],
  path: readonly PathElement[],
): readonly NumberedBucket[] {
  const [first] = path;
  const isAdded = below.some(({ aggregation, collector }) => aggregation.name === first?.name && collector.pipeline);
  const numbers = isAdded ? added.get(first?.name ?? "") : undefined;
  const of = first?.key === "normalized_value" ? normalizedOf : plainOf;
  if (isAdded) return buckets.map((bucket, place) => ({ bucket, number: of(numbers?.[place]) }));
  const numberOf = numberAt(below, path);
  // The count of the bucket itself. That of a single bucket inside an empty one is a gap.
  const isCount = path.length === 1 && first?.name === "_count";
  return buckets.map((bucket) => ({ bucket, number: numberOf(bucket), isCount }));
}

const plainOf = (added: AddedNumber | undefined): number => added?.value ?? Number.NaN;
const normalizedOf = (added: AddedNumber | undefined): number => added?.normalized ?? plainOf(added);

/** Runs the pipelines in a list of buckets, in their order, but each after those that it reads. */
export function piped(all: readonly Bucket[], below: readonly Bound[], work: Work): PipedBuckets {
  const pipelines = below.filter(({ collector }) => collector.pipeline && !collector.pipeline.ofSibling);
  const siblings = below.map(({ aggregation }) => aggregation);
  const waiting = new Map(pipelines.map((each) => [each.aggregation.name, each]));
  let result: PipedBuckets = { buckets: all, added: new Map() };
  const run = (each: Bound): void => {
    if (!waiting.delete(each.aggregation.name)) return;
    const paths = pathsOf(each);
    work.spend(paths.length * (all.length + below.length));
    for (const path of paths) {
      const read = waiting.get(path[0]?.name ?? "");
      if (read) run(read);
    }
    if (result.buckets.length > 0) for (const path of paths) requireNumber(path, siblings);
    result = after(each, result, below);
  };
  for (const each of pipelines) run(each);
  return result;
}

function pathsOf({ collector: { pipeline } }: Bound): readonly (readonly PathElement[])[] {
  return pipeline?.arrangement?.paths ?? [pipeline?.path ?? []];
}

function after(
  { aggregation, collector: { pipeline } }: Bound,
  before: PipedBuckets,
  below: readonly Bound[],
): PipedBuckets {
  const { buckets, added } = before;
  if (!pipeline?.arrangement) {
    const numbers = pipeline?.ofParent?.(numbered(before, below, pipeline.path)) ?? [];
    return { buckets, added: new Map([...added, [aggregation.name, numbers]]) };
  }
  const { paths, arrange } = pipeline.arrangement;
  const places = arrange(
    buckets,
    paths.map((path) => numbered(before, below, path)),
  );
  return {
    buckets: places.map((place) => item(buckets, place)),
    added: new Map([...added].map(([name, numbers]) => [name, places.map((place) => numbers[place])])),
  };
}

/** Follows a path from any of the buckets. */
function numberAt(below: readonly Bound[], [first, ...rest]: readonly PathElement[]): (bucket: Bucket) => number {
  if (!first) return () => Number.NaN;
  if (first.name === "_count") return ({ documents }) => documents;
  if (first.name === "_key") return ({ key }) => key ?? Number.NaN;
  const { collector, below: inner } = below.find(({ aggregation }) => aggregation.name === first.name) ?? {};
  const [second] = rest;
  const isCount = second ? second.name === "_count" : first.key === "_count";
  // A single bucket has the number of the bucket that it is in.
  if (second && !isCount) return numberAt(inner ?? [], rest);
  const key = isCount ? "doc_count" : (first.key ?? "value");
  return ({ number }) => {
    if (collector?.pipelineNumber) return collector.pipelineNumber(number, key);
    return collector?.metric?.(number, key) ?? Number.NaN;
  };
}
