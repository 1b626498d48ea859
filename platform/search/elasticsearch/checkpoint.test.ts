import { afterAll, expect, test } from "vitest";
import { databaseUntil } from "../../../test/postgres.ts";
import { migrate } from "../../database/migrations.ts";
import { INDEX_MIGRATIONS, markSent, sentAnHourAgo } from "./checkpoint.ts";

const database = await databaseUntil(afterAll);
await migrate(database, INDEX_MIGRATIONS);

const marks = async () =>
  (await database.query<{ sequence: number }>("select sequence::int from search_index_marks order by sequence")).map(
    ({ sequence }) => sequence,
  );

test("marks made before the clock was set back are forgotten, and newer ones kept", async () => {
  await database.query(`insert into search_index_marks (index_uuid, sequence, at) values
    ('index', 1, clock_timestamp() - interval '3 h'), ('index', 2, clock_timestamp() - interval '90 min'),
    ('index', 3, clock_timestamp() + interval '5 h')`);
  await markSent(database, "index", 4);
  expect(await marks()).toEqual([1, 2, 4]);
  expect(await sentAnHourAgo(database, "index")).toBe(2);
});
