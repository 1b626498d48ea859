import { afterAll, expect, test } from "vitest";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { notedWatch } from "../../test/watch.ts";
import { connectDatabase } from "./connect.ts";
import { measuredDatabase } from "./measured.ts";
import { DatabaseUnavailable } from "./port.ts";

const { connection } = await databaseUntil(afterAll);

test("a slow statement is not a failure of the engine, a missing connection is one", async () => {
  const impatient = connectDatabase(connection, { logger: silent, statementTimeout: 20 });
  const watch = notedWatch();
  const database = measuredDatabase(impatient, watch);
  await expect(database.query("select pg_sleep(10)")).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(watch.failed).not.toHaveBeenCalled();
  await impatient.close();
  await expect(database.query("select 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(watch.failed).toHaveBeenCalledOnce();
});
