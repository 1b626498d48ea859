import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../platform/database/migrations.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { keepOffset } from "../platform/lifecycle/network.ts";
import { completeBuild, createBuild } from "../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../platform/views/schema.ts";
import { sqlViews } from "../services/projector/service.ts";
import { runCompiled, startCompiled } from "../test/compiled-command.ts";
import { folderUntil } from "../test/folder.ts";
import { databaseUntil } from "../test/postgres.ts";

const database = await databaseUntil(afterAll);
const { facilities } = sqlViews(60);
const { version } = facilities;
const environment = {
  DATABASE_URL: database.connection.connectionString,
  AIRLOG_DATA: folderUntil(afterAll),
};
const views = (...words: readonly string[]) => runCompiled("views", words, environment);

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  await keepOffset(database, 60);
  const eventStore = await openPostgresEventStore(database);
  await createBuild(database, facilities, eventStore.start);
  await eventStore.close();
});

test("replay and verify refuse another offset from UTC than that of the log", async () => {
  const other = { ...environment, AIRLOG_UTC_OFFSET: "+02:00" };
  for (const [name, words] of [
    ["replay", ["observations", "--again"]],
    ["views", ["verify", "observations"]],
  ] as const) {
    const { code, out, words: said } = await runCompiled(name, words, other);
    expect({ name, code, out }).toEqual({ name, code: 1, out: "" });
    expect(said).toContain("AIRLOG_UTC_OFFSET is +02:00, but the log was begun with +01:00");
  }
});

test("a view without a complete build is named, and nothing is reported as compared", async () => {
  const { code, words } = await views("verify", "facilities");
  expect(code).toBe(1);
  expect(words).toBe(`On the PostgreSQL of DATABASE_URL\nfacilities has no complete build of version ${version}.\n`);
});

test("a comparison that a signal stops says so", async () => {
  const { child, ended } = await database.transaction(async (holding) => {
    await holding.query(`insert into view_leases (name, version, holder, expires)
      values ('facilities compared', ${version}, gen_random_uuid(), clock_timestamp() + interval '4 minutes')`);
    const started = startCompiled("views", ["verify", "facilities"], environment);
    // It waits for the lease, so it already listens to signals.
    await expect
      .poll(() =>
        database.query("select 1 from pg_stat_activity where query ~ 'view_leases' and wait_event_type = 'Lock'"),
      )
      .toHaveLength(1);
    return started;
  });
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 1, words: expect.stringMatching(/\nStopped before it was done.\n$/) });
  await database.query("delete from view_leases");
});

test("drop distinguishes a build that is read from a missing one", async () => {
  await completeBuild(database, facilities);
  // Longer than the test takes.
  await database.query(`insert into view_readers (reader, name, version, generation, position, seen)
    values (gen_random_uuid(), 'facilities', ${version}, 1, '', clock_timestamp() + interval '50 seconds')`);
  expect(await views("drop", "facilities", `${version}.1`)).toMatchObject({
    code: 1,
    words: expect.stringContaining(`facilities ${version}.1 is read by a running process.\n`),
  });
  expect(await views("drop", "facilities", `${version}.7`)).toMatchObject({
    code: 1,
    words: expect.stringContaining(`There is no facilities ${version}.7.\n`),
  });
  expect(await views("drop", "--old")).toMatchObject({ code: 0, words: expect.stringContaining("No build is old.\n") });
  expect(await views()).toMatchObject({ code: 0, out: expect.stringContaining(`facilities\t${version}.1\tlive\t`) });
});
