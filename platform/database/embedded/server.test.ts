import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { foreignFolder, OWNER, ownersLink, testAsRoot } from "../../../test/foreign-folder.ts";
import { silent } from "../../../test/postgres.ts";
import { stopUnusedServer } from "../../../test/stop-postgres.ts";
import { isAlive } from "../../process-identity.ts";
import { openDatabase } from "../open.ts";
import { type Database, DatabaseUnavailable } from "../port.ts";
import { findBinaries } from "./binaries.ts";
import { initialise } from "./cluster.ts";
import { findPostmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { chooseServerUser } from "./server-user.ts";
import { withdrawSuperuser } from "./service-role.ts";

const isRoot = process.getuid?.() === 0;
const patience = { timeout: 20_000, interval: 50 };

/** A used folder to copy, since making PostgreSQL's data takes most of a first start. */
let used: string;
let dataFolder: string;
let open: Database[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), "airlog embedded used "));
  const database = await openDatabase({ dataFolder: used, logger: silent });
  await database.close();
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

beforeEach(() => {
  // Its name has a space, and if root makes it, other users can't reach it.
  dataFolder = mkdtempSync(join(tmpdir(), "airlog embedded "));
  execFileSync("cp", ["-a", `${used}/.`, dataFolder]);
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  for (const database of open) await database.close();
  open = [];
  await stopUnusedServer(dataFolder);
  rmSync(dataFolder, { recursive: true, force: true });
});

async function joined(): Promise<Database> {
  const database = await openDatabase({ dataFolder, logger: silent });
  open.push(database);
  return database;
}

async function leave(database: Database): Promise<void> {
  open = open.filter((other) => other !== database);
  await database.close();
}

const postmaster = () => findPostmaster(join(dataFolder, "postgres"));

function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error("no process to kill");
  process.kill(pid, signal);
}

const works = async (database: Database) => expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);

/** Another process that uses the folder, once it has printed so. */
async function otherProcess(identity: { uid?: number; gid?: number } = {}): Promise<ChildProcess> {
  const built = pathToFileURL(join(import.meta.dirname, "../../../dist/platform/database/open.js"));
  const program = `
    import { openDatabase } from ${JSON.stringify(built.href)};
    import { pino } from "pino";
    const database = await openDatabase({ dataFolder: process.argv[1], logger: pino({ level: "silent" }) });
    await database.query("select 1");
    console.log("using it");
    process.stdin.once("end", () => database.close()).resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, dataFolder], {
    stdio: ["pipe", "pipe", "inherit"],
    cwd: join(import.meta.dirname, "../../.."),
    ...identity,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the other process ended")));
  ended.catch(() => undefined);
  await Promise.race([once(lines, "line"), ended]);
  return child;
}

async function endsBySelf(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
}

/** A stopped server whose only role is the superuser, with the tables that `fill` makes. */
async function makeAsReleaseBefore(fill: (superuser: pg.Client) => Promise<void>): Promise<URL> {
  const cluster = join(dataFolder, "postgres");
  const binaries = await findBinaries();
  const user = chooseServerUser([binaries.initdb, binaries.postgres], dataFolder, cluster);
  const url = new URL("postgres://airlog:0123456789abcdef@127.0.0.1/postgres");
  await initialise(cluster, url.password, binaries, user);
  const server = await startPostmaster(dataFolder, cluster, binaries, user, undefined);
  url.port = String(server.port);
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  await fill(superuser);
  await superuser.end();
  await stopPostmaster(server);
  writeFileSync(join(dataFolder, "postgres.url"), `${url.href}\n`, { mode: 0o600 });
  return url;
}

describe("the embedded server", () => {
  test("starts with its first user, durable, on loopback, and stops with the last", async () => {
    const first = await joined();
    const second = await joined();
    const settings = ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses"];
    const rows = await first.query<{ setting: string }>({
      text: "select setting from pg_settings where name = any($1) order by array_position($1, name)",
      values: [settings],
    });
    expect(rows.map(({ setting }) => setting)).toEqual(["on", "on", "on", "127.0.0.1"]);
    const running = postmaster();
    await leave(first);
    await works(second);
    expect(postmaster()).toEqual(running);
    await leave(second);
    expect(isAlive(running?.identity ?? "")).toBe(false);
  });

  test("keeps what was stored from one run to the next", async () => {
    const first = await joined();
    await first.query("create table kept as select 42 as n");
    await leave(first);
    const second = await joined();
    expect(await second.query("select n from kept")).toEqual([{ n: 42 }]);
  });

  test("keeps address and password where only the owner can read them", async () => {
    await joined();
    const file = join(dataFolder, "postgres.url");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(new URL(readFileSync(file, "utf8").trim())).toMatchObject({
      hostname: "127.0.0.1",
      port: String(postmaster()?.port),
    });
  });

  test("refuses a wrong password", async () => {
    const database = await joined();
    const url = new URL(database.connection.connectionString);
    url.password = "guessed";
    await expect(openDatabase({ url: url.href, dataFolder, logger: silent })).rejects.toThrow(
      /^DATABASE_URL: PostgreSQL refuses our user or password \(password authentication failed/,
    );
  });

  test.each([
    ["PGSSLMODE", "require"],
    ["PGSSLNEGOTIATION", "direct"],
    ["PGOPTIONS", "-c search_path=mine -c default_transaction_read_only=on"],
    ["PGREPLICATION", "true"],
    ["PGHOST", "db.example"],
    ["PGCLIENT_ENCODING", "LATIN1"],
  ])("does not follow %s of the environment", async (name, value) => {
    vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const database = await joined();
    await database.query("create table made (n int)");
    expect(await database.query("select current_schema() as schema, 'Łódź' as place")).toEqual([
      { schema: "public", place: "Łódź" },
    ]);
  });

  test("is used with a role that owns the database and is not a superuser, and nobody can log in as superuser", async () => {
    const database = await joined();
    expect(await database.query("select rolsuper, rolcreaterole from pg_roles where rolname = current_user")).toEqual([
      { rolsuper: false, rolcreaterole: false },
    ]);
    await expect(database.query("copy (select 1) to program 'true'")).rejects.toMatchObject({ code: "42501" });
    expect(await database.query("select from pg_authid where rolsuper").catch(({ code }) => code)).toBe("42501");
    const roles = await database.query<{ name: string }>("select rolname as name from pg_roles where rolsuper");
    expect(roles).toEqual([{ name: "airlog_superuser" }]);
    const url = Object.assign(new URL(database.connection.connectionString), { username: "airlog_superuser" });
    await expect(openDatabase({ url: url.href, dataFolder, logger: silent })).rejects.toThrow(/refuses our user/);
  });

  test("that an older release made gives up the superuser's rights, and keeps its data", async () => {
    for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
    const url = await makeAsReleaseBefore(async (superuser) => {
      await superuser.query("create schema of_a_view");
      await superuser.query("create table of_a_view.kept (n int generated always as identity)");
      await superuser.query("create table kept as select 42 as n");
      await superuser.query("create sequence ids start 7");
    });
    const database = await joined();
    expect(new URL(database.connection.connectionString)).toMatchObject({ username: "airlog", password: url.password });
    expect(await database.query("select n from kept")).toEqual([{ n: 42 }]);
    await database.query("alter table of_a_view.kept add column more int");
    await database.query("drop schema of_a_view cascade");
    expect(await database.query("select nextval('ids')::int as id")).toEqual([{ id: 7 }]);
    await database.query("drop sequence ids");
    expect(await database.query("select rolsuper from pg_roles where rolname = session_user")).toEqual([
      { rolsuper: false },
    ]);
  });

  test("that an older release made keeps its rights while that release and the next start wait for each other", async () => {
    for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
    await makeAsReleaseBefore(async (superuser) => {
      await superuser.query("create table kept as select 42 as n");
      await superuser.query("begin; lock table kept");
      const lines: string[] = [];
      const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
      const url = `postgres://airlog:0123456789abcdef@127.0.0.1:${superuser.port}/postgres`;
      const withdrawn = withdrawSuperuser(url, logger);
      await vi.waitFor(async () => {
        expect((await superuser.query("select from pg_locks where not granted")).rowCount).toBe(1);
      }, patience);
      // In a deadlock PostgreSQL ends the transaction that has waited longer.
      await superuser.query("alter role airlog connection limit -1");
      await withdrawn;
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { msg: expect.stringContaining("stays a superuser until the next start") },
      ]);
      expect((await superuser.query("select rolname from pg_roles where rolsuper")).rows).toEqual([
        { rolname: "airlog" },
      ]);
    });
  });

  test("is one for all processes that start at the same moment, on an empty folder", async () => {
    for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
    const all = await Promise.all(Array.from({ length: 8 }, joined));
    const rows = await Promise.all(
      all.map((database) => database.query<{ start: Date }>("select pg_postmaster_start_time() as start")),
    );
    expect(new Set(rows.map(([row]) => row?.start.getTime())).size).toBe(1);
  });

  test("is shared with another process, which may stay longer", async () => {
    const database = await joined();
    const other = await otherProcess();
    const running = postmaster();
    await leave(database);
    expect(postmaster()).toEqual(running);
    await endsBySelf(other);
    expect(postmaster()).toBeUndefined();
  });

  test("that outlived the crash of its user is adopted", async () => {
    const other = await otherProcess();
    const running = postmaster();
    const exit = once(other, "exit");
    other.kill("SIGKILL");
    await exit;
    const database = await joined();
    await works(database);
    expect(postmaster()).toEqual(running);
    await leave(database);
    expect(postmaster()).toBeUndefined();
  });

  test("that was killed comes back by itself, with everything that was committed", async () => {
    const database = await joined();
    await database.query("create table kept as select generate_series(1, 1000) as n");
    const before = postmaster();
    kill(before?.pid, "SIGKILL");
    await expect(
      (async () => {
        for (;;) await database.query("select 1");
      })(),
    ).rejects.toThrow(DatabaseUnavailable);
    await vi.waitFor(() => works(database), patience);
    expect(await database.query("select count(*)::int as count from kept")).toEqual([{ count: 1000 }]);
    expect(postmaster()?.identity).not.toBe(before?.identity);
    expect(postmaster()?.port).toBe(before?.port);
  });

  test("that an operator stopped comes back by itself", async () => {
    const database = await joined();
    const before = postmaster();
    kill(before?.pid, "SIGINT");
    await vi.waitUntil(() => !isAlive(before?.identity ?? ""), patience);
    await vi.waitFor(() => works(database), patience);
  });

  test("that comes back at another address is found there", async () => {
    const database = await joined();
    const before = postmaster();
    kill(before?.pid, "SIGKILL");
    const squatter = createServer((socket) => socket.destroy());
    await vi.waitFor(async () => {
      squatter.listen({ port: before?.port, host: "127.0.0.1" });
      await once(squatter, "listening");
    }, patience);
    await vi.waitFor(() => works(database), patience);
    expect(postmaster()?.port).not.toBe(before?.port);
    squatter.close();
  });

  test("starts although its old lock file names a process that is alive and something else", async () => {
    await leave(await joined());
    const { uid, gid } = statSync(join(dataFolder, "postgres"));
    const bystander = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    children.push(bystander);
    await once(bystander, "spawn");
    const lockFile = join(dataFolder, "postgres", "postmaster.pid");
    writeFileSync(lockFile, `${bystander.pid}\n${join(dataFolder, "postgres")}\n1700000000\n1\n\n127.0.0.1\n`);
    chownSync(lockFile, uid, gid);
    await works(await joined());
  });

  test("is refused on data of another PostgreSQL version, with a remedy", async () => {
    await leave(await joined());
    writeFileSync(join(dataFolder, "postgres", "PG_VERSION"), "12\n");
    await expect(joined()).rejects.toThrow(/PostgreSQL 12.*export/);
  });

  testAsRoot.for([
    ["postgres.url", (ofRoot: string) => join(ofRoot, "secret")],
    ["postgres.log", (ofRoot: string) => join(ofRoot, "secret")],
    ["processes", (ofRoot: string) => ofRoot],
    ["postgres", (ofRoot: string) => ofRoot],
    ["postgres/postmaster.pid", (ofRoot: string) => join(ofRoot, "secret")],
    ["postgres/PG_VERSION", (ofRoot: string) => join(ofRoot, "secret")],
  ] as const)("does not follow a link of the folder's owner in the place of %s", async ([name, target]) => {
    const { folder, ofRoot, secret } = foreignFolder(onTestFinished);
    // The mark would be removed, as that of an ended process.
    writeFileSync(join(ofRoot, "user.1-1-ended.1"), "");
    execFileSync("cp", ["-a", `${used}/.`, folder]);
    rmSync(join(folder, name), { recursive: true, force: true });
    ownersLink(target(ofRoot), join(folder, name));
    execFileSync("chown", ["-hR", `${OWNER.uid}:${OWNER.gid}`, folder]);
    await expect(openDatabase({ dataFolder: folder, logger: silent })).rejects.toThrow(/root does not follow/);
    expect(readdirSync(ofRoot).sort()).toEqual(["secret", "user.1-1-ended.1"]);
    expect(readFileSync(secret, "utf8")).toBe("known to root alone");
    expect(statSync(secret).uid).toBe(0);
  });

  testAsRoot("is made for the folder's owner, past what is put in the place of its password", async () => {
    const { folder, ofRoot } = foreignFolder(onTestFinished);
    const unfinished = join(folder, "postgres.new-0123456789ab");
    mkdirSync(unfinished);
    ownersLink(ofRoot, join(unfinished, "data"));
    ownersLink(join(ofRoot, "secret"), join(unfinished, "password"));
    ownersLink(ofRoot, join(folder, "postgres.new-ba9876543210"));
    mkdirSync(join(folder, "postgres.new-kept"));
    const database = await openDatabase({ dataFolder: folder, logger: silent });
    await works(database);
    await database.close();
    expect(readdirSync(ofRoot)).toEqual(["secret"]);
    const names = readdirSync(folder).sort();
    expect(names).toEqual([
      "postgres",
      "postgres.log",
      "postgres.new-ba9876543210",
      "postgres.new-kept",
      "postgres.url",
      "processes",
    ]);
    for (const name of ["postgres", "postgres/PG_VERSION", "postgres.log", "postgres.url", "processes"]) {
      expect(statSync(join(folder, name)), name).toMatchObject(OWNER);
    }
  });

  test.runIf(isRoot)("runs for an ordinary user as for root", async () => {
    const nobody = { uid: 65534, gid: 65534 };
    for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
    chownSync(dataFolder, nobody.uid, nobody.gid);
    const other = await otherProcess(nobody);
    expect(statSync(join(dataFolder, "postgres")).uid).toBe(nobody.uid);
    // Root on the same folder, for example with a command, uses the same server.
    const running = postmaster();
    await works(await joined());
    expect(postmaster()).toEqual(running);
    await endsBySelf(other);
  });
});
