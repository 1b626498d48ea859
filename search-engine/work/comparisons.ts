/** About as many comparisons as it takes to sort so many items, or to find the first of them. */
export const comparisonsOf = (count: number, limit = count): number =>
  count * Math.ceil(Math.log2(Math.min(count, limit) + 1));
