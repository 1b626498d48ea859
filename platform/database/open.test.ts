import { type Logger, pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase, onServer, silent } from "../../test/postgres.ts";
import { openDatabase, withPassword } from "./open.ts";

/** A new database, with statements run on the server first; `$` stands for its name. */
async function databaseWith(...statements: readonly string[]): Promise<string> {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const name = new URL(fresh.url).pathname.slice(1);
  for (const statement of statements) await onServer(fresh.url, statement.replaceAll("$", name));
  return fresh.url;
}

/** A new database, made by a statement that ends so. */
async function databaseMade(words: string): Promise<string> {
  const fresh = await freshDatabase();
  const server = await freshDatabase();
  onTestFinished(async () => {
    await fresh.drop();
    await server.drop();
  });
  await fresh.drop();
  await onServer(server.url, `create database ${new URL(fresh.url).pathname.slice(1)} template template0 ${words}`);
  return fresh.url;
}

async function open(url: string, logger: Logger = silent): Promise<void> {
  const database = await openDatabase({ url, dataFolder: "", logger });
  await database.close();
}

test.each(["LATIN1", "SQL_ASCII"])("a database in %s is refused by its encoding", async (name) => {
  const url = await databaseMade(`encoding '${name}' locale_provider libc locale 'C'`);
  await expect(open(url)).rejects.toThrow(`DATABASE_URL: the database's encoding is ${name}: airlog needs UTF8`);
});

test.each([
  [
    "whose search path leads nowhere",
    "alter database $ set search_path = mine",
    /no schema of the search path \(mine\)/,
  ],
  [
    "that takes no writes",
    "alter database $ set default_transaction_read_only = on",
    /takes no writes: it is a standby/,
  ],
  ["whose dates are not ISO", "alter database $ set datestyle = 'German'", /DateStyle is German.*airlog needs ISO/],
  [
    "whose transactions are isolated otherwise",
    "alter database $ set default_transaction_isolation = 'serializable'",
    /default_transaction_isolation is serializable.*airlog needs read committed/,
  ],
  ["that rounds numbers", "alter database $ set extra_float_digits = 0", /extra_float_digits is 0.*airlog needs 1/],
])("a database %s is refused with a remedy", async (_, statement, reason) => {
  await expect(open(await databaseWith(statement))).rejects.toThrow(reason);
});

test("a role that may make no tables or no schemas is refused with a remedy", async () => {
  const url = new URL(await databaseWith());
  const role = url.pathname.slice(1);
  await onServer(url.href, `create role ${role} login password 'of its own'`);
  onTestFinished(async () => {
    await onServer(url.href, `drop owned by ${role}`);
    await onServer(url.href, `drop role ${role}`);
  });
  const own = Object.assign(new URL(url), { username: role, password: "of its own" }).href;
  await expect(open(own)).rejects.toThrow(`the role ${role} may not make tables in the schema public`);
  await onServer(url.href, `grant create on schema public to ${role}`);
  await expect(open(own)).rejects.toThrow(`the role ${role} may not make schemas`);
  await onServer(url.href, `grant create on database ${role} to ${role}`);
  await open(own);
});

test("a role whose dates are not ISO is refused, one whose dates are ISO with the day first is not", async () => {
  const url = new URL(await databaseWith());
  const role = url.pathname.slice(1);
  await onServer(url.href, `create role ${role} login superuser password 'of its own'`);
  onTestFinished(() => onServer(url.href, `drop role ${role}`));
  const own = Object.assign(new URL(url), { username: role, password: "of its own" }).href;
  await onServer(url.href, `alter role ${role} set datestyle = 'German'`);
  await expect(open(own)).rejects.toThrow(`DateStyle is German, DMY for this database or the role ${role}`);
  await onServer(url.href, `alter role ${role} set datestyle = 'ISO, DMY'`);
  await open(own);
});

test("a database that may lose confirmed writes is taken with a warning", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  await open(await databaseWith("alter database $ set synchronous_commit = off"), logger);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { off: ["synchronous_commit"], msg: "PostgreSQL may lose writes that it has confirmed" },
  ]);
});

test.each([
  ["postgres://airlog@host/airlog", "postgres://airlog@host/airlog?password=a%26b%20c"],
  ["postgres:///airlog?host=/run/postgresql", "postgres:///airlog?host=/run/postgresql&password=a%26b%20c"],
  ["postgres://airlog:own@host/airlog", "postgres://airlog:own@host/airlog"],
  ["postgres://airlog@host/airlog?password=own", "postgres://airlog@host/airlog?password=own"],
])("%s with PGPASSWORD is %s", (url, address) => {
  expect(withPassword(url, "a&b c")).toBe(address);
  expect(withPassword(url, undefined)).toBe(url);
});
