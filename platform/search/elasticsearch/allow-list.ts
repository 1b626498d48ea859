import { allShardsFailed, ShardFailure } from "../language/errors.ts";
import { readSearch, type Search } from "../language/search.ts";

/**
 * Reads a search before it goes to Elasticsearch, and so refuses, at every depth, all that the language does not have.
 * The language reads a body at least as strictly as Elasticsearch does: what was read is all that Elasticsearch sees.
 * @throws SearchRejected
 */
export function readAllowed(body: Uint8Array, indexName: string): Search {
  try {
    return readSearch(body);
  } catch (error) {
    throw error instanceof ShardFailure ? allShardsFailed(error, indexName) : error;
  }
}
