import { byKey, type OrderBy } from "../../language/aggregations/order.ts";
import { f64, item, u32 } from "../index/arrays.ts";
import type { Below } from "./aggregation.ts";
import type { BucketTable } from "./buckets.ts";

export type Compare = (a: number, b: number) => number;

/** Where buckets go whose metric is NaN: last in any order, or where the largest number would be. */
export type Numberless = "last" | "largest";

/** Comparator of buckets by criteria. Ties are broken by ascending key. */
export function bucketOrder(
  criteria: readonly OrderBy[],
  table: BucketTable,
  compareKeys: Compare,
  below: Below,
  numberless: Numberless,
): Compare {
  const all = criteria.some(({ path }) => path === "_key") ? criteria : [...criteria, byKey(true)];
  const compares = all.map((each) => criterion(each, table, compareKeys, below, numberless));
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function criterion(
  { path, elements, ascending }: OrderBy,
  table: BucketTable,
  compareKeys: Compare,
  below: Below,
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
