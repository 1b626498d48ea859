import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { connectDatabase } from "../../platform/database/connect.ts";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import { PASSWORD, startHere, USUAL } from "../end-to-end/system.ts";
import { folderUntil } from "../folder.ts";
import { untilReady } from "../health.ts";
import { onServer, silent } from "../postgres.ts";
import { describeWithPsql } from "../psql.ts";
import { makeServerWithSuperuser } from "../superuser.ts";
import { environmentHere, readComposeFile } from "./compose-file.ts";
import { startPostgresLike } from "./postgres.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = folderUntil(afterAll);
const OWN = "it's the role's own";
mkdirSync(join(folder, "secrets"));
writeFileSync(join(folder, "secrets", "postgres-password"), `${OWN}\n`);
const compose = readComposeFile({ EVENTSTORE_URL: "" });
const Token = z.object({ access_token: z.string() });

/** Runs the system on the database for as long as the work takes. */
async function withSystem(url: string, work: (address: string) => Promise<void>): Promise<void> {
  const running = await startHere({ ...USUAL, DATABASE_URL: url, AIRLOG_DATA: join(folder, "data") });
  try {
    await untilReady(running.url);
    await work(running.url);
  } finally {
    await running.close();
  }
}

async function addFacility(address: string): Promise<void> {
  const post = (path: string, body: object, headers: object = {}) =>
    fetch(address + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const login = await post("/api/auth/token", { username: "admin", password: PASSWORD });
  const Authorization = `Bearer ${Token.parse(await login.json()).access_token}`;
  const prefer = { Authorization, Prefer: "wait=20" };
  expect(await post("/api/provider/facilities/add", { identifier: "0lym" }, prefer)).toMatchObject({ status: 200 });
}

async function readFacility(address: string): Promise<void> {
  expect(await fetch(`${address}/api/facilities/0lym`)).toMatchObject({ status: 200 });
}

/** The rights of the URL's role, and the tables and schemas that belong to another role. */
async function rightsOf(url: string) {
  const database = connectDatabase({ connectionString: url }, { logger: silent, poolSize: 1 });
  const [role] = await database.query(`
    select current_user as name, rolsuper as superuser,
      array(select relname::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p', 'S', 'v') and nspname !~ '^pg_|^information_schema$' and relowner <> pg_roles.oid
        union all
        select nspname from pg_namespace
        where nspname !~ '^pg_|^information_schema$|^public$' and nspowner <> pg_roles.oid) as foreign
    from pg_roles where rolname = current_user`);
  await database.close();
  return role;
}

const OWNER = { name: "airlog", superuser: false, foreign: [] };

test("on a new volume the services run as a role that owns their database and is no superuser, who has no password", async () => {
  expect(compose.services["postgres"]?.volumes).toContain(
    "./deploy/postgres-role.sql:/docker-entrypoint-initdb.d/airlog.sql:ro",
  );
  const postgres = await startPostgresLike(environmentHere(compose, "postgres", folder), join(folder, "new"));
  onTestFinished(() => postgres.stop());
  await withSystem(postgres.url, addFacility);
  expect(await rightsOf(postgres.url)).toEqual(OWNER);
  const asSuperuser = Object.assign(new URL(postgres.url), { username: "postgres" });
  await expect(onServer(asSuperuser.href, "select 1")).rejects.toThrow();
});

describeWithPsql("a volume of an earlier release, whose superuser is airlog", () => {
  test("goes on as it is, and with another airlog after deploy/postgres-volume.sql", async () => {
    const place = join(folder, "old");
    await makeServerWithSuperuser(place);
    // As in the container, where only the services' role needs a password.
    const rules = "host all airlog 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n";
    writeFileSync(join(place, "postgres", "pg_hba.conf"), rules);
    const server = await joinEmbeddedServer(place, silent);
    onTestFinished(() => server.leave());
    const url = new URL(server.connection.connectionString);
    await onServer(url.href, "create database airlog");
    await onServer(url.href, `alter role airlog password ${pg.escapeLiteral(OWN)}`);
    Object.assign(url, { password: OWN, pathname: "airlog" });
    await withSystem(url.href, addFacility);
    expect(await rightsOf(url.href)).toMatchObject({ superuser: true });

    const role = join(folder, "role.sql");
    const text = readFileSync("deploy/postgres-role.sql", "utf8");
    writeFileSync(role, text.replace("/run/secrets/", `${folder}/secrets/`));
    const input = readFileSync("deploy/postgres-volume.sql", "utf8").replace(
      "/docker-entrypoint-initdb.d/airlog.sql",
      role,
    );
    const env = { PATH: process.env["PATH"], PGHOST: url.hostname, PGPORT: url.port, PGPASSWORD: OWN };
    execFileSync("psql", ["--no-psqlrc", "-U", "airlog", "airlog"], {
      input,
      env,
      stdio: "pipe",
    });
    expect(await rightsOf(url.href)).toEqual(OWNER);
    await withSystem(url.href, readFacility);
  });
});
