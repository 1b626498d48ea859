import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Authority, type Identity } from "../../test/certificates.ts";
import { freshDatabase, silent } from "../../test/postgres.ts";
import { connectDatabase } from "./connect.ts";
import { type EmbeddedServer, joinEmbeddedServer } from "./embedded/server.ts";
import { type Database, DatabaseUnavailable } from "./port.ts";

const authority = new Authority();
let folder: string;
let server: EmbeddedServer;
const opened: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlog-encryption-"));
  server = await joinEmbeddedServer(join(folder, "data"), silent);
  await writeFile(join(folder, "ca.pem"), authority.certificate);
  await encrypt(open(""), authority.identity());
}, 60_000);

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await server.leave();
  await rm(folder, { recursive: true });
});

/** As `DATABASE_URL` with these parameters. */
function open(parameters: string): Database {
  const database = connectDatabase(
    { connectionString: `${server.connection.connectionString}${parameters}` },
    { logger: silent, poolSize: 1 },
  );
  opened.push(database);
  return database;
}

/** Has the server offer TLS; it writes its files itself, since they have to belong to its user. */
async function encrypt(database: Database, { certificate, key }: Identity): Promise<void> {
  for (const [name, content] of Object.entries({ "server.crt": certificate, "server.key": key })) {
    const lines = content.trim().split("\n");
    const values = lines.map((line) => `('${line}')`).join(", ");
    await database.query(`copy (values ${values}) to program 'umask 077 && cat > ${name}'`);
  }
  await database.query("alter system set ssl = on");
  await database.query("select pg_reload_conf()");
  await vi.waitFor(async () => expect(await isEncrypted(open("?sslmode=no-verify"))).toBe(true), { timeout: 20_000 });
}

async function isEncrypted(database: Database): Promise<boolean | undefined> {
  const [row] = await database.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
  return row?.ssl;
}

test("a connection is encrypted, and the server's certificate looked at, as the URL says", async () => {
  expect(await isEncrypted(open(`?sslmode=verify-full&sslrootcert=${join(folder, "ca.pem")}`))).toBe(true);
  expect(await isEncrypted(open("?sslmode=disable"))).toBe(false);
});

test("notices come through an encrypted connection too", async () => {
  const database = open(`?sslmode=verify-full&sslrootcert=${join(folder, "ca.pem")}`);
  const heard = vi.fn();
  const stop = await database.listen("encrypted", heard);
  await vi.waitFor(
    () => {
      database.notify("encrypted");
      expect(heard).toHaveBeenCalled();
    },
    { timeout: 20_000, interval: 100 },
  );
  await stop();
});

test("a server whose certificate nobody vouches for can't be used, and it is said why", async () => {
  const asked = open("?sslmode=verify-full").query("select 1");
  await expect(asked).rejects.toThrow(DatabaseUnavailable);
  await expect(asked).rejects.toThrow("PostgreSQL can't be reached by TLS (unable to verify the first certificate)");
});

test("a server that does not offer TLS can't be used where the URL asks for it", async () => {
  const fresh = await freshDatabase();
  try {
    const plain = connectDatabase(
      { connectionString: `${fresh.url}?sslmode=no-verify` },
      { logger: silent, poolSize: 1 },
    );
    await expect(plain.query("select 1")).rejects.toThrow(DatabaseUnavailable);
    await plain.close();
  } finally {
    await fresh.drop();
  }
});
