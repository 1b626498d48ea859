import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { ReadPace, readSlowdown } from "./read-pace.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
let areMade: boolean;

beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(async () => {
  areMade = false;
  await database.query("delete from read_pace");
  await database.query("delete from usual_read_times");
});

async function processThatReads(): Promise<ReadPace> {
  const pace = await ReadPace.open(database, { areMade: () => areMade });
  onTestFinished(() => pace.close());
  return pace;
}

function read(pace: ReadPace, route: string, milliseconds: number, times = 100): void {
  for (let count = 0; count < times; count++) pace.observe(route, milliseconds);
}

const told = () => vi.waitFor(async () => expect(await readSlowdown(database)).toBeDefined(), { timeout: 3_000 });

test("the process whose reads are slowed down most counts", async () => {
  const [one, other] = [await processThatReads(), await processThatReads()];
  read(one, "/record", 2);
  read(one, "/search", 20);
  read(other, "/record", 2);
  areMade = true;
  read(one, "/record", 4);
  read(one, "/search", 30);
  read(other, "/record", 2);
  await told();
  await vi.waitFor(async () => expect(await readSlowdown(database)).toBeCloseTo((4 + 30) / (2 + 20)));
});

test("one read that takes very long counts as ten", async () => {
  const pace = await processThatReads();
  read(pace, "/means", 1);
  areMade = true;
  read(pace, "/means", 1, 90);
  read(pace, "/means", 60_000, 1);
  await told();
  expect(await readSlowdown(database)).toBeCloseTo((90 + 10) / 91);
});

test("what a process told before the clock was set back does not count", async () => {
  await database.query("insert into read_pace values (gen_random_uuid(), 9, clock_timestamp() + interval '1 day')");
  expect(await readSlowdown(database)).toBeUndefined();
  const pace = await processThatReads();
  areMade = true;
  read(pace, "/record", 2);
  await told();
  expect(await database.query("select 1 from read_pace")).toHaveLength(1);
});

test("nothing is told while no build is made, or nobody reads", async () => {
  const pace = await processThatReads();
  read(pace, "/record", 2);
  read(pace, "/record", 20);
  areMade = true;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await readSlowdown(database)).toBeUndefined();
});

test("a process that starts while a build is made knows the usual times of those before it", async () => {
  const before = await processThatReads();
  read(before, "/record", 2);
  await before.close();
  areMade = true;
  read(await processThatReads(), "/record", 6);
  await told();
  expect(await readSlowdown(database)).toBeCloseTo(3);
});

test("usual times are kept while the process goes on", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  read(await processThatReads(), "/record", 2);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  const kept = () => database.query("select route, round(mean_ms) as mean_ms from usual_read_times");
  await vi.waitFor(async () => expect(await kept()).toEqual([{ route: "/record", mean_ms: 2 }]));
});

test("slow reads of a build are not taken for the usual ones where those are not known", async () => {
  areMade = true;
  const pace = await processThatReads();
  read(pace, "/record", 20);
  await told();
  expect(await readSlowdown(database)).toBe(1.5);
  areMade = false;
  read(pace, "/record", 2);
  areMade = true;
  read(pace, "/record", 20);
  await vi.waitFor(async () => expect(await readSlowdown(database)).toBeCloseTo(10), { timeout: 3_000 });
});

test("while only routes are read whose usual times are not known, earlier slow reads do not count", async () => {
  const pace = await processThatReads();
  read(pace, "/record", 2);
  areMade = true;
  read(pace, "/record", 10);
  await told();
  expect(await readSlowdown(database)).toBeCloseTo(5);
  const unknown = async () => {
    read(pace, "/means", 10, 1);
    expect(await readSlowdown(database)).toBe(1.5);
  };
  await vi.waitFor(unknown, { timeout: 6_000 });
});

test("one read every two seconds whose usual time is known counts between those of other routes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const pace = await processThatReads();
  read(pace, "/record", 2);
  areMade = true;
  for (let second = 0; second < 6; second++) {
    if (second % 2 === 0) read(pace, "/record", 10, 1);
    read(pace, "/means", 10, 1);
    await database.query("delete from read_pace");
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => readSlowdown(database)).toBeDefined();
    expect(await readSlowdown(database)).toBeCloseTo(5);
  }
});

test("closing does not wait for a database that hangs", async () => {
  const query = vi.spyOn(database, "query");
  onTestFinished(() => query.mockRestore());
  const pace = await ReadPace.open(database, { areMade: () => areMade });
  read(pace, "/record", 2);
  query.mockReturnValue(new Promise(() => undefined));
  await pace.close();
  expect(query).toHaveBeenLastCalledWith(expect.objectContaining({ name: "keep-usual-read-times" }));
});
