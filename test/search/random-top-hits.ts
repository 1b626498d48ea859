import type { Random } from "./corpus.ts";
import { randomFetch } from "./random-fetch.ts";

/** The body of a random `top_hits`. `sort` and `query` make theirs. */
export function randomTopHits(r: Random, sort: () => unknown, query: () => unknown): Record<string, unknown> {
  return {
    _source: r.pick<unknown>([
      false,
      false,
      "identification.title",
      { includes: ["facility.*", "*.title"], excludes: ["*.name"] },
    ]),
    size: 1 + r.below(4),
    ...(r.chance(0.3) ? { from: r.below(5) } : {}),
    ...(r.chance(0.5) ? { sort: sort() } : {}),
    ...(r.chance(0.3) ? randomFetch(r, query) : {}),
  };
}
