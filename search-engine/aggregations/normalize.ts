import type { NormalizeMethod } from "../language/aggregations/normalize.ts";

/** The numbers, normalized by a method; NaN where there is none. */
export function normalized(numbers: readonly number[], method: NormalizeMethod): readonly number[] {
  return numbers.map(methods[method](numbers.filter((number) => !Number.isNaN(number))));
}

const methods: Readonly<Record<NormalizeMethod, (numbers: readonly number[]) => (number: number) => number>> = {
  rescale_0_1: (numbers) => {
    const { min, range } = extentOf(numbers);
    return (number) => (number - min) / range;
  },
  rescale_0_100: (numbers) => {
    const { min, range } = extentOf(numbers);
    return (number) => (100 * (number - min)) / range;
  },
  percent_of_sum: (numbers) => {
    const sum = sumOf(numbers);
    return (number) => number / sum;
  },
  mean: (numbers) => {
    const mean = sumOf(numbers) / numbers.length;
    const { range } = extentOf(numbers);
    return (number) => (number - mean) / range;
  },
  "z-score": (numbers) => {
    const mean = sumOf(numbers) / numbers.length;
    const deviation = Math.sqrt(sumOf(numbers.map((number) => (number - mean) ** 2)) / numbers.length);
    return (number) => (number - mean) / deviation;
  },
  softmax: (numbers) => {
    const sum = sumOf(numbers.map(Math.exp));
    return (number) => Math.exp(number) / sum;
  },
};

/** For only negative numbers Elasticsearch takes the smallest positive number as their maximum. */
function extentOf(numbers: readonly number[]): { readonly min: number; readonly range: number } {
  const min = numbers.reduce((a, b) => Math.min(a, b), Number.MAX_VALUE);
  return { min, range: numbers.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE) - min };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
