import { randomBytes } from "node:crypto";
import { migrate } from "../../platform/database/migrations.ts";
import type { Database } from "../../platform/database/port.ts";
import { type DocumentView, TableSource } from "../../platform/search/documents/table-source.ts";
import { VIEW_MIGRATIONS, VIEWS_CHANNEL } from "../../platform/views/schema.ts";

/** A view's table of documents, with writes like a projector's. */
export class Documents {
  readonly name = `engines_test_${randomBytes(6).toString("hex")}`;
  readonly view: DocumentView = { name: this.name, version: 1, generation: 1, tables: { records: this.name } };
  readonly source: TableSource;
  readonly #database: Database;
  #sequence = 0;

  private constructor(database: Database) {
    this.#database = database;
    this.source = new TableSource(database, this.view);
  }

  static async create(database: Database): Promise<Documents> {
    await migrate(database, VIEW_MIGRATIONS);
    const documents = new Documents(database);
    await documents.makeTable();
    await database.query({
      text: "insert into view_builds (name, version, position, state) values ($1, 1, '0', 'live')",
      values: [documents.name],
    });
    return documents;
  }

  /** The number of the last change, which is also the view's position. */
  get sequence(): number {
    return this.#sequence;
  }

  async makeTable(): Promise<void> {
    await this.#database.query(`create table ${this.name} (pid text collate "C" primary key,
      document text storage external not null, change_seq bigint not null unique, deleted boolean not null,
      facility_document text)`);
  }

  async put(documents: Readonly<Record<string, string>>): Promise<void> {
    await this.#change(Object.entries(documents), false);
  }

  async delete(...pids: readonly string[]): Promise<void> {
    await this.#change(
      pids.map((pid) => [pid, "{}"]),
      true,
    );
  }

  async #change(rows: readonly (readonly [pid: string, document: string])[], deleted: boolean): Promise<void> {
    const first = this.#sequence + 1;
    this.#sequence += rows.length;
    await this.#database.transaction(async (transaction) => {
      await transaction.query({
        text: `insert into ${this.name}
          select pid, document, $3 + place - 1, $4 from unnest($1::text[], $2::text[]) with ordinality as each (pid, document, place)
          on conflict (pid) do update set document = case when excluded.deleted then ${this.name}.document else excluded.document end,
            change_seq = excluded.change_seq, deleted = excluded.deleted`,
        values: [rows.map(([pid]) => pid), rows.map(([, document]) => document), first, deleted],
      });
      await transaction.query({
        text: "update views set sequence = $2, position = $3 where name = $1",
        values: [this.name, this.#sequence, String(this.#sequence).padStart(12, "0")],
      });
    });
    this.#database.notify(VIEWS_CHANNEL);
  }
}
