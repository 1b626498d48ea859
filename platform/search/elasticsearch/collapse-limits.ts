import { expectAtMost } from "../../../search-engine/language/members/bounds.ts";
import type { Search } from "../../../search-engine/language/search.ts";
import { MAX_GROUP_HITS, MAX_GROUP_SEARCHES } from "./limits.ts";

/**
 * Limits the searches for inner hits, which Elasticsearch creates all before it runs the first, and the number of these
 * hits, to what its memory allows. The embedded engine runs one search after another, and counts each with its hits.
 * @throws SearchRejected
 */
export function checkCollapse({ collapse, size }: Pick<Search, "collapse" | "size">): void {
  const innerHits = collapse?.innerHits ?? [];
  const searches = size * innerHits.length;
  expectAtMost(MAX_GROUP_SEARCHES, searches, "searches", "[collapse] makes for the [inner_hits] of a page");
  const hits = size * innerHits.reduce((sum, inner) => sum + inner.from + inner.size, 0);
  expectAtMost(MAX_GROUP_HITS, hits, "hits", "[collapse] asks in the [inner_hits] of a page for");
}
