import type { Queryable } from "../../platform/database/port.ts";

/** Two tables of one shape, by their names. */
export interface ComparedTables {
  readonly live: string;
  readonly aside: string;
}

export interface TableDifferences {
  /** Number of rows that differ. */
  readonly count: number;
  /** The first of them, by key. */
  readonly rows: readonly {
    readonly key: Readonly<Record<string, unknown>>;
    readonly state: "differs" | "surplus" | "missing";
  }[];
}

interface RangeDifferences extends TableDifferences {
  /** Number of keys of either table. */
  readonly compared: number;
}

/** Rows of a table that one statement reads, at most: it must end long before its timeout. */
export const MAX_BATCH_ROWS = 5_000;
/** Rows that are named, at most. */
const MAX_NAMED_ROWS = 100;

/** A column of a primary key. */
interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

/** The values of a key as text, in the order of its columns. */
type KeyValues = readonly string[];

/**
 * Compares the rows of two tables by their checksums, one range of keys after the other. `snapshot` is a transaction that
 * sees the same state in all of its statements. `onCompared` is called after each range, with the number of its keys.
 * @throws the signal's reason
 */
export async function compareTables(
  snapshot: Queryable,
  tables: ComparedTables,
  signal: AbortSignal,
  onCompared: (rows: number) => void = () => undefined,
): Promise<TableDifferences> {
  // A table that was just filled has no statistics yet; without them each range might read the whole table.
  await snapshot.query("set local enable_seqscan = off; set local enable_bitmapscan = off");
  const compared = new ComparedRanges(snapshot, tables, await primaryKey(snapshot, tables.live));
  let count = 0;
  const rows: TableDifferences["rows"][number][] = [];
  let after: KeyValues | undefined;
  do {
    signal.throwIfAborted();
    const end = await compared.endOfRange(after);
    const found = await compared.differences(after, end);
    onCompared(found.compared);
    count += found.count;
    rows.push(...found.rows.slice(0, MAX_NAMED_ROWS - rows.length));
    after = end;
  } while (after);
  return { count, rows };
}

async function primaryKey(snapshot: Queryable, table: string): Promise<readonly KeyColumn[]> {
  return snapshot.query<KeyColumn>({
    text: `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = $1::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
    values: [table],
  });
}

class ComparedRanges {
  readonly #snapshot: Queryable;
  readonly #tables: ComparedTables;
  readonly #key: readonly KeyColumn[];
  readonly #columns: string;

  constructor(snapshot: Queryable, tables: ComparedTables, key: readonly KeyColumn[]) {
    this.#snapshot = snapshot;
    this.#tables = tables;
    this.#key = key;
    this.#columns = key.map(({ name }) => name).join(", ");
  }

  /** The last key of the range after a key; undefined when the range has all that is left. */
  async endOfRange(after: KeyValues | undefined): Promise<KeyValues | undefined> {
    const end = (table: string) =>
      `(select ${this.#columns} from ${table} where ${this.#bounds(after, undefined)}
        order by ${this.#columns} offset ${MAX_BATCH_ROWS - 1} limit 1)`;
    const { live, aside } = this.#tables;
    const texts = this.#key.map(({ name }) => `${name}::text`).join(", ");
    const [row] = await this.#snapshot.query<{ key: KeyValues }>({
      text: `select json_build_array(${texts}) as key from (${end(live)} union all ${end(aside)}) as ends
        order by ${this.#columns} limit 1`,
      values: [...(after ?? [])],
    });
    return row?.key;
  }

  /** What differs after a key and up to another one, and how many keys were compared. */
  async differences(after: KeyValues | undefined, end: KeyValues | undefined): Promise<RangeDifferences> {
    const hashes = (table: string) =>
      `(select ${this.#columns}, md5(row::text) as hash from ${table} as row where ${this.#bounds(after, end)})`;
    const { live, aside } = this.#tables;
    const members = this.#key.map(({ name }) => `'${name}', ${name}`).join(", ");
    const differs = "live.hash is distinct from aside.hash";
    const state = `case when aside.hash is null then 'surplus' when live.hash is null then 'missing' else 'differs' end`;
    const [range] = await this.#snapshot.query<RangeDifferences>({
      text: `select count(*)::float8 as compared, (count(*) filter (where ${differs}))::float8 as count,
          coalesce(to_json((array_agg(json_build_object('key', json_build_object(${members}), 'state', ${state})
            order by ${this.#columns}) filter (where ${differs}))[:${MAX_NAMED_ROWS}]), '[]') as rows
        from ${hashes(live)} as live full join ${hashes(aside)} as aside using (${this.#columns})`,
      values: [...(after ?? []), ...(end ?? [])],
    });
    return range ?? { compared: 0, count: 0, rows: [] };
  }

  /** The parameters of `end` follow those of `after`. */
  #bounds(after: KeyValues | undefined, end: KeyValues | undefined): string {
    const key = (first: number) => `(${this.#key.map(({ type }, index) => `$${first + index}::${type}`).join(", ")})`;
    const bounds = [
      after && `(${this.#columns}) > ${key(1)}`,
      end && `(${this.#columns}) <= ${key(1 + (after?.length ?? 0))}`,
    ].filter((bound) => bound !== undefined);
    return bounds.length > 0 ? bounds.join(" and ") : "true";
  }
}
