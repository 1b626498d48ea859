import { f64, firstAbove, firstAtLeast, item, setBit, u16 } from "../../bytes/arrays.ts";
import type { Work } from "../../work/work.ts";
import type { Query, Weight } from "../query.ts";
import { BitsScorer } from "./docs.ts";
import type { NumberRange } from "./number-range.ts";

/** Steps of finding a range among the values of a segment. */
const STEPS_OF_A_RANGE = 8;

/** Documents with a number in any of many ranges of a field. Every match scores the boost. */
export class NumberRanges implements Query {
  readonly field: string;
  readonly key: string;
  /** Begin and end of each range. The ranges ascend and do not overlap. */
  readonly #ranges: Float64Array;
  readonly #work: Work;

  /** `ranges`: in any order. */
  constructor(field: string, ranges: readonly NumberRange[], work: Work) {
    this.field = field;
    this.#ranges = joined(ranges);
    this.#work = work;
    this.key = `ranges(${field}\u0000${this.#ranges.join(" ")})`;
  }

  createWeight(_index: unknown, _scoring: boolean, boost: number): Weight {
    const { field } = this;
    const [ranges, work] = [this.#ranges, this.#work];
    return {
      scorer(segment) {
        const numbers = segment.numbers(field);
        if (!numbers) return undefined;
        work.spend((STEPS_OF_A_RANGE * ranges.length) / 2);
        const { sortedValues, sortedDocs } = numbers;
        const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
        let count = 0;
        for (let range = 0; range < ranges.length; range += 2) {
          const start = firstAtLeast(sortedValues, f64(ranges, range));
          const end = firstAbove(sortedValues, f64(ranges, range + 1));
          for (let at = start; at < end; at++) setBit(bits, u16(sortedDocs, at));
          count += Math.max(0, end - start);
        }
        return count > 0 ? new BitsScorer(bits, segment.maxDoc, Math.min(count, segment.maxDoc), boost) : undefined;
      },
    };
  }
}

/** Merges overlapping ranges, so that each value lies in at most one. */
function joined(ranges: readonly NumberRange[]): Float64Array {
  const ascending = ranges.filter(({ from, to }) => from <= to).sort((a, b) => a.from - b.from);
  const apart: number[] = [];
  for (const { from, to } of ascending) {
    const last = apart.length - 1;
    if (last < 0 || from > item(apart, last)) apart.push(from, to);
    else apart[last] = Math.max(item(apart, last), to);
  }
  return Float64Array.from(apart);
}
