import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { endLeases, takeLease, withLease } from "./lease.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(() => database.query("delete from view_leases"));

const view = { name: "catalogue", version: 1 };
const never = new AbortController().signal;
/** Long enough to be renewed on a machine that stalls for a second. */
const lease = (durationMs = 1_500) => ({ holder: randomUUID(), durationMs });

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}

test("one holder at a time works on a view", async () => {
  let working = 0;
  let max = 0;
  const work = async () => {
    working += 1;
    max = Math.max(max, working);
    await sleep(20);
    working -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLease(database, view, never, work, lease())));
  expect(max).toBe(1);
});

test("leases of two versions of a view are independent", async () => {
  await withLease(
    database,
    view,
    never,
    () => withLease(database, { ...view, version: 2 }, never, async () => {}, lease()),
    lease(),
  );
});

test("a lease is renewed beyond its duration", async () => {
  let second = false;
  const [first] = await Promise.all([
    withLease(
      database,
      view,
      never,
      async (signal) => {
        await sleep(2_500);
        expect(signal.aborted).toBe(false);
        expect(second).toBe(false);
      },
      lease(),
    ),
    sleep(50).then(() =>
      withLease(
        database,
        view,
        never,
        async () => {
          second = true;
        },
        lease(),
      ),
    ),
  ]);
  expect(first).toBeUndefined();
  expect(second).toBe(true);
});

test("the lease of a dead holder expires", async () => {
  await database.query({
    text: "insert into view_leases values ('catalogue', 1, $1, clock_timestamp() + interval '0.2 s')",
    values: [randomUUID()],
  });
  let worked = false;
  await withLease(
    database,
    view,
    never,
    async () => {
      worked = true;
    },
    lease(),
  );
  expect(worked).toBe(true);
});

test("a lease that was taken before the clock was set back does not hold", async () => {
  await database.query({
    text: "insert into view_leases values ('catalogue', 1, $1, clock_timestamp() + interval '1 day')",
    values: [randomUUID()],
  });
  expect(await takeLease(database, view, randomUUID(), 1_500)).toBe(true);
  expect(await takeLease(database, view, randomUUID(), 1_500)).toBe(false);
});

test("work is aborted when the lease has another holder", async () => {
  await withLease(
    database,
    view,
    never,
    async (signal) => {
      await database.query({ text: "update view_leases set holder = $1", values: [randomUUID()] });
      await aborted(signal);
    },
    lease(300),
  );
  expect(await database.query("select 1 from view_leases")).toHaveLength(1);
});

test("a wait for the lease ends when the signal aborts", async () => {
  const closing = new AbortController();
  await withLease(
    database,
    view,
    never,
    async () => {
      const waiting = withLease(database, view, closing.signal, () => expect.unreachable(), lease());
      closing.abort();
      await waiting;
    },
    lease(),
  );
});

test("a writer that is the only one can end the lease of a killed process", async () => {
  await database.query({
    text: "insert into view_leases values ('catalogue', 1, $1, clock_timestamp() + interval '4 min')",
    values: [randomUUID()],
  });
  await endLeases(database);
  let worked = false;
  await withLease(
    database,
    view,
    never,
    async () => {
      worked = true;
    },
    lease(),
  );
  expect(worked).toBe(true);
});
