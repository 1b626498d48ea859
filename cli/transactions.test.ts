import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { folderUntil } from "../test/folder.ts";
import { oldestTransactionDuring } from "../test/oldest-transaction.ts";
import { databaseUntil, silent } from "../test/postgres.ts";

/** A log that keeps the commands busy for several seconds. */
const [STREAMS, EVENTS_EACH] = [4_000, 5];

const file = join(folderUntil(afterAll), "log.ndjson");
const dataFolder = join(folderUntil(afterAll), "data");

async function command(name: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  await promisify(execFile)(process.execPath, ["dist/cli/main.js", name, ...words], { env });
}

const urlOf = ({ connection }: Database) => ({ DATABASE_URL: connection.connectionString });

beforeAll(async () => {
  const database = await databaseUntil(afterAll);
  const eventStore = await openPostgresEventStore(database);
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const event = () => {
    const data = Buffer.from(JSON.stringify({ pid: "p", padding: "x".repeat(1_000) }));
    return { id: randomUUID(), type: "MetadataDeleted", schemaVersion: 1, data, meta };
  };
  for (let first = 0; first < STREAMS; first += 200) {
    const streams = Array.from({ length: 200 }, (_, n) => ({
      stream: `metadata-r${first + n}`,
      expected: "no-stream" as const,
      events: Array.from({ length: EVENTS_EACH }, event),
    }));
    await eventStore.append(streams);
  }
  await eventStore.close();
  await command("export", [file], urlOf(database));
}, 120_000);

test("an import makes no transaction that lasts a second", async () => {
  const database = await databaseUntil(afterAll);
  const importing = () => command("import", [file], urlOf(database));
  const oldest = await oldestTransactionDuring(database, importing);
  expect(oldest).toBeGreaterThan(0);
  expect(oldest).toBeLessThan(1);
  const [found] = await database.query<{ count: number }>("select count(*)::int as count from events");
  expect(found?.count).toBe(STREAMS * EVENTS_EACH);
}, 120_000);

test("a backup makes no transaction that lasts a second", async () => {
  await command("import", [file], { AIRLOG_DATA: dataFolder });
  const database = await openDatabase({ dataFolder, logger: silent });
  try {
    const backingUp = () => command("backup", [join(folderUntil(afterAll), "backup")], { AIRLOG_DATA: dataFolder });
    expect(await oldestTransactionDuring(database, backingUp)).toBeLessThan(1);
  } finally {
    await database.close();
  }
}, 240_000);

test("a backup fails if the configured signing key is missing", async () => {
  const environment = { AIRLOG_DATA: dataFolder, AIRLOG_SIGNING_KEY_FILE: join(dataFolder, "none.pem") };
  const backingUp = command("backup", [join(folderUntil(afterAll), "backup")], environment);
  await expect(backingUp).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("which is not there") });
}, 60_000);
