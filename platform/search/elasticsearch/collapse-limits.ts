import { MAX_GROUP_SEARCHES } from "../../../contracts/search-limits.ts";
import { expectAtMost } from "../language/bounds.ts";
import type { Search } from "../language/search.ts";

/**
 * Refuses more searches for hits inside hits than Elasticsearch, which makes them all before it runs the first, has memory for. The
 * embedded engine makes one after the other, and counts each. @throws SearchRejected
 */
export function checkCollapse({ collapse, size }: Pick<Search, "collapse" | "size">): void {
  const searches = size * (collapse?.innerHits.length ?? 0);
  expectAtMost(MAX_GROUP_SEARCHES, searches, "searches", "[collapse] makes for the [inner_hits] of a page");
}
