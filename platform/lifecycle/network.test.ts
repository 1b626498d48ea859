import { expect, onTestFinished, test } from "vitest";
import { databaseUntil } from "../../test/postgres.ts";
import { StartFailure } from "../start-failure.ts";
import { keepOffset } from "./network.ts";

test("the offset of a log can't be changed after the first start", async () => {
  const database = await databaseUntil(onTestFinished);
  await keepOffset(database, 60);
  await keepOffset(database, 60);
  await expect(keepOffset(database, -210)).rejects.toThrow(StartFailure);
  await expect(keepOffset(database, -210)).rejects.toThrow(
    "AIRLOG_UTC_OFFSET is -03:30, but the log was begun with +01:00",
  );
});
