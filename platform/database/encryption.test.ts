import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Authority, type Identity } from "../../test/certificates.ts";
import { failureOf } from "../../test/failure.ts";
import { listenLocally } from "../../test/listen.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { joinServerWithSuperuser } from "../../test/superuser.ts";
import { connectDatabase } from "./connect.ts";
import type { EmbeddedServer } from "./embedded/server.ts";
import { type Database, DatabaseUnavailable } from "./port.ts";

const patience = { timeout: 20_000, interval: 50 };
const authority = new Authority();
let folder: string;
let server: EmbeddedServer | undefined;
const opened: Database[] = [];

beforeAll(async () => {
  // If a run is killed, the next one stops the servers of such folders.
  folder = await mkdtemp(join(tmpdir(), "airlog-tests-"));
  server = await joinServerWithSuperuser(folder);
  await writeFile(join(folder, "ca.pem"), authority.certificate);
  await offerTls(authority.identity());
  await vi.waitFor(async () => expect(await isEncrypted(open("?sslmode=no-verify"))).toBe(true), patience);
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await server?.leave();
  await rm(folder, { recursive: true });
});

/** Opens the database as for a `DATABASE_URL` with these parameters. */
function open(parameters: string, url = server?.connection.connectionString): Database {
  const database = connectDatabase({ connectionString: `${url}${parameters}` }, { logger: silent, poolSize: 1 });
  opened.push(database);
  return database;
}

const verified = () => open(`?sslmode=verify-full&sslrootcert=${join(folder, "ca.pem")}`);

/** The server writes its files itself, since they must belong to its user. It uses them a moment later. */
async function offerTls({ certificate, key }: Identity): Promise<void> {
  const database = open("");
  for (const [name, content] of Object.entries({ "server.crt": certificate, "server.key": key })) {
    const lines = content.trim().split("\n");
    const values = lines.map((line) => `('${line}')`).join(", ");
    await database.query(`copy (values ${values}) to program 'umask 077 && cat > ${name}'`);
  }
  await database.query("alter system set ssl = on");
  await database.query("select pg_reload_conf()");
}

async function isEncrypted(database: Database): Promise<boolean | undefined> {
  const [row] = await database.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
  return row?.ssl;
}

/** Why the database can't be used. */
async function unavailable(database: Database): Promise<string> {
  const { message } = await failureOf(DatabaseUnavailable, database.query("select 1"));
  return message;
}

test("a connection is encrypted, or not, as the URL says", async () => {
  expect(await isEncrypted(verified())).toBe(true);
  expect(await isEncrypted(open("?sslmode=disable"))).toBe(false);
});

test("notices come through an encrypted connection too", async () => {
  const database = verified();
  const heard = vi.fn();
  const stop = await database.listen("encrypted", heard);
  await vi.waitFor(() => {
    database.notify("encrypted");
    expect(heard).toHaveBeenCalled();
  }, patience);
  await stop();
});

test("a server with an untrusted certificate can't be used, and the reason is reported", async () => {
  const reason = await unavailable(open("?sslmode=verify-full"));
  expect(reason).toContain("PostgreSQL can't be reached by TLS (unable to verify the first certificate");
});

test("a server with another one's certificate can't be used", async () => {
  await offerTls(authority.identity("elsewhere.example"));
  await vi.waitFor(async () => expect(await unavailable(verified())).toMatch(/not in the cert's list/), patience);
});

test("a server that does not offer TLS can't be used where the URL requires it", async () => {
  const { connection } = await databaseUntil(onTestFinished);
  const plain = open("?sslmode=verify-full", connection.connectionString);
  expect(await unavailable(plain)).toContain("The server does not support SSL connections");
});

test.each([
  [
    "offers TLS and then speaks something else",
    ["S", "and so on"],
    /^PostgreSQL can't be reached by TLS \(.*wrong version number/,
  ],
  ["fails before it offers anything", ["E"], /There was an error establishing an SSL connection/],
])("a server that %s can't be used, which is reported in a line", async (_, words, reason) => {
  const odd = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => void socket.write(words.shift() ?? ""));
  });
  const address = await listenLocally(odd);
  const message = await unavailable(open("?sslmode=verify-full", `postgres://nobody@${address}/none`));
  expect(message).toMatch(reason);
  expect(message).not.toContain("\n");
  odd.close();
});
