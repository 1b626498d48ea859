import { MAX_SORT_VALUES } from "../../../contracts/search-limits.ts";
import { expectAtMost } from "../language/bounds.ts";
import type { Page } from "../language/page.ts";
import type { Search } from "../language/search.ts";

/**
 * Refuses pages whose hits carry more beside their sources than Elasticsearch has memory for, which counts none of it. The embedded
 * engine counts it as it is written. @throws SearchRejected
 */
export function checkPages(search: Search): void {
  const values = pagesOf(search).reduce((sum, { page, times }) => sum + times * valuesOf(page), 0);
  expectAtMost(MAX_SORT_VALUES, values, "values", "[sort] keeps for the hits of a page");
}

const valuesOf = ({ from, size, sort }: Page): number => (from + size) * (sort?.length ?? 0);

/** The page of the search, and those of hits inside each of its hits. */
const pagesOf = (search: Search): readonly { readonly page: Page; readonly times: number }[] => [
  { page: search, times: 1 },
  ...(search.collapse?.innerHits ?? []).map((page) => ({ page, times: search.size })),
];
