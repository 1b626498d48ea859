import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database/open.ts";
import { folderUntil } from "../folder.ts";
import { silent } from "../postgres.ts";
import { AGAIN, addAccounts, command, expectNobody, type Place, run } from "../removal/operator.ts";
import { NOBODY, TRACE, withoutPerson, writeAboutPerson } from "../removal/person.ts";
import { filesWith, tablesWith } from "../removal/traces.ts";
import { makeServerWithSuperuser } from "../superuser.ts";

/** The removal as docs/operations.md describes it, on embedded engines. */

const old: Place = { AIRLOG_DATA: join(folderUntil(afterAll), "data") };
const renewed: Place = { AIRLOG_DATA: join(folderUntil(afterAll), "data") };
const file = join(folderUntil(afterAll), "log.ndjson");

/** Statistics hold values too, but only a superuser can read them. */
async function tablesOf({ AIRLOG_DATA: dataFolder }: Place): Promise<string[]> {
  await makeServerWithSuperuser(dataFolder);
  const database = await openDatabase({ dataFolder, logger: silent });
  try {
    return await tablesWith(database, TRACE);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  await run(old, async (url) => {
    await addAccounts(old);
    await writeAboutPerson(url);
  });
  await command(old, ["export", file]);
}, 240_000);

test("before the removal, log, builds, snapshots, accounts, names and kept answers name the person", async () => {
  const tables = await tablesOf(old);
  for (const view of AGAIN) {
    for (const { schema } of [view, view.build(2)]) expect(tables.join()).toContain(`${schema}.`);
  }
  const others = ["events", "accounts", "remembered_answers", "measurement_keys"].map((name) => `public.${name}`);
  expect(tables).toEqual(expect.arrayContaining(others));
  expect(filesWith(join(old.AIRLOG_DATA, "search"), TRACE)).not.toEqual([]);
});

test("a person who is removed from an export is nowhere in the importing system", async () => {
  writeFileSync(file, withoutPerson(readFileSync(file, "utf8")));
  await command(renewed, ["import", file, "--changed"]);
  await run(renewed, expectNobody);
  expect(await tablesOf(renewed)).toEqual([]);
  expect(filesWith(renewed.AIRLOG_DATA, TRACE)).toEqual([]);
  expect(filesWith(join(renewed.AIRLOG_DATA, "search"), NOBODY)).not.toEqual([]);
}, 240_000);
