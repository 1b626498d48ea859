import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../platform/database/migrations.ts";
import type { Database } from "../../platform/database/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { moveRelayed, RELAY_MIGRATIONS, readRelayed } from "../../platform/feed/kafka/checkpoint.ts";
import { registerProcess } from "../../platform/upgrade/process-registry.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { renewRestored } from "./renew-log.ts";

async function logIdOf(database: Database): Promise<string> {
  const { logId, close } = await openPostgresEventStore(database);
  await close();
  return logId;
}

test("a restored database has a log with another id, and nothing of it counts as sent to Kafka", async () => {
  const database = await databaseUntil(onTestFinished);
  const id = await logIdOf(database);
  await migrate(database, RELAY_MIGRATIONS);
  const { start, close } = await openPostgresEventStore(database);
  await close();
  await moveRelayed(database, undefined, start);
  await renewRestored(database);
  expect(await logIdOf(database)).not.toBe(id);
  expect(await readRelayed(database)).toBeUndefined();
});

test("a log that processes use keeps its id", async () => {
  const database = await databaseUntil(onTestFinished);
  const id = await logIdOf(database);
  const running = await registerProcess(database, { log: silent, release: "1.0.0", services: ["query"] });
  onTestFinished(() => running.leave());
  await expect(renewRestored(database)).rejects.toThrow(`Processes run on this database: `);
  await expect(renewRestored(database)).rejects.toThrow(`:${process.pid}. Stop them`);
  expect(await logIdOf(database)).toBe(id);
});

test("a database without a log is left as it is", async () => {
  const database = await databaseUntil(onTestFinished);
  await expect(renewRestored(database)).rejects.toThrow("holds no log");
  expect(await database.query("select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
});
