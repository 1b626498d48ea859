import { isSlug } from "../../../../contracts/slug.ts";
import type { catalogue } from "../../../../contracts/views/catalogue.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import { joinedDocument } from "../../../../platform/search/documents/joined-document.ts";

interface Row {
  readonly pid: string;
  readonly deleted: boolean;
  readonly document: string;
  readonly facility_document: string | null;
  readonly revision: string;
}

/** A record as its view has it. */
export interface StoredRecord {
  readonly pid: string;
  readonly deleted: boolean;
  /** As it is served, with the registry's facility. */
  readonly json: string;
  /** Of its last content, or of its deletion. */
  readonly revision: number;
  /** Whether the registry knows its facility. */
  readonly isFacilityKnown: boolean;
}

/** The record with this slug, a deleted one too; undefined where there never was one. */
export async function recordBySlug(
  database: Queryable,
  { tables: { records } }: typeof catalogue,
  slug: string,
): Promise<StoredRecord | undefined> {
  // PostgreSQL's text holds no U+0000.
  if (!isSlug(slug)) return undefined;
  const [row] = await database.query<Row>({
    name: `${records}-by-slug`,
    text: `select pid, deleted, document, facility_document, revision from ${records} where slug = $1`,
    values: [slug],
  });
  if (!row) return undefined;
  const { pid, deleted, document, facility_document: facility, revision } = row;
  const json = joinedDocument(Buffer.from(document), facility === null ? null : Buffer.from(facility)).toString();
  return { pid, deleted, json, revision: Number(revision), isFacilityKnown: facility !== null };
}
