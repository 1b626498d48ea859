import { f64, item, u32 } from "../bytes/arrays.ts";
import { byKey, type OrderBy } from "../language/aggregations/order.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { Work } from "../work/work.ts";
import type { SubAggregations } from "./aggregation.ts";
import type { BucketTable } from "./buckets.ts";

export type Compare = (a: number, b: number) => number;

/** The place of buckets whose metric is NaN: last in any order, or that of the largest number. */
export type Numberless = "last" | "largest";

/** Steps of a comparison by a metric, which is looked up for both buckets. */
const STEPS_OF_A_METRIC = 8;

/** Buckets to order, with the numbers that they are ordered by. */
export interface Ordered {
  readonly table: BucketTable;
  readonly compareKeys: Compare;
  readonly below: SubAggregations;
  readonly work: Work;
}

/**
 * Order of buckets by criteria. Ties are broken by ascending key. Sorting counts as if every comparison used all
 * criteria.
 */
export class BucketOrder {
  readonly #compare: Compare;
  /** Steps of a comparison. */
  readonly #steps: number;
  readonly #work: Work;

  constructor(criteria: readonly OrderBy[], ordered: Ordered, numberless: Numberless) {
    const all = criteria.some(({ path }) => path === "_key") ? criteria : [...criteria, byKey(true)];
    const compares = all.map((each) => criterion(each, ordered, numberless));
    this.#compare = (a, b) => {
      for (const compare of compares) {
        const order = compare(a, b);
        if (order !== 0) return order;
      }
      return 0;
    };
    this.#steps = all.reduce((sum, { elements }) => sum + (elements ? STEPS_OF_A_METRIC : 1), 0);
    this.#work = ordered.work;
  }

  /** @throws ShardFailure when too much is compared */
  sorted(buckets: readonly number[]): number[] {
    return this.first(buckets, buckets.length);
  }

  /** The first of the buckets in this order. @throws ShardFailure when too much is compared */
  first(buckets: readonly number[], limit: number): number[] {
    this.#work.spend(comparisonsOf(buckets.length, limit) * this.#steps);
    return firstOf(buckets, limit, this.#compare);
  }
}

function criterion(
  { path, elements, ascending }: OrderBy,
  { table, compareKeys, below }: Ordered,
  numberless: Numberless,
): Compare {
  const sign = ascending ? 1 : -1;
  if (elements) return byMetric(below.metric(elements), sign, numberless);
  if (path === "_count") return (a, b) => sign * (u32(table.counts, a) - u32(table.counts, b));
  return (a, b) => sign * compareKeys(f64(table.keys, a), f64(table.keys, b));
}

function byMetric(metric: (bucket: number) => number, sign: 1 | -1, numberless: Numberless): Compare {
  return (a, b) => {
    const [x, y] = [metric(a), metric(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) {
      return (numberless === "last" ? 1 : sign) * (Number(Number.isNaN(x)) - Number(Number.isNaN(y)));
    }
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  };
}

/** The first `limit` items in sorted order. */
export function firstOf(items: readonly number[], limit: number, compare: Compare): number[] {
  if (limit >= items.length || limit > 1_000) return [...items].sort(compare).slice(0, limit);
  const first: number[] = [];
  for (const each of items) {
    const last = first[limit - 1];
    if (last !== undefined && compare(each, last) >= 0) continue;
    let low = 0;
    for (let high = first.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (compare(each, item(first, middle)) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, each);
    if (first.length > limit) first.pop();
  }
  return first;
}
