import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { declareView, type View } from "../../contracts/views/declaration.ts";
import { agePublication } from "../../test/aged-publication.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { publicationClock, publicationTimes, withdrawPublication } from "./publication.ts";
import { createBuild, moveCheckpoint, readCheckpoint, replaceBuild } from "./registry.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
const first = declareView({ name: "catalogue", version: 1, handles: [], tables: {} });
const second = first.build(2);
const at = (place: number) => positionOf(`p${String(place).padStart(9, "0")}`);

beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(async () => {
  await database.query("delete from view_builds; delete from publication");
  for (const { schema } of [first, second]) await database.query(`drop schema if exists ${schema} cascade`);
  for (const build of [first, second]) await createBuild(database, build, at(0));
});

async function move(build: View, to: number): Promise<void> {
  const from = await readCheckpoint(database, build);
  await moveCheckpoint(database, build, from, { ...from, position: at(to) });
}

const age = (seconds: number) => agePublication(database, seconds);

async function clock(): Promise<number> {
  const [row] = await database.query<{ now: Date }>("select date_trunc('second', clock_timestamp()) as now");
  return row?.now.getTime() ?? Number.NaN;
}

const times = async (...places: readonly number[]) =>
  (await publicationTimes(database, "catalogue", places.map(at))).map((time) => time?.getTime());

test("a change is published when the first build reaches it, whatever follows it does", async () => {
  const before = await clock();
  await move(first, 2);
  expect(await times(3)).toEqual([undefined]);
  await age(100);
  await move(second, 2);
  await move(first, 3);
  const [one, two, three] = await times(1, 2, 3);
  expect(one).toBe(two);
  expect(two).toBeLessThanOrEqual((await clock()) - 100_000);
  expect(three).toBeGreaterThanOrEqual(before);
});

test("changes that lie far apart have the time of their own row each", async () => {
  for (let place = 1; place <= 30; place++) {
    await move(first, place);
    await age(10);
  }
  const all = await times(...Array.from({ length: 30 }, (_, index) => index + 1));
  expect(new Set(all).size).toBe(30);
  expect(await times(29, 2, 31, 12, 2)).toEqual([all[28], all[1], undefined, all[11], all[1]]);
});

test("the time of a single change takes one query", async () => {
  await move(first, 1);
  const query = vi.spyOn(database, "query");
  try {
    await times(1);
    expect(query).toHaveBeenCalledTimes(1);
  } finally {
    query.mockRestore();
  }
});

test("a build that is ahead publishes, though another one is served", async () => {
  await move(first, 2);
  await age(100);
  await move(second, 5);
  await age(100);
  await move(first, 4);
  const [two, four, five] = await times(2, 4, 5);
  expect(four).toBe(five);
  expect(Number(five) - Number(two)).toBeGreaterThanOrEqual(100_000);
});

test("a clock that is set back publishes nothing before what was published", async () => {
  await move(first, 1);
  await age(-3600);
  await move(first, 2);
  const [one, two] = await times(1, 2);
  expect(two).toBe(one);
});

test("an answer's time is the clock, and where that was set back, what was published last", async () => {
  const [before, none, after] = [await clock(), await publicationClock(database, ["catalogue"]), await clock()];
  expect(none.getTime()).toBeGreaterThanOrEqual(before);
  expect(none.getTime()).toBeLessThan(after + 1_000);
  await move(first, 1);
  await age(100);
  const later = await clock();
  expect((await publicationClock(database, ["catalogue"])).getTime()).toBeGreaterThanOrEqual(later);
  await age(-3700);
  const now = await publicationClock(database, ["facilities", "catalogue"]);
  expect(now.getTime()).toBe((await times(1))[0]);
  await move(first, 2);
  expect((await times(2))[0]).toBe(now.getTime());
});

test("positions beyond the head of a shorter log are published anew", async () => {
  await move(first, 3);
  await age(100);
  await move(second, 5);
  await age(100);
  await replaceBuild(database, second, at(0), at(3));
  expect(await times(5)).toEqual([undefined]);
  await move(first, 5);
  const [three, five] = await times(3, 5);
  expect(Number(five) - Number(three)).toBeGreaterThanOrEqual(100_000);
});

test("what a log keeps that lost its end stays published, also where a later position was published with it", async () => {
  await move(first, 2);
  await age(100);
  await move(first, 5);
  const before = await times(2, 4);
  await withdrawPublication(database, "catalogue", at(4));
  expect(await times(2, 4)).toEqual(before);
  expect(await times(5)).toEqual([undefined]);
});

test("a row a second at most", async () => {
  const begin = await clock();
  for (let place = 1; place <= 20; place++) await move(place % 2 ? first : second, place);
  const seconds = ((await clock()) - begin) / 1000 + 1;
  const rows = await database.query("select 1 from publication");
  expect(rows.length).toBeLessThanOrEqual(seconds);
  expect((await times(20))[0]).toBeGreaterThanOrEqual(begin);
});

/** What happens at once: a build moves on, time passes, or a reader takes the clock, and then the head of the log. */
const step = fc.oneof(
  fc.record({ build: fc.constantFrom(first, second), by: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ seconds: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ reads: fc.constant(true) }),
);

test("time rises with the position, and nothing that a reader lacks was published before it asked", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
      await database.query("delete from view_builds; delete from publication");
      for (const { schema } of [first, second]) await database.query(`drop schema if exists ${schema} cascade`);
      for (const build of [first, second]) await createBuild(database, build, at(0));
      const reached = new Map<View, number>();
      const readers: { asked: number; readonly head: number }[] = [];
      for (const round of rounds) {
        const passing = round.reduce((sum, each) => sum + ("seconds" in each ? each.seconds : 0), 0);
        await age(passing);
        for (const reader of readers) reader.asked -= passing * 1000;
        const head = Math.max(0, ...reached.values());
        if (round.some((each) => "reads" in each)) readers.push({ asked: await clock(), head });
        const moves = new Map<View, number>();
        for (const each of round) if ("build" in each) moves.set(each.build, (moves.get(each.build) ?? 0) + each.by);
        await Promise.all(
          [...moves].map(([build, by]) => {
            reached.set(build, (reached.get(build) ?? 0) + by);
            return move(build, reached.get(build) ?? 0);
          }),
        );
      }
      const head = Math.max(0, ...reached.values());
      const found = await times(...Array.from({ length: head }, (_, index) => index + 1));
      expect(found).not.toContain(undefined);
      expect(found).toEqual([...found].sort((a, b) => Number(a) - Number(b)));
      for (const { asked, head: had } of readers)
        for (const time of found.slice(had)) expect(time).toBeGreaterThanOrEqual(asked);
    }),
    { seed: 1, numRuns: 30 },
  );
});
