import type { Random } from "./corpus.ts";

/** Random passes over the best hits. `query` makes a query. */
export function randomRescore(r: Random, query: () => unknown): Record<string, unknown> {
  const pass = () => ({
    query: {
      rescore_query: query(),
      ...(r.chance(0.4) ? { query_weight: r.pick([0, 0.3, 2, -1]) } : {}),
      ...(r.chance(0.4) ? { rescore_query_weight: r.pick([0.7, 1.5, -0.5]) } : {}),
      ...(r.chance(0.6) ? { score_mode: r.pick(["avg", "max", "min", "total", "multiply"]) } : {}),
    },
    ...(r.chance(0.6) ? { window_size: r.pick([1, 3, 20, 500]) } : {}),
  });
  return { rescore: r.chance(0.3) ? [pass(), pass()] : pass() };
}
