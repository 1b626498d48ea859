import type { Queryable } from "../../database/port.ts";
import type { Change, DocumentSource, DocumentStore, SourceHead } from "./source.ts";

/** Where the documents lie: a table that a view keeps, and the view's row in the registry that says how far it is. */
export interface DocumentTable {
  /** A table's name as it is written in SQL; it has columns pid, document, change_seq and deleted. Never a reader's text. */
  readonly table: string;
  readonly view: string;
  readonly version: number;
}

interface ChangeRow {
  readonly pid: Buffer;
  readonly document: Buffer;
  readonly change_seq: bigint;
  readonly deleted: boolean;
}

interface DocumentRow {
  readonly pid: Buffer;
  readonly document: Buffer;
}

/** Documents of a PostgreSQL table. Texts come as bytes, so that a hit's source is never decoded. */
export class TableSource implements DocumentSource, DocumentStore {
  readonly #database: Queryable;
  readonly #table: DocumentTable;
  readonly #close: () => Promise<void>;

  constructor(database: Queryable, table: DocumentTable, close: () => Promise<void> = async () => {}) {
    this.#database = database;
    this.#table = table;
    this.#close = close;
  }

  async head(): Promise<SourceHead> {
    const { view, version } = this.#table;
    const [row] = await this.#database.query<SourceHead>({
      name: "search-head",
      text: "select position, sequence::float8 as sequence from views where name = $1 and version = $2",
      values: [view, version],
    });
    if (!row) throw new Error(`view ${view} version ${version} is not registered`);
    return row;
  }

  async changes(after: number, limit: number): Promise<readonly Change[]> {
    const rows = await this.#database.query<ChangeRow>({
      name: `search-changes-${this.#table.table}`,
      text: `select pid, case when deleted then '' else document end as document, change_seq, deleted
        from ${this.#table.table} where change_seq > $1 order by change_seq limit $2`,
      values: [after, limit],
      binary: true,
    });
    return rows.map((row) => ({
      id: row.pid.toString("utf8"),
      sequence: Number(row.change_seq),
      document: row.deleted ? undefined : row.document,
    }));
  }

  /**
   * Divides the documents whose last change is at most `to` into an even number of parts of one size, which is at least
   * `smallest` and at most `largest`: the last change of each part. None when there are too few documents.
   */
  async parts(to: number, smallest: number, largest: number): Promise<readonly number[]> {
    const { table } = this.#table;
    const [row] = await this.#database.query<{ count: number }>({
      text: `select count(*)::float8 as count from ${table} where change_seq <= $1`,
      values: [to],
    });
    const count = row?.count ?? 0;
    if (count < 2 * smallest) return [];
    const parts = 2 * Math.ceil(count / (2 * largest));
    const bounds = await this.#database.query<{ bound: number }>({
      text: `select max(change_seq)::float8 as bound
        from (select change_seq, ntile($2) over (order by change_seq) as part from ${table} where change_seq <= $1) as parted
        group by part order by part`,
      values: [to, parts],
    });
    return bounds.map(({ bound }) => bound);
  }

  async documents(ids: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    if (ids.length === 0) return [];
    const rows = await this.#database.query<DocumentRow>({
      name: `search-documents-${this.#table.table}`,
      text: `select pid, document from ${this.#table.table} where pid = any($1)`,
      values: [ids],
      binary: true,
    });
    const found = new Map(rows.map((row) => [row.pid.toString("utf8"), row.document]));
    return ids.map((id) => found.get(id));
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
