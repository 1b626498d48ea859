import type { Highlight } from "../highlight/read.ts";
import { readHighlight } from "../highlight/read.ts";
import type { JsonObject } from "../json.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";
import { readSourceFilter, type SourceFilter } from "../source-filter.ts";

/** What a hit carries, of a search and of hits inside hits or buckets. */
export interface Fetch {
  readonly source: SourceFilter;
  readonly highlight: Highlight | undefined;
}

/** Members of a body that `readFetch` reads. */
export const fetchMembers = ["_source", "highlight"] as const;

/** @throws SearchRejected, ShardFailure */
export function readFetch(body: JsonObject, reader: ClauseReader<Clause>): Fetch {
  return { source: readSourceFilter(body), highlight: readHighlight(body, reader) };
}
