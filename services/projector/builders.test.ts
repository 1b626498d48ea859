import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { facilities } from "../../contracts/views/facilities.ts";
import { delay } from "../../platform/async/delay.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { comparePositions } from "../../platform/event-store/port.ts";
import { type Feed, LogEndsBefore } from "../../platform/feed/port.ts";
import { type Builds, watchBuilds } from "../../platform/views/builds.ts";
import { dropBuild } from "../../platform/views/drop.ts";
import {
  createBuild,
  markStopped,
  moveCheckpoint,
  readCheckpoint,
  registeredBuilds,
} from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { facilityAdded, ScriptedLog } from "../../test/scripted-log.ts";
import { Builders } from "./builders.ts";
import type { Follower } from "./follower.ts";
import { projectorMetrics } from "./metrics.ts";
import { facilitiesView } from "./views/facilities/view.ts";

const database = await databaseUntil(afterAll);
beforeAll(() => migrate(database, VIEW_MIGRATIONS));

const SECOND = facilities.build(2);

let log = new ScriptedLog();
/** Number of builders that projectors have begun. */
let begun = 0;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  for (const { schema } of [facilities, SECOND]) await database.query(`drop schema if exists ${schema} cascade`);
  await database.query("delete from view_builds; delete from dropped_builds; delete from view_leases");
  log = new ScriptedLog();
  begun = 0;
});

/** A projector of one view. */
async function startProjector(feed: Feed, follower?: Follower): Promise<Builds> {
  const builds = await watchBuilds({ database, eventStore: log });
  const metricsOf = projectorMetrics(new Registry());
  const builders = new Builders({
    ...{ views: [facilitiesView], builds, database, feed, log: silent },
    metricsOf: (build) => {
      begun++;
      return metricsOf(build);
    },
    followerOf: () => follower,
    isSkipped: async () => false,
  });
  builders.start();
  closing.push(async () => {
    await builders.close();
    await builds.close();
  });
  return builds;
}

const stateOfBuild = async () => (await registeredBuilds(database))[0];

test("projectors that can't follow the log don't restart each other, even with no event left to apply", async () => {
  let attempts = 0;
  const broken: Feed = {
    start: log.start,
    head: () => log.head(),
    subscribe() {
      attempts++;
      throw new Error(`the topic has another shape, attempt ${attempts}`);
    },
  };
  const hasStopped = (reason: string) =>
    vi.waitFor(async () => {
      const error = { reason: expect.stringContaining(reason) };
      expect(await stateOfBuild()).toMatchObject({ state: "stopped", error });
    }, 25_000);
  const first = await startProjector(broken);
  await hasStopped("another shape, attempt 1");
  const second = await startProjector(broken);
  await hasStopped("another shape, attempt 2");
  // A projector that has seen this change has acted on the earlier ones.
  const latest = { reason: "the latest change" };
  await markStopped(database, facilities, latest);
  for (const builds of [first, second]) {
    await vi.waitFor(() => expect(builds.of(facilities)).toMatchObject([{ state: "stopped", error: latest }]), 25_000);
  }
  expect({ begun, attempts }).toEqual({ begun: 2, attempts: 2 });
});

test("a view that stopped without an event goes on in every projector once one of them can follow the log", async () => {
  let isBroken = true;
  const healing: Feed = {
    start: log.start,
    head: () => log.head(),
    subscribe(...subscription) {
      if (isBroken) throw new Error("the topic has another shape");
      return log.subscribe(...subscription);
    },
  };
  await startProjector(healing);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ state: "stopped" }), 25_000);
  isBroken = false;
  await startProjector(healing);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ state: "live", error: null }), 25_000);
  await closing.pop()?.();
  const position = log.append(facilityAdded({ identifier: "0lym" }));
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ state: "live", position }), 25_000);
});

test("a view that is dropped while a projector runs is built again under another number", async () => {
  await startProjector(log);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ state: "live" }), 25_000);
  expect(await dropBuild(database, facilities, async () => {})).toBe(true);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ generation: 2, state: "live" }), 25_000);
});

test("a build that was not complete when the log was restored to an earlier moment is never served", async () => {
  await createBuild(database, facilities, log.start);
  const position = log.append(facilityAdded({ identifier: "lost" }));
  const checkpoint = await readCheckpoint(database, facilities);
  await moveCheckpoint(database, facilities, checkpoint, { ...checkpoint, position });
  log.clear();
  const head = vi.fn(() => log.head());
  const confirming: Feed = {
    ...{ start: log.start, head },
    async *subscribe({ signal }, { position }) {
      await delay(60_000, signal);
      yield { events: [], position };
    },
  };
  await startProjector(confirming);
  // Each attempt to complete the build asks for the head of the log while that is unknown.
  await vi.waitFor(() => expect(head.mock.calls.length).toBeGreaterThan(5), 25_000);
  expect(await stateOfBuild()).toMatchObject({ state: "building", complete: false });
});

test("a build whose follower is behind its tables counts as being made", async () => {
  const behind: Follower = {
    written: () => undefined,
    forget: () => undefined,
    committed: () => undefined,
    start: async () => undefined,
    hasReached: async () => false,
    health: () => ({ state: "up" }),
    close: async () => undefined,
  };
  const position = log.append(facilityAdded({ identifier: "0lym" }));
  const builds = await startProjector(log, behind);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ position }), 25_000);
  await database.query("update view_builds set updated_at = now() - interval '1 minute'");
  await vi.waitFor(async () => expect((await stateOfBuild())?.unmoved).toBeLessThan(5), 25_000);
  await vi.waitFor(() => expect(builds.areMade()).toBe(true), 5_000);
  expect(await stateOfBuild()).toMatchObject({ state: "building" });
});

test("a view with events that the restored log lacks is built anew under another number", async () => {
  log.append(facilityAdded({ identifier: "kept" }), facilityAdded({ identifier: "lost" }));
  await startProjector(log);
  await vi.waitFor(async () => expect(await stateOfBuild()).toMatchObject({ state: "live" }), 25_000);
  for (const close of closing.splice(0).reverse()) await close();
  log.clear();
  log.append(facilityAdded({ identifier: "kept" }));
  const restored: Feed = {
    start: log.start,
    head: () => log.head(),
    async *subscribe(subscription, from) {
      const head = await log.head();
      if (comparePositions(from.position, head) > 0) throw new LogEndsBefore(head);
      yield* log.subscribe(subscription, from);
    },
  };
  const builds = await startProjector(restored);
  await vi.waitFor(() => expect(builds.newest(facilities)).toBe(SECOND), 25_000);
  expect(await registeredBuilds(database)).toHaveLength(1);
  expect(await database.query(`select identifier from ${SECOND.tables.facilities}`)).toEqual([{ identifier: "kept" }]);
});
