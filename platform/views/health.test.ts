import { expect, onTestFinished, test, vi } from "vitest";
import { facilities } from "../../contracts/views/facilities.ts";
import { databaseWith } from "../../test/doubles/database.ts";
import { eventStoreWith } from "../../test/doubles/event-store.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import { viewsHealth } from "./health.ts";
import { completeBuild, createBuild } from "./registry.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";

const place = (number: number) => positionOf(`0123456789ab.${String(number).padStart(6, "0")}`);

/** The health of a live view, the rest of whose log has this lag; undefined where the view is at its head. */
async function healthAt(seconds: number | undefined) {
  const database = await databaseUntil(onTestFinished);
  await migrate(database, VIEW_MIGRATIONS);
  await createBuild(database, facilities, place(1));
  await completeBuild(database, facilities);
  // It has not moved for long.
  await database.query("update view_builds set updated_at = now() - interval '1 day'");
  const rest = seconds !== undefined && { backlog: async () => ({ events: seconds === 0 ? 0 : 1, seconds }) };
  const head = async () => place(seconds === undefined ? 1 : 2);
  return viewsHealth([facilities], database, eventStoreWith({ head, ...rest }))();
}

test.each([
  ["has applied all there is", undefined, "up"],
  ["has only events of other views before it", 0, "up"],
  ["is some seconds behind", 60, "up"],
  ["is more than a minute behind", 61, "degraded"],
])("a view that %s", async (_, seconds, state) => {
  expect(await healthAt(seconds)).toMatchObject({
    "view facilities": { state, view: "live", lagSeconds: seconds ?? 0 },
  });
});

test("a view of which another build is made says so, and tells of the one that is served", async () => {
  const database = await databaseUntil(onTestFinished);
  await migrate(database, VIEW_MIGRATIONS);
  await createBuild(database, facilities, place(2));
  await completeBuild(database, facilities);
  await createBuild(database, facilities.build(2), place(1));
  const health = viewsHealth([facilities], database, eventStoreWith({ head: async () => place(2) }));
  expect(await health()).toEqual({
    "view facilities": expect.objectContaining({
      ...{ state: "degraded", view: "live", generation: 1, lagSeconds: 0 },
      rebuilding: { generation: 2, view: "building", done: expect.any(Number) },
    }),
  });
});

test("the views are looked at once a second at most", async () => {
  const database = databaseWith({ query: async () => [] });
  const head = vi.fn(async () => place(1));
  const health = viewsHealth([facilities], database, eventStoreWith({ head }));
  expect(await health()).toEqual(await health());
  expect(head).toHaveBeenCalledOnce();
  await vi.waitFor(
    async () => {
      await health();
      expect(head).toHaveBeenCalledTimes(2);
    },
    { timeout: 5_000 },
  );
});

test("a database that does not answer leaves the state unknown, and is asked nothing more meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const query = vi.fn(() => new Promise<never>(() => {}));
  const health = viewsHealth([facilities], databaseWith({ query }), eventStoreWith({ head: async () => place(1) }));
  for (let look = 0; look < 2; look++) {
    const looking = health();
    // Before the answer as a whole is late.
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await looking).toEqual({
      "view facilities": { state: "degraded", reason: "not known: no answer in time" },
    });
  }
  expect(query).toHaveBeenCalledOnce();
});
