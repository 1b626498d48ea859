import { afterAll, beforeEach, expect, test } from "vitest";
import type { Queryable, Statement } from "../../platform/database/port.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { compareTables, MAX_BATCH_ROWS, type TableDifferences } from "./compare.ts";

const database = await databaseUntil(afterAll);
const tables = { live: "live_rows", aside: "aside_rows" };
/** Rows in each table; every ten rows share a name. */
const ROWS = 2 * MAX_BATCH_ROWS + 1_000;
const never = new AbortController().signal;
let statements: string[];

beforeEach(async () => {
  statements = [];
  for (const table of Object.values(tables)) {
    await database.query(`
      drop table if exists ${table};
      create table ${table} (name text collate "C", at timestamptz, value int not null, primary key (name, at));
      insert into ${table} select 'n' || n / 10, '2026-01-01'::timestamptz + n * interval '1 microsecond', n
        from generate_series(0, ${ROWS - 1}) as n`);
  }
});

function compare(signal = never, onCompared?: (rows: number) => void): Promise<TableDifferences> {
  return database.transaction(async (transaction) => {
    await transaction.query("set transaction isolation level repeatable read, read only");
    const snapshot: Queryable = {
      query: (statement: Statement | string) => {
        statements.push(typeof statement === "string" ? statement : statement.text);
        return transaction.query(statement);
      },
    };
    return compareTables(snapshot, tables, signal, onCompared);
  });
}

const rangesRead = () => statements.filter((text) => text.includes("full join")).length;

test("large tables are compared in several ranges of keys, and differences in each of them are found", async () => {
  expect(await compare()).toEqual({ count: 0, rows: [] });
  expect(rangesRead()).toBe(3);
  await database.query(`
    update live_rows set value = -1 where name in ('n0', 'n999');
    delete from live_rows where value = 5;
    insert into live_rows values ('o', '2026-01-01', 0)`);
  const { count, rows } = await compare();
  expect(count).toBe(21);
  const names = rows.map(({ key, state }) => `${key["name"]} ${state}`);
  expect([...new Set(names)]).toEqual(["n0 differs", "n999 differs", "o surplus"]);
});

test("the rows of each range are reported before the next one is read, and those of the last one too", async () => {
  const told: [rows: number, rangesRead: number][] = [];
  await compare(never, (rows) => told.push([rows, rangesRead()]));
  expect(told).toEqual([
    [MAX_BATCH_ROWS, 1],
    [MAX_BATCH_ROWS, 2],
    [1_000, 3],
  ]);
});

test("a row is reported once, whether one of the tables or both have it", async () => {
  await database.query(`
    delete from live_rows where value >= 20;
    delete from aside_rows where value >= 30 or value < 10`);
  const told: number[] = [];
  const { count } = await compare(never, (rows) => told.push(rows));
  expect({ count, told }).toEqual({ count: 20, told: [30] });
});

test("rows beyond the last of the other table are compared in ranges too", async () => {
  await database.query("delete from live_rows where name > 'n2'");
  const missing = await compare();
  const [row] = await database.query<{ count: number }>("select count(*)::int as count from live_rows");
  expect(missing.count).toBe(ROWS - (row?.count ?? 0));
  expect(missing.rows).toHaveLength(100);
  expect(rangesRead()).toBeGreaterThan(1);
  await database.query("truncate aside_rows");
  await database.query("insert into live_rows select 'z' || n, '2026-01-01', n from generate_series(1, 20000) as n");
  expect((await compare()).count).toBe((row?.count ?? 0) + 20_000);
});

test("a comparison that is interrupted ends with its reason", async () => {
  await expect(compare(AbortSignal.abort(new Error("interrupted")))).rejects.toThrow("interrupted");
});
