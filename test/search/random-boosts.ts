import type { Random } from "./corpus.ts";

/** A random boost: one in ten is a text, or at or beyond the ends of a float. */
export const randomBoost = (r: Random): unknown =>
  r.chance(0.1) ? r.pick([0, "1.5", "2f", 1e-46, 1e-40, 1e38, 3.5e38, -0.5, "-0.0", "NaN"]) : r.pick([0.5, 2, 3.7]);
