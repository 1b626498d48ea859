import { boolArray, int8Array, textArray, uuidArray } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/port.ts";
import { secondsOf } from "./filled-log.ts";

/**
 * The bounds of a build of the catalogue's tables: reading the log, and inserting the rows, with the driver that the build
 * uses.
 */

const BATCH = 1_000;

/** The place of an event in the log's order. */
export interface Place {
  readonly tx: string;
  readonly position: string;
}

export const BEGINNING: Place = { tx: "0", position: "0" };

/** Reads `events` events after a place as bytes, in pages. Returns the place of the last one. */
export async function readLog(database: Database, after: Place, events: number): Promise<Place> {
  let [last, left] = [after, events];
  while (left > 0) {
    const page = await database.query<Place>({
      name: "bench-read",
      text: `select *, tx::text as tx, position::text as position from events where (tx, position) > ($1::text::xid8, $2::int8)
        order by events.tx, events.position limit $3`,
      values: [last.tx, last.position, Math.min(left, BATCH)],
    });
    if (page.length === 0) return last;
    last = page.at(-1) ?? last;
    left -= page.length;
  }
  return last;
}

/** A table with the columns and indexes of the build's table, into which the build's rows are inserted. */
export class BareRows {
  readonly #database: Database;
  readonly #records: string;
  #sequence = 0;

  private constructor(database: Database, records: string) {
    this.#database = database;
    this.#records = records;
  }

  /** The table is made with the first rows: the build's table may not exist before. */
  static like(database: Database, records: string): BareRows {
    return new BareRows(database, records);
  }

  /** Inserts the rows that the build has written since the last call. Returns the seconds that INSERT took. */
  async insertNext(): Promise<number> {
    await this.#database.query(`create table if not exists bare_records (like ${this.#records} including all)`);
    let seconds = 0;
    for (;;) {
      const page = await this.#database.query<Readonly<Record<string, unknown>>>({
        text: `select * from ${this.#records} where change_seq > $1 order by change_seq limit ${BATCH}`,
        values: [this.#sequence],
      });
      if (page.length === 0) return seconds;
      this.#sequence = Number(page.at(-1)?.["change_seq"]);
      const values = columnsOf(page);
      seconds += await secondsOf(() =>
        this.#database.transaction((transaction) =>
          transaction.query({
            name: "bench-insert",
            text: `insert into bare_records select * from
              unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::int8[], $7::bool[], $8::text[],
                $9::text[], $10::text[], $11::int8[], $12::text[])`,
            values,
          }),
        ),
      );
    }
  }

  async drop(): Promise<void> {
    await this.#database.query("drop table if exists bare_records");
  }
}

function columnsOf(page: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] {
  const text = (name: string) => textArray(page.map((row) => row[name] as string | null));
  const number = (name: string) => int8Array(page.map((row) => Number(row[name])));
  const place = (name: string) => uuidArray(page.map((row) => row[name] as string));
  return [
    ...[text("pid"), text("slug"), place("created"), place("changed"), text("document"), number("change_seq")],
    ...[boolArray(page.map(({ deleted }) => deleted === true)), text("facility"), text("facility_document")],
    ...[text("provider"), number("revision"), text("sets")],
  ];
}
