import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { facilities } from "../../contracts/views/facilities.ts";
import { VIEWS } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { viewsHealth } from "../../platform/views/health.ts";
import { completeBuild, createBuild } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { eventStoreWith } from "../../test/doubles/event-store.ts";
import { positionOf } from "../../test/position.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { measureViewLag } from "./metrics.ts";
import { sqlViews } from "./service.ts";

const place = (number: number) => positionOf(`0123456789ab.${String(number).padStart(6, "0")}`);

test("health and metrics show the same lags of the served builds", async () => {
  const database = await databaseUntil(onTestFinished);
  await migrate(database, VIEW_MIGRATIONS);
  const views = Object.values(sqlViews(0));
  for (const [at, view] of views.entries()) {
    await createBuild(database, view, place(at));
    await completeBuild(database, view);
  }
  await createBuild(database, facilities.build(2), place(0));
  const head = place(views.length - 1);
  const eventStore = eventStoreWith({
    head: async () => head,
    // Another lag for each place and each view.
    backlog: async (position: Position, types: readonly string[]) => {
      const events = views.length - 1 - Number(position.split(".")[1]);
      return { events, seconds: events && 1_000 * events + types.join().length };
    },
  });
  const registry = new Registry();
  measureViewLag(registry, database, eventStore, views);
  const exposed = (await registry.metrics()).split("\n");
  const health = Object.entries(await viewsHealth(Object.values(VIEWS), database, eventStore)());
  const told = health.map(([component, { version, generation, lagSeconds }]) => {
    const view = component.replace("view ", "");
    return `airlog_view_lag_seconds{view="${view}",version="${version}",generation="${generation}"} ${lagSeconds}`;
  });
  expect(told).toHaveLength(views.length);
  expect(exposed).toEqual(expect.arrayContaining(told));
});
