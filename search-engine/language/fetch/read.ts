import { type Highlight, readHighlight } from "../highlight/read.ts";
import type { JsonObject } from "../json/json.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";
import { type FetchedField, readFetchedFields, readStoredFields } from "./fields.ts";
import { readSourceFilter, type SourceFilter } from "./source-filter.ts";

/** The contents of a hit: of a search, of inner hits or of a bucket. */
export interface Fetch {
  readonly source: SourceFilter;
  /** Whether hits have their id. */
  readonly id: boolean;
  readonly highlight: Highlight | undefined;
  /** Values as they were sent. */
  readonly fields: readonly FetchedField[];
  /** Values as they were indexed. */
  readonly docValues: readonly FetchedField[];
}

/** Members of a body that `readFetch` reads. */
export const fetchMembers = ["_source", "stored_fields", "fields", "docvalue_fields", "highlight"] as const;

/** @throws SearchRejected, ShardFailure */
export function readFetch(body: JsonObject, reader: ClauseReader<Clause>): Fetch {
  const stored = readStoredFields(body);
  const hasSource = stored === undefined || stored.source || body.get("_source") !== undefined;
  return {
    source: hasSource ? readSourceFilter(body) : "none",
    id: stored?.id ?? true,
    highlight: readHighlight(body, reader),
    fields: readFetchedFields("fields", body),
    docValues: readFetchedFields("docvalue_fields", body),
  };
}
