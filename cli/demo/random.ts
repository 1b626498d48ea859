import { cycled } from "./cycled.ts";

/** A seeded source of pseudo-random choices (mulberry32): the same seed gives the same data everywhere. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items, in their order; all of them when there are fewer. */
  some<Item>(items: readonly Item[], count: number): Item[];
  chance(probability: number): boolean;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: (items) => cycled(items, between(0, items.length - 1)),
    some: (items, count) => {
      let wanted = Math.min(count, items.length);
      return items.filter((_, index) => {
        const taken = next() < wanted / (items.length - index);
        if (taken) wanted -= 1;
        return taken;
      });
    },
    chance: (probability) => next() < probability,
  };
}
