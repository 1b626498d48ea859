import type { Aggregation } from "../language/aggregations/table.ts";
import type { Page } from "../language/page.ts";

/** The pages of `top_hits`, at any depth. */
export const topHits = (tree: readonly Aggregation[]): readonly Page[] =>
  tree.flatMap(({ kind, body, below }) => [...(kind === "top_hits" ? [body] : []), ...topHits(below)]);
