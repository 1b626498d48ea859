import { MAX_HIGHLIGHTED_FUZZY, PATTERN_FIELDS } from "../../../contracts/search-limits.ts";
import type { Aggregation } from "../language/aggregations/table.ts";
import { expectAtMost } from "../language/bounds.ts";
import type { Page } from "../language/page.ts";
import { isPattern } from "../language/queries/multi-match.ts";
import type { Search } from "../language/search.ts";

/**
 * Refuses fuzzy terms in more highlighted fields than Elasticsearch has memory for: it makes the automaton of each term anew for each
 * field, and keeps them all until the search ends. @throws SearchRejected
 */
export function checkHighlights(search: Search): void {
  const pages = [search, ...(search.collapse?.innerHits ?? []), ...topHits(search.aggregations ?? [])];
  const fields = pages.reduce((sum, page) => sum + highlightedFields(page), 0);
  const looked = search.fuzzyLength * fields;
  expectAtMost(MAX_HIGHLIGHTED_FUZZY, looked, "characters", "[highlight] has, of fuzzy terms in each of its fields,");
}

const highlightedFields = ({ fetch }: Page): number =>
  (fetch.highlight?.fields ?? []).reduce((sum, { name }) => sum + (isPattern(name) ? PATTERN_FIELDS : 1), 0);

const topHits = (tree: readonly Aggregation[]): readonly Page[] =>
  tree.flatMap(({ kind, body, below }) => [...(kind === "top_hits" ? [body] : []), ...topHits(below)]);
