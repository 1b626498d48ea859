import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { stationStream } from "../../contracts/measurement-events.ts";
import { stations } from "../../contracts/views/stations.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { EventStore, NewEvent } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { releaseLease, takeLease } from "../../platform/views/lease.ts";
import {
  completeBuild,
  createBuild,
  readCheckpoint,
  registeredBuilds,
  SCRATCH,
} from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { sqlViews } from "./service.ts";
import { applyOrSkip, recordSkip, skipsIn } from "./skips.ts";
import { ComparisonGivenUp, dropKilledComparisons, verifyView } from "./verify.ts";
import { ViewWriter } from "./writer.ts";

const database = await databaseUntil(afterAll);
const view = sqlViews(60).stations;
const never = new AbortController().signal;
let eventStore: EventStore;

const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
const added = (id: number): NewEvent => ({
  ...{ id: `00000000-0000-5000-8000-${String(id).padStart(12, "0")}`, type: "StationAdded", schemaVersion: 1, meta },
  data: Buffer.from(JSON.stringify({ station: { id, name: `Station ${id}` } })),
});
const append = (ids: readonly number[]) =>
  eventStore.append(ids.map((id) => ({ stream: stationStream(id), expected: "no-stream", events: [added(id)] })));
const verify = () => verifyView("stations", view, { database, eventStore, signal: never });

/** Applies what the log has to the first build. */
async function project(): Promise<void> {
  const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
  const head = await eventStore.head();
  const enough = new AbortController();
  const options = { types: view.handles, signal: enough.signal };
  for await (const batch of eventStore.follow(writer.checkpoint.position, options)) {
    await applyOrSkip(writer, batch, { isSkipped: (event) => skipsIn(eventStore)(view.name, event), signal: never });
    if (batch.position >= head) enough.abort();
  }
}

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  eventStore = await openPostgresEventStore(database);
  await createBuild(database, view, eventStore.start);
  await append(Array.from({ length: 50 }, (_, n) => n + 1));
});
afterAll(() => eventStore.close());

test("a view without a complete build can't be compared", async () => {
  expect(await verify()).toBeUndefined();
});

test("a build that matches the log has no differences, even behind the head of the log", async () => {
  await project();
  await completeBuild(database, view);
  await append([51, 52]);
  expect(await verify()).toEqual({ generation: 1, count: 0, rows: [] });
  expect((await registeredBuilds(database)).map(({ generation }) => generation)).toEqual([1]);
  const text = "select 1 from pg_namespace where nspname = $1";
  expect(await database.query({ text, values: [view.build(SCRATCH).schema] })).toEqual([]);
});

test("progress reports the compared rows and their share of all", async () => {
  const onCompared = vi.fn();
  await verifyView("stations", view, { database, eventStore, signal: never, onCompared });
  expect(onCompared).toHaveBeenLastCalledWith(50, 1);
});

test("rows that were changed, removed and added are named by their keys", async () => {
  await database.query(`
    create table undamaged as select * from ${stations.tables.stations};
    update ${stations.tables.stations} set document = '{}' where id = 7;
    delete from ${stations.tables.stations} where id = 8;
    insert into ${stations.tables.stations} (id, document, change_seq, deleted, created, changed)
      values (900, '{}', 900, false, gen_random_uuid(), gen_random_uuid())`);
  const table = "stations";
  expect(await verify()).toEqual({
    generation: 1,
    count: 3,
    rows: [
      { table, key: { id: 7 }, state: "differs" },
      { table, key: { id: 8 }, state: "missing" },
      { table, key: { id: 900 }, state: "surplus" },
    ],
  });
});

test("while events are applied to the build, it is compared as it stands at one of them", async () => {
  await database.query(`
    truncate ${stations.tables.stations};
    insert into ${stations.tables.stations} select * from undamaged`);
  let isOver = false;
  const writing = (async () => {
    for (let id = 100; !isOver; id++) {
      await append([id]);
      await project();
    }
  })();
  for (let round = 0; round < 3; round++) expect(await verify()).toMatchObject({ count: 0 });
  isOver = true;
  await writing;
});

test("an event that is left out of the view is left out of the comparison", async () => {
  const bad = { ...added(900), data: Buffer.from(JSON.stringify({ station: "not an object" })) };
  await eventStore.append([{ stream: stationStream(900), expected: "no-stream", events: [bad] }]);
  await recordSkip(eventStore, { event: bad.id, views: ["stations"], reason: "sent by mistake" }, "operator:anna");
  await append([901]);
  await project();
  expect(await verify()).toMatchObject({ count: 0 });
});

/** Lets the test end the time for which a comparison may hold the build still. */
function lockedTime(): { pass: () => void } {
  let end = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    end = new AbortController();
    return end.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return { pass: () => end.abort() };
}

test("the compared build is unlocked when the missing events take long, and compared later", async () => {
  const time = lockedTime();
  let isFirst = true;
  let whileLocked = 0;
  const slow = {
    ...{ start: eventStore.start, read: eventStore.read.bind(eventStore) },
    follow: async function* (...[position, options]: Parameters<EventStore["follow"]>) {
      for await (const batch of eventStore.follow(position, isFirst ? options : { ...options, batchSize: 1 })) {
        yield batch;
        if (!isFirst && options.batchSize === 10 && ++whileLocked === 3) time.pass();
      }
      if (!isFirst) return;
      isFirst = false;
      await append(Array.from({ length: 100 }, (_, n) => 1_000_000 + n));
      await project();
    },
  };
  const parts = { database, eventStore: slow, signal: never, pauseMs: 0 };
  expect(await verifyView("stations", view, parts)).toMatchObject({ count: 0 });
  expect(whileLocked).toBe(3);
});

/** A log whose view advances by a number of events, one by default, whenever a comparison has caught up with it. */
function growing(whileLocked: () => Promise<void>, grows = () => 1): Pick<EventStore, "start" | "follow" | "read"> {
  return {
    ...{ start: eventStore.start, read: eventStore.read.bind(eventStore) },
    follow: async function* (...[position, options]: Parameters<EventStore["follow"]>) {
      yield* eventStore.follow(position, options);
      if (options.batchSize === 10) return whileLocked();
      await append(Array.from({ length: grows() }, () => nextId++));
      await project();
    },
  };
}
let nextId = 2_000_000;

test("a build whose last missing event was applied when the time was up is compared", async () => {
  const time = lockedTime();
  const whileLocked = vi.fn(async () => time.pass());
  // Another attempt would take longer than the test may.
  const parts = { database, eventStore: growing(whileLocked), signal: never, pauseMs: 60_000 };
  expect(await verifyView("stations", view, parts)).toMatchObject({ count: 0 });
  expect(whileLocked).toHaveBeenCalledOnce();
});

const givenUp = new ComparisonGivenUp(
  "stations can't be compared while so many events are written. Repeat it when fewer are.",
);

test("a build that goes on faster than it can be followed is given up after 30 attempts", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  onTestFinished(() => timeout.mockRestore());
  const whileLocked = vi.fn(async () => undefined);
  const parts = { database, eventStore: growing(whileLocked), signal: never, pauseMs: 0 };
  await expect(verifyView("stations", view, parts)).rejects.toThrow(givenUp);
  expect(whileLocked).toHaveBeenCalledTimes(30);
});

test("a build that goes on as fast as its events are applied is given up while it is caught up with", async () => {
  await append(Array.from({ length: 300 }, () => nextId++));
  await project();
  const grows = vi.fn(() => {
    if (grows.mock.calls.length > 40) throw new Error("it is caught up with for ever");
    return 201;
  });
  const parts = { database, eventStore: growing(vi.fn(), grows), signal: never };
  await expect(verifyView("stations", view, parts)).rejects.toThrow(givenUp);
  // The first round has all events of the log; the second one has fewer, and the 30 after it as many.
  expect(grows).toHaveBeenCalledTimes(32);
});

test("a build that goes on more slowly than its events are applied is caught up with, in however many rounds", async () => {
  let next = 220;
  const grows = () => (next > 205 ? next-- : 1);
  const parts = { database, eventStore: growing(async () => undefined, grows), signal: never };
  expect(await verifyView("stations", view, parts)).toMatchObject({ count: 0 });
});

test("a comparison that is interrupted finds nothing", async () => {
  const interrupted = { database, eventStore, signal: AbortSignal.abort() };
  await expect(verifyView("stations", view, interrupted)).rejects.toThrow("aborted");
});

test("two comparisons at once take their turns", async () => {
  const alone = await verify();
  expect(await Promise.all([verify(), verify()])).toEqual([alone, alone]);
});

test("the remains of a killed comparison are dropped, but not the tables of a running one", async () => {
  const aside = view.build(SCRATCH);
  const isThere = async () => {
    const text = "select 1 from pg_namespace where nspname = $1";
    return (await database.query({ text, values: [aside.schema] })).length > 0;
  };
  await createBuild(database, aside, eventStore.start);
  const key = { name: "stations compared", version: view.version };
  const [running, next] = [randomUUID(), randomUUID()];
  expect(await takeLease(database, key, running, 60_000)).toBe(true);
  await dropKilledComparisons(database, [view]);
  expect(await isThere()).toBe(true);
  await releaseLease(database, key, running);
  await dropKilledComparisons(database, [view]);
  expect(await isThere()).toBe(false);
  expect(await takeLease(database, key, next, 1)).toBe(true);
});
