/** Approximate number of comparisons for sorting `count` items, or for finding the first `limit` of them. */
export const comparisonsOf = (count: number, limit = count): number =>
  count * Math.ceil(Math.log2(Math.min(count, limit) + 1));
