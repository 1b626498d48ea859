import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { declareView, type View } from "../../contracts/views/declaration.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { watchBuilds } from "./builds.ts";
import { completeBuild, createBuild, markStopped, moveCheckpoint, readCheckpoint } from "./registry.ts";
import { BUILDS_CHANNEL, VIEW_MIGRATIONS } from "./schema.ts";

const database = await databaseUntil(afterAll);
const declared = (version: number) => declareView({ name: "catalogue", version, handles: [], tables: {} });
const [old, next] = [declared(1), declared(2)];
const at = (place: number) => positionOf(`log.${place.toString(16).padStart(32, "0")}`);

beforeEach(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  await database.query("delete from view_builds");
  for (const { schema } of [old, next]) await database.query(`drop schema if exists ${schema}`);
});

async function move(build: View, place: number): Promise<void> {
  const from = await readCheckpoint(database, build);
  await moveCheckpoint(database, build, from, { ...from, position: at(place) });
  database.notify(BUILDS_CHANNEL);
}

async function watched() {
  const builds = await watchBuilds({ database, eventStore: { head: async () => at(100) } });
  onTestFinished(() => builds.close());
  return builds;
}

test("a build is served once it is complete, and before it is told how far it is", async () => {
  await createBuild(database, next, at(25));
  const builds = await watched();
  expect(builds.newest(next)).toBeUndefined();
  expect(builds.progress(next)).toEqual({ view: "catalogue", version: 2, done: 0.25 });
  await completeBuild(database, next);
  await expect.poll(() => builds.newest(next)?.schema).toBe(next.schema);
  expect(builds.progress(next)).toBeUndefined();
});

test("a complete build that nobody fed is served once it has what the others had", async () => {
  await createBuild(database, old, at(0));
  await createBuild(database, next, at(0));
  for (const build of [old, next]) await completeBuild(database, build);
  await move(old, 50);
  const builds = await watched();
  expect(builds.newest(old)?.schema).toBe(old.schema);
  expect(builds.newest(next)).toBeUndefined();
  await move(old, 60);
  await move(next, 50);
  await expect.poll(() => builds.newest(next)?.schema).toBe(next.schema);
});

test("a complete build that is stopped is served as it is", async () => {
  await createBuild(database, old, at(50));
  await createBuild(database, next, at(50));
  for (const build of [old, next]) await completeBuild(database, build);
  await move(old, 60);
  await markStopped(database, next, { reason: "poison" });
  expect((await watched()).newest(next)?.schema).toBe(next.schema);
});
