import { expect, onTestFinished, test } from "vitest";
import { declareView } from "../../contracts/views/declaration.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { Database } from "../../platform/database/port.ts";
import { positionOf } from "../../platform/event-store/positions.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { moveRelayed, RELAY_MIGRATIONS, readRelayed } from "../../platform/feed/kafka/checkpoint.ts";
import { registerProcess } from "../../platform/upgrade/process-registry.ts";
import { requireBuildsOfLog } from "../../platform/views/other-logs.ts";
import { publicationTimes } from "../../platform/views/publication.ts";
import { completeBuild, createBuild, moveCheckpoint, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
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

test("what the views of a restored database hold is published anew, in the new log", async () => {
  const database = await databaseUntil(onTestFinished);
  await migrate(database, VIEW_MIGRATIONS);
  const view = declareView({ name: "catalogue", version: 1, handles: [], tables: {} });
  const old = await logIdOf(database);
  await createBuild(database, view, positionOf(old, 0n, 0n));
  await completeBuild(database, view);
  const from = await readCheckpoint(database, view);
  await moveCheckpoint(database, view, from, { ...from, position: positionOf(old, 0n, 7n) });
  await renewRestored(database);
  const renewed = await logIdOf(database);
  await requireBuildsOfLog(database, renewed);
  const held = [1n, 7n].map((place) => positionOf(renewed, 0n, place));
  const times = await publicationTimes(database, "catalogue", [...held, positionOf(renewed, 0n, 8n)]);
  expect(times).toEqual([expect.any(Date), expect.any(Date), undefined]);
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
