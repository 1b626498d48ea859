import type { View } from "../../../contracts/views/declaration.ts";
import type { DocumentStore } from "../../../search-engine/fetch/sources.ts";
import type { Queryable } from "../../database/port.ts";
import { joinedDocument } from "./joined-document.ts";
import type { Change, DocumentPages, DocumentSource, SourceHead } from "./source.ts";

/** A view of documents: its table `records` has the same columns as the catalogue's. */
export type DocumentView = Pick<View<string, "records">, "name" | "version" | "generation" | "tables">;

interface DocumentRow {
  readonly pid: Buffer;
  readonly document: Buffer;
  readonly facility_document: Buffer | null;
}

interface ChangeRow extends DocumentRow {
  readonly change_seq: bigint;
  readonly deleted: boolean;
}

const CHANGES = `select pid, change_seq, deleted, case when deleted then '' else document end as document,
  case when not deleted then facility_document end as facility_document`;

/** Documents of a PostgreSQL table. Texts come as bytes, so that a hit's source is never decoded. */
export class TableSource implements DocumentSource, DocumentStore, DocumentPages {
  readonly #database: Queryable;
  readonly #view: DocumentView;
  readonly #records: string;

  constructor(database: Queryable, view: DocumentView) {
    this.#database = database;
    this.#view = view;
    this.#records = view.tables.records;
  }

  async head(): Promise<SourceHead> {
    const { name, version, generation } = this.#view;
    const [row] = await this.#database.query<SourceHead>({
      name: "search-head",
      text: `select position, sequence::float8 as sequence from view_builds
        where name = $1 and version = $2 and generation = $3`,
      values: [name, version, generation],
    });
    if (!row) throw new Error(`view ${name} version ${version} generation ${generation} is not registered`);
    return row;
  }

  async changes(after: number, limit: number): Promise<readonly Change[]> {
    const rows = await this.#database.query<ChangeRow>({
      name: `${this.#records}-changes`,
      text: `${CHANGES} from ${this.#records} where change_seq > $1 order by change_seq limit $2`,
      values: [after, limit],
      binary: true,
    });
    return rows.map(changeOf);
  }

  /** The present document of each id in the table. */
  async current(ids: readonly string[]): Promise<readonly Change[]> {
    const rows = await this.#database.query<ChangeRow>({
      name: `${this.#records}-current`,
      text: `${CHANGES} from ${this.#records} where pid = any($1)`,
      values: [ids],
      binary: true,
    });
    const found = new Map(rows.map(changeOf).map((change) => [change.id, change]));
    return ids.map((id) => found.get(id) ?? { id, sequence: 0, document: undefined });
  }

  /**
   * Divides the documents whose last change is at most `to` into an even number of equal parts of `smallest` to
   * `largest` documents. Returns the last change of each part; none when there are too few documents.
   */
  async parts(to: number, smallest: number, largest: number): Promise<readonly number[]> {
    const [row] = await this.#database.query<{ count: number }>({
      text: `select count(*)::float8 as count from ${this.#records} where change_seq <= $1`,
      values: [to],
    });
    const count = row?.count ?? 0;
    if (count < 2 * smallest) return [];
    const parts = 2 * Math.ceil(count / (2 * largest));
    const bounds = await this.#database.query<{ bound: number }>({
      text: `select max(change_seq)::float8 as bound
        from (
          select change_seq, ntile($2) over (order by change_seq) as part from ${this.#records} where change_seq <= $1
        ) as parted
        group by part order by part`,
      values: [to, parts],
    });
    return bounds.map(({ bound }) => bound);
  }

  async documents(ids: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    if (ids.length === 0) return [];
    const rows = await this.#database.query<DocumentRow>({
      name: `${this.#records}-documents`,
      text: `select pid, document, facility_document from ${this.#records} where pid = any($1)`,
      values: [ids],
      binary: true,
    });
    const found = new Map(
      rows.map((row) => [row.pid.toString("utf8"), joinedDocument(row.document, row.facility_document)]),
    );
    return ids.map((id) => found.get(id));
  }

  async page(ids: readonly string[], maxBytes: number): Promise<readonly (Uint8Array | undefined)[]> {
    const rows = await this.#database.query<Pick<DocumentRow, "facility_document"> & { document: Buffer | null }>({
      name: `${this.#records}-page`,
      text: `select document, facility_document from (
          select place, document, facility_document,
            sum(coalesce(octet_length(document), 0) + coalesce(octet_length(facility_document), 0)) over (order by place) as bytes
          from unnest($1::text[]) with ordinality as asked (pid, place) left join ${this.#records} using (pid)
        ) as summed
        where place = 1 or bytes <= $2 order by place`,
      values: [ids, maxBytes],
      binary: true,
    });
    return rows.map((row) => (row.document === null ? undefined : joinedDocument(row.document, row.facility_document)));
  }

  async close(): Promise<void> {}
}

function changeOf(row: ChangeRow): Change {
  return {
    id: row.pid.toString("utf8"),
    sequence: Number(row.change_seq),
    document: row.deleted ? undefined : joinedDocument(row.document, row.facility_document),
  };
}
