import type { Aggregation } from "../../../search-engine/language/aggregations/table.ts";
import type { Page } from "../../../search-engine/language/page.ts";

/** The pages of `top_hits`, at any depth. */
export const topHits = (tree: readonly Aggregation[]): readonly Page[] =>
  tree.flatMap(({ kind, body, below }) => [...(kind === "top_hits" ? [body] : []), ...topHits(below)]);
