import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../test/postgres.ts";
import { migrate } from "./migrations.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test("ten that migrate at once run each step once", async () => {
  const steps = [
    { name: "a-1", sql: "create table a (n int); insert into a values (1)" },
    { name: "a-2", sql: "insert into a values (2)" },
  ];
  const databases = await Promise.all(Array.from({ length: 10 }, () => fresh.open()));
  await Promise.all(databases.map((database) => migrate(database, steps)));
  expect(await databases[0]?.query("select n from a order by n")).toEqual([{ n: 1 }, { n: 2 }]);
  await Promise.all(databases.map((database) => database.close()));
});

test("steps of several owners live side by side, and a failed run leaves nothing", async () => {
  const database = await fresh.open();
  const broken = [
    { name: "b-1", sql: "create table b (n int)" },
    { name: "b-2", sql: "insert into nowhere values (1)" },
  ];
  await expect(migrate(database, broken)).rejects.toMatchObject({ code: "42P01" });
  await migrate(database, broken.slice(0, 1));
  expect(await database.query("select * from b")).toEqual([]);
  await database.close();
});
