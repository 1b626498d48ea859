import { f64 } from "../bytes/arrays.ts";
import type { MultiValueMode } from "../language/queries/multi-value-mode.ts";

export type Picker = (values: Float64Array, from: number, to: number) => number;

/** Reduces values[from .. to), which ascend, to one number. */
export function picker(mode: MultiValueMode, whole: boolean): Picker {
  switch (mode) {
    case "min":
      return (values, from) => f64(values, from);
    case "max":
      return (values, _from, to) => f64(values, to - 1);
    case "sum":
      return sumOf;
    case "avg":
      return (values, from, to) => {
        const mean = sumOf(values, from, to) / (to - from);
        return whole ? Math.round(mean) : mean;
      };
    case "median":
      return (values, from, to) => {
        const middle = (from + to) >>> 1;
        if ((to - from) % 2 === 1) return f64(values, middle);
        const mean = (f64(values, middle - 1) + f64(values, middle)) / 2;
        return whole ? Math.round(mean) : mean;
      };
  }
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += f64(values, at);
  return sum;
}
