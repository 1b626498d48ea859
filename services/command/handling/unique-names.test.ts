import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "../../../platform/database/connect.ts";
import { databaseUntil, silent } from "../../../test/postgres.ts";
import { createUniqueNames } from "./unique-names.ts";

test("long work keeps the names to itself, also where idle transactions are ended, and its end counts", async () => {
  const database = await databaseUntil(onTestFinished);
  const impatient = connectDatabase(database.connection, { logger: silent, idleInTransactionTimeout: 50 });
  onTestFinished(() => impatient.close());
  const lostAfterMs = 1_000;
  const one = createUniqueNames(impatient, lostAfterMs);
  const another = createUniqueNames(database);
  const done: string[] = [];
  let other: Promise<unknown> | undefined;
  const work = one.exclusively(async () => {
    other = another.exclusively(async () => done.push("short"));
    await sleep(2 * lostAfterMs);
    done.push("long");
    return "stored";
  });
  expect(await work).toBe("stored");
  await other;
  expect(done).toEqual(["long", "short"]);
});
