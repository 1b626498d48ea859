import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { declareView, type View } from "../../contracts/views/declaration.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { dropBuild, dropRemains } from "./drop.ts";
import { listBuilds } from "./listing.ts";
import {
  completeBuild,
  createBuild,
  moveCheckpoint,
  nextGenerations,
  noteReadBuilds,
  readCheckpoint,
  registeredBuilds,
  replaceBuild,
} from "./registry.ts";
import { type BuildId, VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
const one = declareView({
  name: "catalogue",
  version: 1,
  handles: [],
  tables: { records: "(id int) partition by range (id)", others: "(id int)" },
});
const again = one.build(2);
const third = one.build(3);
const older = declareView({ name: "catalogue", version: 0, handles: [], tables: { records: "(id int)" } });
const start = positionOf("p0");

let indexesDropped: BuildId[] = [];
const dropIndex = async (build: BuildId) => {
  indexesDropped.push(build);
};

beforeAll(() => migrate(database, VIEW_MIGRATIONS));
beforeEach(async () => {
  indexesDropped = [];
  for (const { schema } of [one, again, third, one.build(4), older])
    await database.query(`drop schema if exists ${schema} cascade`);
  await database.query("delete from view_builds; delete from dropped_builds; delete from view_readers");
  for (const build of [one, again]) {
    await createBuild(database, build, start);
    await database.query(`create table ${build.schema}.part partition of ${build.tables.records} default`);
  }
});

async function move(build: View, to: string): Promise<void> {
  const from = await readCheckpoint(database, build);
  await moveCheckpoint(database, build, from, { ...from, position: positionOf(to) });
}

async function read(build: View, ahead = "0 s"): Promise<void> {
  await database.query({
    text: `insert into view_readers (reader, name, version, generation, position, seen)
      values (gen_random_uuid(), $1, $2, $3, $4, clock_timestamp() + $5::interval)`,
    values: [build.name, build.version, build.generation, start, ahead],
  });
}

const complete = async () => (await registeredBuilds(database)).map((build) => build.complete);

test("a build is complete once it is as far as the complete ones, and not before", async () => {
  await move(one, "p1");
  expect(await completeBuild(database, one)).toBe(true);
  expect(await completeBuild(database, again)).toBe(false);
  expect(await complete()).toEqual([true, false]);
  await move(again, "p1");
  expect(await completeBuild(database, again)).toBe(true);
  expect(await complete()).toEqual([true, true]);
});

test("a process that read a build before the clock was set back and ended reads it no more", async () => {
  await read(one, "1 day");
  expect(await registeredBuilds(database)).toMatchObject([{ readers: 0 }, { readers: 0 }]);
});

test("the time that a build is kept begins anew where it began before the clock was set back", async () => {
  await database.query(
    "update view_builds set served_at = now() + interval '1 y', updated_at = now() + interval '1 y'",
  );
  await noteReadBuilds(database);
  for (const { served, unused } of await registeredBuilds(database)) {
    expect(served).toBeGreaterThanOrEqual(0);
    expect(unused).toBeGreaterThanOrEqual(0);
  }
});

test("a build that nobody has read before the clock was set back counts as one that nobody has read", async () => {
  await database.query("update view_builds set updated_at = now() + interval '1 y'");
  await noteReadBuilds(database);
  expect(await registeredBuilds(database)).toMatchObject([{ served: null }, { served: null }]);
});

test("builds move apart from each other", async () => {
  await move(again, "p3");
  expect((await readCheckpoint(database, one)).position).toBe(start);
  expect((await readCheckpoint(database, again)).position).toBe("p3");
});

test("release 0.1.0 sees the first build of a version alone", async () => {
  await move(one, "p1");
  await move(again, "p2");
  const seen = "select name, version, position from views where name = 'catalogue' and version = 1 for update";
  expect(await database.query(seen)).toEqual([{ name: "catalogue", version: 1, position: "p1" }]);
  await database.query("update views set position = 'p5', state = 'live' where name = 'catalogue' and version = 1");
  expect((await readCheckpoint(database, one)).position).toBe("p5");
  expect((await readCheckpoint(database, again)).position).toBe("p2");
});

test("a build beyond the head of the log is replaced by one from its start, and all others beyond it are served no more", async () => {
  await move(one, "p8");
  await move(again, "p9");
  for (const build of [one, again]) await completeBuild(database, build);
  await createBuild(database, older, positionOf("p8"));
  await read(again);
  await replaceBuild(database, again, start, positionOf("p3"));
  expect(await registeredBuilds(database)).toMatchObject([
    { version: 1, generation: 3, complete: false, position: start },
  ]);
  expect(await database.query(`select * from ${third.tables.records}`)).toEqual([]);
  await expect(replaceBuild(database, again, start, positionOf("p3"))).rejects.toThrow("is not registered");
});

test("a build beyond the head of the log goes, and none is made, where another one of its version lies within it", async () => {
  await move(one, "p2");
  await move(again, "p9");
  for (const build of [one, again]) await completeBuild(database, build);
  await replaceBuild(database, again, start, positionOf("p3"));
  expect(await registeredBuilds(database)).toMatchObject([{ version: 1, generation: 1, complete: true }]);
});

test("a build is dropped with all its tables, unless a process reads it", async () => {
  await read(again);
  expect(await dropBuild(database, again, dropIndex)).toBe(false);
  expect(await dropBuild(database, one, dropIndex)).toBe(true);
  expect(await registeredBuilds(database)).toMatchObject([{ generation: 2, readers: 1 }]);
  const schemas = "select nspname as name from pg_namespace where nspname like 'catalogue%'";
  expect(await database.query(schemas)).toEqual([{ name: again.schema }]);
  expect(indexesDropped).toEqual([expect.objectContaining({ name: "catalogue", version: 1, generation: 1 })]);
});

test("the number of a build is not given again, whether it was dropped or lay beyond the log", async () => {
  const next = async (build: View) => (await nextGenerations(database))(build);
  expect([await next(one), await next(older)]).toEqual([3, 1]);
  for (const build of [one, again]) await dropBuild(database, build, dropIndex);
  expect(await next(one)).toBe(3);
  await createBuild(database, third, positionOf("p9"));
  await replaceBuild(database, third, start, positionOf("p3"));
  expect(await registeredBuilds(database)).toMatchObject([{ generation: 4 }]);
});

test("a build whose index can't be deleted just now is not served, and goes later with its index", async () => {
  const failing = () => Promise.reject(new Error("Elasticsearch is away"));
  await createBuild(database, older, start);
  for (const build of [older, one]) {
    await expect(dropBuild(database, build, failing)).rejects.toThrow("Elasticsearch is away");
  }
  expect(await registeredBuilds(database)).toMatchObject([{ generation: 2 }]);
  const failingForOne = (build: BuildId) => (build.version === one.version ? failing() : dropIndex(build));
  await expect(dropRemains(database, [one], failingForOne)).rejects.toThrow("Elasticsearch is away");
  expect(indexesDropped).toEqual([{ name: "catalogue", version: 0, generation: 1 }]);
  indexesDropped = [];
  await dropRemains(database, [one], dropIndex);
  expect(indexesDropped).toEqual([{ name: "catalogue", version: 1, generation: 1 }]);
  await dropRemains(database, [one], dropIndex);
  expect(indexesDropped).toHaveLength(1);
});

test("what an interrupted drop left behind goes, and nothing else", async () => {
  await database.query("delete from view_builds where generation = 1; create schema catalogue_of_others");
  await dropRemains(database, [one], dropIndex);
  const schemas = "select nspname as name from pg_namespace where nspname like 'catalogue%' order by 1";
  expect(await database.query(schemas)).toEqual([{ name: "catalogue_of_others" }, { name: again.schema }]);
  await database.query("drop schema catalogue_of_others");
});

test("a build that is made while the tables of one of its number are dropped keeps its own", async () => {
  await database.query("delete from view_builds where generation = 1");
  let dropping = Promise.resolve();
  await database.transaction(async (reader) => {
    await reader.query(`select 1 from ${one.tables.others}`);
    dropping = dropRemains(database, [one], dropIndex);
    await expect.poll(() => indexesDropped).toHaveLength(1);
    const text = "insert into view_builds (name, version, position, state) values ('catalogue', 1, $1, 'building')";
    await database.query({ text, values: [start] });
  });
  await dropping;
  expect(await database.query(`select * from ${one.tables.others}`)).toEqual([]);
});

test("builds are listed with their states and sizes", async () => {
  await database.query(
    `insert into ${one.tables.records} values (1), (2); insert into ${one.tables.others} values (3)`,
  );
  const listed = async () =>
    (await listBuilds(database, start, [one])).map(({ generation, state, rows }) => [generation, state, rows]);
  expect(await listed()).toEqual([
    [1, "building", 3],
    [2, "building", 0],
  ]);
  for (const build of [one, again]) await completeBuild(database, build);
  expect(await listed()).toEqual([
    [1, "old", 3],
    [2, "complete", 0],
  ]);
  await read(one);
  await read(again);
  expect((await listed()).map(([, state]) => state)).toEqual(["live", "live"]);
  const [first] = await listBuilds(database, start, [one]);
  expect(first).toMatchObject({ view: "catalogue", version: 1, bytes: expect.any(Number), position: start });
  expect(first?.bytes).toBeGreaterThan(8_000);
});
