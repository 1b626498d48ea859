import { item } from "../bytes/arrays.ts";
import { MAX_BUCKETS } from "../limits.ts";
import { type Level, maxMultiple } from "./auto-date-levels.ts";
import type { Rounding } from "./rounding.ts";

/** Consecutive intervals of time. */
export interface Intervals {
  /** Where each begins, ascending. */
  readonly starts: readonly number[];
  readonly level: Level;
  /** Units that each spans. */
  readonly multiple: number;
}

/** The input of the choice of intervals. */
export interface Choice {
  readonly levels: readonly Level[];
  /** Maximum number of buckets wanted. */
  readonly target: number;
}

interface Units {
  readonly starts: readonly number[];
  readonly level: number;
}

/**
 * The intervals of the answer, empty ones among them, as Elasticsearch finds them when it reduces the answers of
 * shards. `keys` ascend; `level` is the place of the level that they were collected at. Intervals beyond MAX_BUCKETS +
 * 1 are left out, since so many are refused.
 */
export function finalIntervals(keys: readonly number[], level: number, choice: Choice): Intervals {
  const { levels, target } = choice;
  const collected = coarsened(at(level, keys, choice), choice);
  const units = coarsened(withEmpty(collected, choice), choice);
  const own = item(levels, units.level);
  const multiple = own.multiples.find((each) => Math.ceil(units.starts.length / each) <= target) ?? 1;
  return { starts: units.starts.filter((_, place) => place % multiple === 0), level: own, multiple };
}

/** The units of a level that the keys lie in. */
function at(level: number, keys: readonly number[], { levels }: Choice): Units {
  const { round } = item(levels, level).rounding;
  const starts: number[] = [];
  for (const key of keys) {
    const start = round(key);
    if (start !== starts.at(-1)) starts.push(start);
  }
  return { starts, level };
}

/** The same in coarser units while there are too many. */
function coarsened(units: Units, choice: Choice): Units {
  const { levels, target } = choice;
  const isTooMany = units.starts.length > target * maxMultiple(item(levels, units.level));
  if (!isTooMany || units.level === levels.length - 1) return units;
  return coarsened(at(units.level + 1, units.starts, choice), choice);
}

/** The units with the empty ones between them, at the level that all of them need. */
function withEmpty(units: Units, choice: Choice): Units {
  const [first] = units.starts;
  const last = units.starts.at(-1);
  if (first === undefined || last === undefined) return units;
  const level = levelFor(first, last, units.level, choice);
  const { starts } = at(level, units.starts, choice);
  const { rounding } = item(choice.levels, level);
  const limit = Math.max(MAX_BUCKETS, choice.target * maxMultiple(item(choice.levels, level)));
  return { starts: filled(starts, rounding, limit), level };
}

/** Stops one above the limit: so many are refused anyway. */
function filled(starts: readonly number[], { next }: Rounding, limit: number): readonly number[] {
  const all: number[] = [];
  let following = Number.POSITIVE_INFINITY;
  for (const start of starts) {
    for (let key = following; key < start && all.length <= limit; key = next(key)) all.push(key);
    if (all.length > limit) break;
    all.push(start);
    following = next(start);
  }
  return all;
}

/** The first level, not before the given one, whose units from the first to the last can be merged into few enough buckets. */
function levelFor(first: number, last: number, from: number, { levels, target }: Choice): number {
  const coarse = levels.findIndex(
    (level, place) => place > from && Math.trunc((last - first) / level.unitMs) < target * maxMultiple(level),
  );
  let level = coarse < 0 ? from : coarse - 1;
  while (level < levels.length - 1 && !isWithin(first, last, item(levels, level), target)) level++;
  return level;
}

/** Whether the units between two instants are few enough to be merged. */
function isWithin(first: number, last: number, level: Level, target: number): boolean {
  const most = target * maxMultiple(level);
  let units = 0;
  for (let key = first; key < last; key = level.rounding.next(key)) if (++units > most) return false;
  return true;
}
