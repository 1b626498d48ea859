import { afterAll, expect, test, vi } from "vitest";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { connectDatabase } from "./connect.ts";
import { DatabaseUnavailable } from "./port.ts";

const patience = { timeout: 20_000 };

const database = await databaseUntil(afterAll);

/** Ends every other connection to the database, as a stopping server does (57P01). */
async function endConnections(): Promise<void> {
  const other = connectDatabase(database.connection, { logger: silent, poolSize: 1 });
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await other.query(text);
  await other.close();
}

test("a server's refusal keeps its SQLSTATE", async () => {
  await expect(database.query("select nothing_there")).rejects.toMatchObject({ code: "42703" });
});

test("a refused statement does not cost the connection", async () => {
  const single = connectDatabase(database.connection, { logger: silent, poolSize: 1 });
  const backend = async () => (await single.query<{ pid: number }>("select pg_backend_pid() as pid"))[0]?.pid;
  const before = await backend();
  await expect(single.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  expect(await backend()).toBe(before);
  await single.close();
});

test("a server that no longer takes writes is unavailable, and its connection is not used again", async () => {
  const single = connectDatabase(database.connection, { logger: silent, poolSize: 1 });
  // Like a primary that has become a standby. Another connection leads to the new primary.
  await single.query("set default_transaction_read_only = on");
  const refused = { name: "DatabaseUnavailable", cause: { code: "25006" } };
  await expect(single.query("create table written ()")).rejects.toMatchObject(refused);
  await single.query("create table written ()");
  await single.close();
});

test.each([
  ["a password", { password: "a-wrong-secret" }, /refuses our user or password/],
  ["a user", { username: "nobody" }, /refuses our user or password/],
  ["a database", { pathname: "nowhere" }, /lacks our database/],
])("a server that refuses %s is unavailable", async (_, changed, reason) => {
  const connectionString = Object.assign(new URL(database.connection.connectionString), changed).href;
  const refused = connectDatabase({ connectionString }, { logger: silent });
  const attempt = refused.query("select 1");
  await expect(attempt).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(attempt).rejects.toThrow(reason);
  await refused.close();
});

test("a server that is not there is unavailable", async () => {
  const nowhere = connectDatabase({ connectionString: "postgres://nobody@127.0.0.1:1/none" }, { logger: silent });
  await expect(nowhere.query("select 1")).rejects.toThrow(DatabaseUnavailable);
  nowhere.notify("anything");
  await nowhere.close();
});

test("a connection that ends under a statement is unavailable, and the next statement works", async () => {
  const ends = database.query("select pg_sleep(30)");
  const expectation = expect(ends).rejects.toThrow(DatabaseUnavailable);
  await vi.waitUntil(
    async () => (await database.query("select from pg_stat_activity where query = 'select pg_sleep(30)'")).length > 0,
    patience,
  );
  await endConnections();
  await expectation;
  await vi.waitFor(async () => expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]), patience);
});

test("a statement that takes too long is unavailable", async () => {
  const impatient = connectDatabase(database.connection, { logger: silent, statementTimeout: 20 });
  await expect(impatient.query("select pg_sleep(10)")).rejects.toThrow(/took too long/);
  await impatient.close();
});

test("a transaction left idle is ended, and reported", async () => {
  const options = { logger: silent, poolSize: 1, idleInTransactionTimeout: 20 };
  const impatient = connectDatabase(database.connection, options);
  const work = impatient.transaction(async (transaction) => {
    const values = (await transaction.query<{ pid: number }>("select pg_backend_pid() as pid")).map(({ pid }) => pid);
    const text = "select from pg_stat_activity where pid = $1";
    await vi.waitUntil(async () => (await database.query({ text, values })).length === 0, patience);
    await transaction.query("select 1");
  });
  await expect(work).rejects.toMatchObject({ name: "DatabaseUnavailable", cause: { code: "25P03" } });
  expect(await impatient.query("select 1 as one")).toEqual([{ one: 1 }]);
  await impatient.close();
});

test("a transaction whose work throws leaves nothing", async () => {
  await database.query("create table rolled_back (n int)");
  const work = database.transaction(async (transaction) => {
    await transaction.query("insert into rolled_back values (1)");
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(await database.query("select * from rolled_back")).toEqual([]);
});

test("a transaction that swallows a failed statement is not reported as committed", async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.query("select 1 / 0").catch(() => undefined);
  });
  await expect(work).rejects.toThrow(/rolled back/);
});

test("many notices in a moment are coalesced, and none is lost", async () => {
  const notices: string[] = [];
  const end = await database.listen("news", (payload) => notices.push(payload));
  await vi.waitUntil(() => notices.length === 1, patience);
  for (let count = 0; count < 1_000; count += 1) database.notify("news");
  await vi.waitUntil(() => notices.length >= 2, patience);
  // Comes after all that were sent before it.
  await database.query("select pg_notify('news', 'last')");
  await vi.waitUntil(() => notices.includes("last"), patience);
  expect(notices.length).toBeLessThanOrEqual(4);
  await end();
});

test("a listener is called after its connection came back, since it may have missed something", async () => {
  let notices = 0;
  const end = await database.listen("lasting", () => {
    notices += 1;
  });
  await vi.waitUntil(() => notices === 1, patience);
  await endConnections();
  await vi.waitUntil(() => notices === 2, patience);
  database.notify("lasting");
  await vi.waitUntil(() => notices >= 3, patience);
  await end();
});

test("binary rows hold bytes, numbers and nulls", async () => {
  const text = `select 'ä'::text as text, 9007199254740993::int8 as int8, 1::int4 as int4, null::text as missing,
    '\\xff00'::bytea as bytes, true as yes, '2024-02-29T12:00:00Z'::timestamptz as time, '42'::xid8 as tx`;
  expect(await database.query({ text, binary: true, values: [], name: "binary" })).toEqual([
    {
      text: Buffer.from("ä"),
      int8: 9007199254740993n,
      int4: 1,
      missing: null,
      bytes: Buffer.from([255, 0]),
      yes: true,
      time: new Date("2024-02-29T12:00:00Z"),
      tx: 42n,
    },
  ]);
});

test("binary rows larger than a network packet are complete, beside text rows", async () => {
  const text = "select repeat('ü', n * 100000) as text, n from generate_series(1, 5) as n";
  const [binary, plain] = await Promise.all([
    database.query<{ text: Buffer; n: number }>({ text, binary: true, values: [], name: "large" }),
    database.query<{ text: string; n: number }>(text),
  ]);
  expect(binary.map((row) => row.text.toString())).toEqual(plain.map((row) => row.text));
  expect(binary.map((row) => row.n)).toEqual([1, 2, 3, 4, 5]);
});
