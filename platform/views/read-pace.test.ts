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
});

function processThatReads(): ReadPace {
  const pace = new ReadPace(database, { areMade: () => areMade });
  onTestFinished(() => pace.close());
  return pace;
}

function read(pace: ReadPace, route: string, milliseconds: number, times = 100): void {
  for (let count = 0; count < times; count++) pace.observe(route, milliseconds);
}

const told = () => vi.waitFor(async () => expect(await readSlowdown(database)).toBeDefined(), { timeout: 3_000 });

test("the process whose reads are slowed down most counts", async () => {
  const [one, other] = [processThatReads(), processThatReads()];
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
  const pace = processThatReads();
  read(pace, "/means", 1);
  areMade = true;
  read(pace, "/means", 1, 90);
  read(pace, "/means", 60_000, 1);
  await told();
  expect(await readSlowdown(database)).toBeCloseTo((90 + 10) / 91);
});

test("nothing is told while no build is made, nobody reads, or the usual time is not known", async () => {
  const [one, other] = [processThatReads(), processThatReads()];
  read(one, "/record", 2);
  read(one, "/record", 20);
  areMade = true;
  read(other, "/record", 2, 20);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await readSlowdown(database)).toBeUndefined();
});
