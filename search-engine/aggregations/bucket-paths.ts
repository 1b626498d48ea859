import { item } from "../bytes/arrays.ts";
import { refusesExtendedStatsKey } from "../language/aggregations/extended-stats.ts";
import { refusesStatsKey } from "../language/aggregations/metrics.ts";
import { bucketKey, type PathElement, stepsOf } from "../language/aggregations/path.ts";
import { classOf, kindOf, noNumber, unsupportedPath } from "../language/aggregations/pipeline-paths.ts";
import type { AggregationName } from "../language/aggregations/table.ts";
import { reduceFailure } from "../language/errors/errors.ts";
import { doubleIn } from "../language/java/java-numbers.ts";
import { notANumber } from "../language/members/options.ts";
import type { Work } from "../work/work.ts";
import type { Bucket, NumberedBucket, SiblingAnswer } from "./aggregation.ts";
import type { Bound } from "./bound.ts";
import type { PipedBuckets } from "./pipeline-numbers.ts";

/** The target of a path's step: a number, nothing in this bucket (undefined), or something else by Elasticsearch's name. */
type Found = number | undefined | { readonly is: string };

/** Results in buckets that paths of pipelines lead through, by the number of the bucket. */
interface Kept {
  readonly lists: Map<number, PipedBuckets>;
  readonly answers: Map<number, SiblingAnswer>;
}

/** Follows paths of pipelines through the aggregations beside them and in their buckets. */
export class BucketPaths {
  readonly #work: Work;
  readonly #kept = new Map<Bound, Kept>();

  /** `bound`: all aggregations of the search. */
  constructor(bound: readonly Bound[], work: Work) {
    this.#work = work;
    this.#note(bound);
  }

  /** Keeps the list of buckets, where a path leads through it. `owner`: the bucket that the aggregation is in. */
  keepList(bound: Bound, owner: number, list: PipedBuckets): void {
    this.#kept.get(bound)?.lists.set(owner, list);
  }

  /** Keeps the answer of a pipeline, where a path leads through it. */
  keepAnswer(bound: Bound, owner: number, answer: SiblingAnswer): void {
    this.#kept.get(bound)?.answers.set(owner, answer);
  }

  /**
   * The buckets that the path leads to from the aggregations in a bucket, with the number in each; buckets in which it
   * leads nowhere are left out. @throws SearchRejected
   */
  numbered(siblings: readonly Bound[], bucket: number, path: readonly PathElement[]): readonly NumberedBucket[] {
    let [found, owner] = [named(siblings, path[0]?.name), bucket];
    let place = 0;
    while (place < path.length - 1) {
      if (!found) return [];
      if (makes(found) === "buckets") {
        const key = bucketKey(path[place]?.key);
        if (key === undefined) break;
        const of = this.#list(found, owner).buckets.find(({ name }) => name === key);
        if (!of) throw withoutBucket(key, found);
        owner = of.number;
      } else if (makes(found) !== "bucket") break;
      found = named(found.below, path[++place]?.name);
    }
    if (!found) return [];
    const [, ...steps] = stepsOf(path.slice(place));
    const list = this.#list(found, owner);
    this.#work.spend(list.buckets.length * (1 + found.below.length + steps.length));
    const isCount = steps.length === 1 && steps[0] === "_count";
    return list.buckets.flatMap((each, at) => {
      const number = this.#numberIn(list, at, found, steps);
      return number === undefined ? [] : { bucket: each, number, isCount };
    });
  }

  #numberIn(list: PipedBuckets, place: number, of: Bound, steps: readonly string[]): number | undefined {
    const found = this.#inBucket(list, place, of, steps);
    if (typeof found !== "object") return found;
    const name = steps[0] ?? of.aggregation.name;
    throw noNumber(
      found.is === SEVERAL
        ? `but [${name}] contains multiple values. Please specify which to use.`
        : `got: [${found.is}] at aggregation [${name}]`,
    );
  }

  #inBucket(list: PipedBuckets, place: number, of: Bound, [first, ...rest]: readonly string[]): Found {
    const bucket = item(list.buckets, place);
    if (first === undefined) return { is: BUCKET_CLASSES[of.aggregation.kind] ?? "Bucket" };
    if (first === "_count") return rest.length > 0 ? undefined : bucket.documents;
    if (first === "_key") return rest.length > 0 ? undefined : keyIn(bucket, of.aggregation.kind);
    const found = named(of.below, first);
    if (!found) return undefined;
    const added = list.added.get(first);
    if (!added) return this.#in(found, bucket.number, rest);
    const value = added[place];
    if (rest.length === 0 || rest[0] === "value") return value?.value;
    if (rest[0] === "normalized_value") return value?.normalized;
    throw unsupportedPath(first, rest.join(", "));
  }

  #in(found: Bound, owner: number, steps: readonly string[]): Found {
    this.#work.spend(1);
    switch (makes(found)) {
      case "bucket":
        return this.#inSingle(found, owner, steps);
      case "buckets":
        return this.#inList(found, owner, steps);
      case "pipeline":
        return numberOf(found, steps, (key) => this.#kept.get(found)?.answers.get(owner)?.number(key));
      default:
        return metricOf(found, owner, steps);
    }
  }

  #inSingle(found: Bound, owner: number, [first, ...rest]: readonly string[]): Found {
    const { name } = found.aggregation;
    if (first === undefined) return { is: classOf(found.aggregation.kind) };
    if (first === "_count") {
      if (rest.length > 0) throw refused("_count must be the last element in the path");
      return found.collector.metric?.(owner, "doc_count");
    }
    const inner = named(found.below, first);
    if (!inner) throw refused(`Cannot find an aggregation named [${first}] in [${name}]`);
    return this.#in(inner, owner, rest);
  }

  #inList(found: Bound, owner: number, steps: readonly string[]): Found {
    const [first, ...rest] = steps;
    if (first === undefined) return { is: classOf(found.aggregation.kind) };
    const list = this.#list(found, owner);
    if (first === "_bucket_count") return list.buckets.length;
    const key = bucketKey(first);
    this.#work.spend(list.buckets.length);
    if (key === undefined) {
      const all = list.buckets.map((_, place) => this.#inBucket(list, place, found, steps));
      return all.includes(undefined) ? undefined : { is: "Object[]" };
    }
    const place = list.buckets.findIndex(({ name }) => name === key);
    return place < 0 ? undefined : this.#inBucket(list, place, found, rest);
  }

  #list(found: Bound, owner: number): PipedBuckets {
    return this.#kept.get(found)?.lists.get(owner) ?? NO_BUCKETS;
  }

  /** Notes the results to keep for the paths of pipelines. */
  #note(bound: readonly Bound[]): void {
    for (const { collector, below } of bound) {
      if (collector.pipeline?.ofSibling) {
        let found: Bound | undefined;
        for (const { name } of collector.pipeline.path) {
          found = named(found ? found.below : bound, name);
          if (!found) break;
          this.#kept.set(found, { lists: new Map(), answers: new Map() });
        }
      }
      this.#note(below);
    }
  }
}

const NO_BUCKETS: PipedBuckets = { buckets: [], added: new Map() };
/** In place of a class name: the aggregation has several numbers, and the path must name one. */
const SEVERAL = "several";

/** Elasticsearch's class names for buckets other than `Bucket`. */
const BUCKET_CLASSES: Partial<Record<AggregationName, string>> = {
  filters: "InternalBucket",
  adjacency_matrix: "InternalBucket",
  geohash_grid: "InternalGeoHashGridBucket",
  geotile_grid: "InternalGeoTileGridBucket",
};
/** Elasticsearch's class names for keys that are neither numbers nor texts. */
const KEY_CLASSES: Partial<Record<AggregationName, string>> = {
  date_histogram: "ZonedDateTime",
  auto_date_histogram: "ZonedDateTime",
  geohash_grid: "GeoPoint",
  geotile_grid: "GeoPoint",
};

function keyIn({ key }: Bucket, kind: AggregationName): Found {
  const is = KEY_CLASSES[kind];
  return is === undefined && key !== undefined ? key : { is: is ?? "String" };
}

const makes = ({ aggregation }: Bound) => kindOf(aggregation).makes;

const named = (bound: readonly Bound[], name: string | undefined): Bound | undefined =>
  bound.find(({ aggregation }) => aggregation.name === name);

function metricOf(found: Bound, owner: number, steps: readonly string[]): Found {
  const { aggregation, collector } = found;
  if (makes(found) === "hits") {
    if (steps.length > 0) throw unsupportedPath(aggregation.name, steps.join(", "));
    return { is: "InternalTopHits" };
  }
  const { pipelineNumber } = collector;
  return numberOf(found, steps, (key) =>
    pipelineNumber ? pipelineNumber.call(collector, owner, key) : collector.metric?.(owner, key),
  );
}

/** One of the numbers of an aggregation that has no buckets. */
function numberOf({ aggregation }: Bound, steps: readonly string[], read: (key: string) => number | undefined): Found {
  const { name, kind, body } = aggregation;
  const [key, second] = steps;
  if (second !== undefined) throw unsupportedPath(name, steps.join(", "));
  const refusesKey = STATISTICS[kind];
  if (refusesKey) {
    const refusal = refusesKey(key ?? name);
    if (refusal !== undefined) throw refused(refusal);
    return read(key ?? name);
  }
  if (PERCENTILES.has(kind)) {
    const keys = "keys" in body ? body.keys : "percents" in body ? body.percents : [];
    if (key === undefined && keys.length !== 1) return { is: SEVERAL };
    if (key !== undefined && doubleIn(key) === undefined) {
      throw reduceFailure("number_format_exception", notANumber(key));
    }
    return read(key ?? String(keys[0]));
  }
  if (PLACES.has(kind) && key === undefined) return { is: classOf(kind) };
  if (PLACES.has(kind) || kind === "top_metrics") return read(key ?? "value");
  if (key === undefined || key === "value") return read("value");
  if (key === "keys" && EXTREMES.has(kind)) return { is: "String[]" };
  throw unsupportedPath(name, key);
}

const STATISTICS: Partial<Record<AggregationName, typeof refusesStatsKey>> = {
  stats: refusesStatsKey,
  stats_bucket: refusesStatsKey,
  extended_stats: refusesExtendedStatsKey,
  extended_stats_bucket: refusesExtendedStatsKey,
};
const PERCENTILES: ReadonlySet<AggregationName> = new Set([
  "percentiles",
  "percentile_ranks",
  "percentiles_bucket",
] as const);
const PLACES: ReadonlySet<AggregationName> = new Set(["geo_bounds", "geo_centroid"] as const);
const EXTREMES: ReadonlySet<AggregationName> = new Set(["max_bucket", "min_bucket"] as const);

const refused = (reason: string): Error => reduceFailure("illegal_argument_exception", reason);

const withoutBucket = (key: string, { aggregation }: Bound): Error =>
  reduceFailure("invalid_aggregation_path_exception", `Cannot find an key ['${key}'] in [${aggregation.name}]`);
