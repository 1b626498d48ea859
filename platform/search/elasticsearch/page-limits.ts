import { expectAtMost } from "../../../search-engine/language/members/bounds.ts";
import type { Page } from "../../../search-engine/language/page.ts";
import type { Search } from "../../../search-engine/language/search.ts";
import { MAX_BUCKET_SORT_VALUES, MAX_BUCKET_TAGS, MAX_PAGE_TAGS, MAX_SORT_VALUES } from "./limits.ts";
import { topHits } from "./top-hits.ts";

/**
 * Limits the data of hits besides their sources, in pages and buckets, to what Elasticsearch's memory allows, since it
 * does not count them. The embedded engine counts them as they are written.
 * @throws SearchRejected
 */
export function checkPages(search: Search): void {
  const pages = pagesOf(search);
  const sum = (of: (page: Page) => number) => pages.reduce((all, { page, times }) => all + times * of(page), 0);
  expectAtMost(MAX_SORT_VALUES, sum(sortValues), "values", "[sort] keeps for the hits of a page");
  expectAtMost(MAX_PAGE_TAGS, sum(tagCharacters), "characters", "[highlight] has in the tags of all hits of a page");
  const inBucket = topHits(search.aggregations ?? []);
  const values = inBucket.reduce((all, page) => all + sortValues(page), 0);
  expectAtMost(MAX_BUCKET_SORT_VALUES, values, "values", "[sort] of all [top_hits] keeps for a bucket");
  const tags = inBucket.reduce((all, page) => all + tagCharacters(page), 0);
  expectAtMost(MAX_BUCKET_TAGS, tags, "characters", "[highlight] of all [top_hits] has in the tags of a bucket");
}

const sortValues = ({ from, size, sort }: Page): number => (from + size) * (sort?.length ?? 0);

/** Characters of the tags for one match in each hit. */
function tagCharacters({ size, fetch }: Page): number {
  const fields = fetch.highlight?.fields ?? [];
  return size * fields.reduce((most, { preTag, postTag }) => Math.max(most, preTag.length + postTag.length), 0);
}

/** The page of the search, and those of inner hits, once for each hit. */
const pagesOf = (search: Search): readonly { readonly page: Page; readonly times: number }[] => [
  { page: search, times: 1 },
  ...(search.collapse?.innerHits ?? []).map((page) => ({ page, times: search.size })),
];
