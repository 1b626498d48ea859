import { afterAll, beforeAll, expect, test } from "vitest";
import { declareView } from "../../contracts/views/declaration.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { StartFailure } from "../start-failure.ts";
import { removeBuildsOfOtherLogs, requireBuildsOfLog } from "./other-logs.ts";
import { createBuild, registeredBuilds } from "./registry.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
const first = declareView({ name: "catalogue", version: 1, handles: [], tables: {} });
const at = (log: string) => positionOf(`${log}.${"0".repeat(32)}`);
const [OWN, OTHER] = ["0123456789ab", "ba9876543210"];

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  await createBuild(database, first, at(OTHER));
  await createBuild(database, first.build(2), at(OTHER));
  await createBuild(database, first.build(3), at(OWN));
});

const numbers = async () => (await registeredBuilds(database)).map(({ generation }) => generation);

test("builds of another log are registered no more, unless a live process reads them", async () => {
  await database.query({
    text: `insert into view_readers (reader, name, version, generation, position, seen)
      values (gen_random_uuid(), 'catalogue', 1, 2, $1, clock_timestamp())`,
    values: [at(OTHER)],
  });
  expect(await removeBuildsOfOtherLogs(database, OWN)).toBe(false);
  expect(await numbers()).toEqual([2, 3]);
  await expect(requireBuildsOfLog(database, OWN)).rejects.toThrow(StartFailure);
  await database.query("delete from view_readers");
  await requireBuildsOfLog(database, OWN);
  expect(await numbers()).toEqual([3]);
});
