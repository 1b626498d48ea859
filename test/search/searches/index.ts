import { aggregationSearches } from "./aggregations.ts";
import { compoundSearches } from "./compound.ts";
import { exactSearches } from "./exact.ts";
import { geoSearches } from "./geo.ts";
import { pageSearches } from "./page.ts";
import { refusedSearches } from "./refused.ts";
import type { Search } from "./search.ts";
import { textSearches } from "./text.ts";

/** Every search whose answer is recorded from the real Elasticsearch. */
export const searches: readonly Search[] = [
  ...textSearches,
  ...exactSearches,
  ...compoundSearches,
  ...pageSearches,
  ...geoSearches,
  ...aggregationSearches,
  ...refusedSearches,
];
