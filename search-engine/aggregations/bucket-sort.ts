import { item } from "../bytes/arrays.ts";
import type { BucketSortBody } from "../language/aggregations/bucket-sort.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { Bucket, MakeCollector } from "./aggregation.ts";
import { collecting, filled } from "./pipelines.ts";

/** A comparison by one key takes about as long as a visit to this many documents. */
const STEPS_OF_A_COMPARISON = 8;

/** Sorts and cuts the list of buckets that contains it. Buckets without a value for any key are left out. */
export const bucketSort: MakeCollector<BucketSortBody> = ({ keys, from, size, gapPolicy }, { work }) =>
  collecting({
    path: [],
    arrangement: {
      paths: keys.map(({ elements }) => elements),
      arrange(buckets, numbers) {
        const end = size === undefined ? undefined : from + size;
        const places = buckets.map((_, place) => place);
        if (keys.length === 0) return places.slice(from, end);
        work.spend(comparisonsOf(buckets.length) * keys.length * STEPS_OF_A_COMPARISON);
        const values = keys.map(({ path }, key) =>
          path === "_key" ? buckets.map(keyOf) : filled(item(numbers, key), gapPolicy),
        );
        const compares = keys.map(({ reverse }, key) => comparator(item(values, key), reverse ? -1 : 1));
        return places
          .filter((place) => values.some((each) => !Number.isNaN(each[place])))
          .sort((a, b) => compares.reduce((order, compare) => order || compare(a, b), 0))
          .slice(from, end);
      },
    },
  });

const keyOf = ({ key, name }: Bucket): string | number => key ?? name;

/** Orders places by their values; gaps are last in any order. */
function comparator(values: readonly (string | number)[], sign: 1 | -1): (a: number, b: number) => number {
  return (a, b) => {
    const [x, y] = [item(values, a), item(values, b)];
    const gaps = Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    if (gaps !== 0 || x === y || Number.isNaN(x)) return gaps;
    return x < y ? -sign : sign;
  };
}
