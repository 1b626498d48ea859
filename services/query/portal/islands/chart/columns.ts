/** Values over the periods that they are of, ordered by time; periods do not overlap. Times are seconds since 1970. */
export interface Line {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly value: Float64Array;
}

/** What a line has in each column of pixels; NaN in columns without a value. */
export interface Columns {
  /** The first and the last value in time. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** A period that is shown, seconds since 1970. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/**
 * The values of each column when the span is drawn over `width` columns. A value is in all columns that its period touches,
 * so that a year of hours is drawn by the extremes of each column, and a few values as steps.
 */
export function columnsOf({ from, to, value }: Line, { begin, end }: Span, width: number): Columns {
  const columns: Columns = { first: empty(width), last: empty(width), min: empty(width), max: empty(width) };
  const { first, last, min, max } = columns;
  // Multiplied before it is divided, so that whole columns come out whole.
  const columnOf = (time: number) => ((time - begin) * width) / (end - begin);
  for (let at = firstAfter(to, begin); at < value.length && (from[at] ?? end) < end; at++) {
    const each = value[at] ?? Number.NaN;
    const left = Math.max(0, Math.floor(columnOf(from[at] ?? 0)));
    const right = Math.min(width - 1, Math.max(left, Math.ceil(columnOf(to[at] ?? 0)) - 1));
    for (let column = left; column <= right; column++) {
      last[column] = each;
      if (Number.isNaN(first[column])) {
        first[column] = min[column] = max[column] = each;
      } else if (each < (min[column] ?? 0)) min[column] = each;
      else if (each > (max[column] ?? 0)) max[column] = each;
    }
  }
  return columns;
}

/** Index of the first of the rising numbers that is greater than `bound`; their count if none is. */
export function firstAfter(rising: Float64Array, bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the value whose period the time is in, or of the nearest; undefined for a line without values. */
export function nearestTo({ from, to }: Line, time: number): number | undefined {
  if (to.length === 0) return undefined;
  const after = Math.min(firstAfter(to, time), to.length - 1);
  const before = after - 1;
  if (before < 0 || (from[after] ?? 0) <= time) return after;
  return time - (to[before] ?? 0) < (from[after] ?? 0) - time ? before : after;
}

function empty(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN);
}
