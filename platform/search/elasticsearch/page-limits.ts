import { MAX_PAGE_TAGS, MAX_SORT_VALUES } from "../../../contracts/search-limits.ts";
import { expectAtMost } from "../language/bounds.ts";
import type { Page } from "../language/page.ts";
import type { Search } from "../language/search.ts";

/**
 * Refuses pages whose hits carry more beside their sources than Elasticsearch has memory for, which counts none of it. The embedded
 * engine counts it as it is written. @throws SearchRejected
 */
export function checkPages(search: Search): void {
  const pages = pagesOf(search);
  const sum = (of: (page: Page) => number) => pages.reduce((all, { page, times }) => all + times * of(page), 0);
  expectAtMost(MAX_SORT_VALUES, sum(sortValues), "values", "[sort] keeps for the hits of a page");
  expectAtMost(MAX_PAGE_TAGS, sum(tagCharacters), "characters", "[highlight] has in the tags of all hits of a page");
}

const sortValues = ({ from, size, sort }: Page): number => (from + size) * (sort?.length ?? 0);

/** Of one match in each hit. */
function tagCharacters({ size, fetch }: Page): number {
  const fields = fetch.highlight?.fields ?? [];
  return size * fields.reduce((most, { preTag, postTag }) => Math.max(most, preTag.length + postTag.length), 0);
}

/** The page of the search, and those of hits inside each of its hits. */
const pagesOf = (search: Search): readonly { readonly page: Page; readonly times: number }[] => [
  { page: search, times: 1 },
  ...(search.collapse?.innerHits ?? []).map((page) => ({ page, times: search.size })),
];
