import { allShardsFailed, ShardFailure } from "../../../search-engine/language/errors/errors.ts";
import { readSearch, type Search } from "../../../search-engine/language/search.ts";
import { checkAggregations } from "./aggregation-limits.ts";
import { checkCollapse } from "./collapse-limits.ts";
import { checkHighlights } from "./highlight-limits.ts";
import { checkPages } from "./page-limits.ts";

/**
 * Reads a search before it goes to Elasticsearch and rejects everything, at any depth, that the query language does not
 * support. The language is at least as strict as Elasticsearch's own parser, so the body can be forwarded unchanged.
 * @throws SearchRejected
 */
export function readAllowed(body: Uint8Array, indexName: string): Search {
  try {
    const search = readSearch(body, { keepsRefused: false });
    checkAggregations(search.aggregations ?? []);
    checkCollapse(search);
    checkPages(search);
    checkHighlights(search);
    return search;
  } catch (error) {
    throw error instanceof ShardFailure ? allShardsFailed(error, indexName) : error;
  }
}
