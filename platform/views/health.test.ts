import { expect, onTestFinished, test } from "vitest";
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
  return viewsHealth([facilities], database, eventStoreWith({ head, ...rest }));
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

test("a database that does not answer leaves the state unknown, in seconds", async () => {
  const database = databaseWith({ query: () => new Promise(() => {}) });
  const health = await viewsHealth([facilities], database, eventStoreWith({ head: async () => place(1) }));
  expect(health).toEqual({ "view facilities": { state: "degraded", reason: "not known: no answer in time" } });
});
