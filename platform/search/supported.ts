import { aggregationKinds } from "./embedded/aggregations/table.ts";
import { distanceSortOptions } from "./embedded/geo/distance-sort.ts";
import { queryKinds } from "./embedded/query/table.ts";
import { largestWindow, searchMembers } from "./embedded/request.ts";
import { sortOptions } from "./embedded/sort/parse.ts";
import { maxDepth } from "./language/limits.ts";

/** What of Elasticsearch's query language is served. */
export interface SupportedSearch {
  /** Top-level members of a search. */
  readonly members: readonly string[];
  /** Kinds of clauses, and of each the members that it may have besides a field's name. */
  readonly queries: Readonly<Record<string, readonly string[]>>;
  /** Kinds of aggregations with their members. */
  readonly aggregations: Readonly<Record<string, readonly string[]>>;
  /** Members of a sort key by a field, and by distance. */
  readonly sort: readonly string[];
  readonly distanceSort: readonly string[];
  /** Clauses inside clauses, at most. */
  readonly depth: number;
  /** `from` and `size` together, at most. */
  readonly window: number;
}

const optionsOf = (kinds: ReadonlyMap<string, { readonly options: readonly string[] }>) =>
  Object.fromEntries([...kinds].map(([name, { options }]) => [name, options]));

/**
 * The embedded engine's own tables as data, so that the same is allowed in front of another engine: a clause, an option or
 * a member that is not here is refused.
 */
export const supportedSearch: SupportedSearch = {
  members: searchMembers,
  queries: optionsOf(queryKinds),
  aggregations: optionsOf(aggregationKinds),
  sort: sortOptions,
  distanceSort: distanceSortOptions,
  depth: maxDepth,
  window: largestWindow,
};
