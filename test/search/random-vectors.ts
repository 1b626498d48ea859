import type { Random } from "./corpus.ts";

/** A random search near a vector: no record has one. */
export function randomVectors(r: Random, query: () => unknown): Record<string, unknown> {
  const k = 1 + r.below(5);
  return {
    field: r.pick(["unmapped", "unmapped", "unmapped", "identification.title", "spatial_extent", "revision"]),
    query_vector: Array.from({ length: 1 + r.below(4) }, () => r.next() - 0.5),
    k,
    num_candidates: k + r.below(20),
    ...(r.chance(0.3) ? { filter: r.chance(0.5) ? query() : [query(), query()] } : {}),
    ...(r.chance(0.3) ? { boost: r.pick([0.5, 2]) } : {}),
    ...(r.chance(0.1) ? { similarity: 0.3 } : {}),
  };
}
