import type { Queryable } from "../platform/database/port.ts";
import { type DocumentView, TableSource } from "../platform/search/documents/table-source.ts";

/** The documents of these records with their facilities, as readers and search engines get them from the tables of a build. */
export async function joinedDocuments(
  database: Queryable,
  view: DocumentView,
  pids: readonly string[],
): Promise<readonly string[]> {
  return (await new TableSource(database, view).documents(pids)).map(String);
}
