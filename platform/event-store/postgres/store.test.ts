import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { anotherPool, databaseUntil, silent } from "../../../test/postgres.ts";
import { connectDatabase } from "../../database/connect.ts";
import type { Database, Statement } from "../../database/port.ts";
import { type EventStore, EventStoreUnavailable, type NewEvent } from "../port.ts";
import { openPostgresEventStore } from "./store.ts";

let database: Database;
beforeEach(async () => {
  database = await databaseUntil(onTestFinished);
});

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" };

function event(size = 10): NewEvent {
  const data = Buffer.from(JSON.stringify("x".repeat(size)));
  return { id: randomUUID(), type: "Noted", schemaVersion: 1, data, meta };
}

/** Wraps the database to record the size of each answer. */
function measured(answers: { rows: number; bytes: number }[]) {
  const query = async <Row extends object>(statement: Statement | string): Promise<Row[]> => {
    const rows = await database.query<Row & { data?: Buffer }>(statement);
    answers.push({ rows: rows.length, bytes: rows.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) });
    return rows;
  };
  return { ...database, query } satisfies Database;
}

async function followToEnd(store: EventStore): Promise<void> {
  const end = await store.head();
  for await (const { position } of store.follow(store.start, { signal: AbortSignal.timeout(20_000) })) {
    if (position === end) return;
  }
}

test("ten processes may open a new log at once, and it is one log", async () => {
  const databases = await Promise.all(Array.from({ length: 10 }, () => anotherPool(database)));
  const stores = await Promise.all(databases.map((each) => openPostgresEventStore(each)));
  expect(new Set(stores.map(({ start }) => start)).size).toBe(1);
  await Promise.all(databases.map((each) => each.close()));
});

test("only the content of the wanted event is read", async () => {
  const answers: { rows: number; bytes: number }[] = [];
  const store = await openPostgresEventStore(measured(answers));
  await store.append([{ stream: "large", expected: "any", events: Array.from({ length: 20 }, () => event(100_000)) }]);
  answers.length = 0;
  expect(await store.findLast("large", ({ revision }) => revision <= 2)).toMatchObject({ revision: 2 });
  expect(answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(100_002);
});

test("however long a stream or the log is, no answer of the server is large", async () => {
  const answers: { rows: number; bytes: number }[] = [];
  const store = await openPostgresEventStore(measured(answers));
  for (let n = 0; n < 5; n += 1) {
    await store.append([{ stream: "many", expected: "any", events: Array.from({ length: 700 }, () => event()) }]);
    await store.append([
      { stream: "large", expected: "any", events: Array.from({ length: 5 }, () => event(2 * 1024 * 1024)) },
    ]);
  }
  answers.length = 0;
  for await (const _ of store.read("many"));
  for await (const _ of store.read("large"));
  await followToEnd(store);
  expect(Math.max(...answers.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
  expect(Math.max(...answers.map(({ bytes }) => bytes))).toBeLessThan(11 * 1024 * 1024);
  await store.close();
});

test("the next page is read while the caller works on one, unless that ended the log", async () => {
  const answers: { rows: number; bytes: number }[] = [];
  const counted = measured(answers);
  const store = await openPostgresEventStore(counted);
  await store.append([{ stream: "notes", expected: "any", events: Array.from({ length: 24 }, () => event()) }]);
  // Transactions of other tests, in the same server, may delay the events until now.
  await followToEnd(store);
  answers.length = 0;
  const query = vi.spyOn(counted, "query");
  const stop = new AbortController();
  const following = store.follow(store.start, { signal: stop.signal, batchSize: 10 })[Symbol.asyncIterator]();
  const pages = () => answers.map(({ rows }) => rows);
  await following.next();
  await expect.poll(pages).toEqual([10, 10]);
  await following.next();
  await expect.poll(pages).toEqual([10, 10, 4]);
  const last = await following.next();
  expect(last.value.events).toHaveLength(4);
  expect(query).toHaveBeenCalledTimes(3);
  stop.abort();
  await store.close();
});

test("a follower wakes for an append of its own process without waiting for the next poll", async () => {
  const store = await openPostgresEventStore(database);
  const stop = new AbortController();
  const following = (async () => {
    for await (const batch of store.follow(store.start, { signal: stop.signal })) return batch.events.length;
    return 0;
  })();
  await store.append([{ stream: "notes", expected: "any", events: [event()] }]);
  expect(await following).toBe(1);
  await store.close();
});

test("an event that is committed after later ones is not skipped", async () => {
  const answers: { rows: number; bytes: number }[] = [];
  const store = await openPostgresEventStore(measured(answers));
  const other = anotherPool(database);
  const stop = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { events } of store.follow(store.start, { signal: stop.signal })) {
      seen.push(...events.map(({ stream }) => stream));
      if (seen.length === 3) stop.abort();
    }
  })();
  await other.transaction(async (transaction) => {
    await transaction.query(
      `insert into events (stream, version, event_id, type, schema_version, data, meta)
       values ('slow', 0, gen_random_uuid(), 'Noted', 1, '{}', '{}')`,
    );
    await store.append([{ stream: "fast-1", expected: "no-stream", events: [event()] }]);
    await store.append([{ stream: "fast-2", expected: "no-stream", events: [event()] }]);
    answers.length = 0;
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1), 10_000);
  });
  await following;
  expect(seen).toEqual(["slow", "fast-1", "fast-2"]);
  await other.close();
  await store.close();
});

test("a log that was dumped on another server is refused with an explanation", async () => {
  const store = await openPostgresEventStore(database);
  await store.append([{ stream: "notes", expected: "any", events: [event()] }]);
  await store.close();
  await database.query("update events set tx = '1000000000000'");
  await expect(openPostgresEventStore(database)).rejects.toThrow(/another PostgreSQL server.*export and import/);
});

test("the age of the oldest writing transaction is known", async () => {
  const store = await openPostgresEventStore(database);
  expect(await store.oldestTransaction()).toBeLessThan(60);
  await database.transaction(async (transaction) => {
    await transaction.query("create table held (n int)");
    expect(await store.oldestTransaction()).toBeGreaterThan(0);
  });
  await store.close();
});

describe("a failure of the store", () => {
  test("is reported when the server can't be reached", async () => {
    const store = await openPostgresEventStore(database);
    const lost = connectDatabase({ connectionString: "postgres://nobody@127.0.0.1:1/none" }, { logger: silent });
    await expect(openPostgresEventStore(lost)).rejects.toThrow(EventStoreUnavailable);
    await lost.close();
    await store.close();
  });

  test("is a caller's mistake when a stream is named twice or gets nothing", async () => {
    const store = await openPostgresEventStore(database);
    const twice = { stream: "notes", expected: "any" as const, events: [event()] };
    await expect(store.append([twice, { ...twice, events: [event()] }])).rejects.toThrow(RangeError);
    await expect(store.append([{ stream: "notes", expected: "any", events: [] }])).rejects.toThrow(RangeError);
    await store.close();
  });
});

test("a backlog is counted among the next events only, however few of them have its types", async () => {
  const store = await openPostgresEventStore(database);
  await database.query(`insert into events (stream, version, event_id, type, schema_version, data, meta, recorded_at)
    select 'others', n, gen_random_uuid(), 'Other', 1, '{}', '{}', now() - interval '1 hour'
    from generate_series(0, 9999) as n`);
  await store.append([{ stream: "noted", expected: "no-stream", events: [event()] }]);
  expect((await store.backlog(store.start, ["Other"])).events).toBe(10_000);
  // Events behind so many others are not counted, but the seconds still show a large backlog.
  const { events, seconds } = await store.backlog(store.start, ["Noted"]);
  expect(events).toBe(0);
  expect(seconds).toBeGreaterThan(3_500);
});
