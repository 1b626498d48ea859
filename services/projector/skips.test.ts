import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { facilityStream, SKIPPED_EVENTS_STREAM } from "../../contracts/events.ts";
import type { ViewName } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { directFeed } from "../../platform/feed/open.ts";
import { type Builds, watchBuilds } from "../../platform/views/builds.ts";
import { createBuild, registeredBuilds } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { Builders } from "./builders.ts";
import { projectorMetrics } from "./metrics.ts";
import { skipEvent } from "./replay.ts";
import { skipsIn } from "./skips.ts";
import { facilitiesView } from "./views/facilities/view.ts";

const BAD = "00000000-0000-5000-8000-00000000000b";
const database = await databaseUntil(afterAll);
const metrics = new Registry();
const metricsOf = projectorMetrics(metrics);
let eventStore: EventStore;
let builds: Builds;
let builders: Builders;

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  eventStore = await openPostgresEventStore(database);
  builds = await watchBuilds({ database, eventStore });
  builders = new Builders({
    ...{ views: [facilitiesView], builds, database, feed: directFeed(eventStore), log: silent, metricsOf },
    ...{ followerOf: () => undefined, isSkipped: skipsIn(eventStore) },
  });
});
afterAll(async () => {
  await builds.close();
  await builders.close();
  await eventStore.close();
});

async function append(identifier: string, id: string, data: unknown, schemaVersion = 1): Promise<void> {
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const event = { id, type: "FacilityAdded", schemaVersion, data: Buffer.from(JSON.stringify(data)), meta };
  await eventStore.append([{ stream: facilityStream(identifier), expected: "no-stream", events: [event] }]);
}

const states = async () =>
  (await registeredBuilds(database)).map(({ generation, state, complete }) => ({ generation, state, complete }));
const skip = (names: readonly ViewName[], event = BAD) =>
  skipEvent({ database, eventStore }, names, { event, reason: "sent by mistake", actor: "operator:anna" });

test("a view that is stopped at an event goes on without it, also in later builds", async () => {
  await append("a", "00000000-0000-5000-8000-00000000000a", { facility: { identifier: "a" } });
  await append("b", BAD, { facility: "not an object" });
  await append("c", "00000000-0000-5000-8000-00000000000c", { facility: { identifier: "c" } });
  builders.start();
  await vi.waitFor(async () => expect(await states()).toMatchObject([{ state: "stopped" }]), { timeout: 10_000 });
  expect(await skip(["catalogue"])).toEqual([]);
  expect(await skip(["facilities"], "00000000-0000-5000-8000-00000000000a")).toEqual([]);
  expect(await skip(["catalogue", "facilities"])).toEqual(["facilities"]);
  const live = { state: "live", complete: true };
  await vi.waitFor(async () => expect(await states()).toMatchObject([live]), { timeout: 10_000 });
  const rows = await database.query(
    `select identifier from ${facilitiesView.tables["facilities"]} order by identifier`,
  );
  expect(rows).toEqual([{ identifier: "a" }, { identifier: "c" }]);
  const decisions = [];
  for await (const { data, meta } of eventStore.read(SKIPPED_EVENTS_STREAM)) {
    decisions.push({ ...JSON.parse(Buffer.from(data).toString()), actor: meta.actor });
  }
  const views = ["facilities"];
  expect(decisions).toEqual([{ event: BAD, views, reason: "sent by mistake", actor: "operator:anna" }]);

  await createBuild(database, facilitiesView.build(2), eventStore.start);
  await database.query("delete from view_builds where generation = 1");
  await vi.waitFor(async () => expect(await states()).toMatchObject([{ generation: 2, ...live }]), { timeout: 10_000 });
  const reported = async () =>
    (await metrics.getSingleMetric("airlog_view_state")?.get())?.values.map(({ labels }) => labels["generation"]);
  await vi.waitFor(async () => expect(new Set(await reported())).toEqual(new Set(["2"])), { timeout: 10_000 });
});

test("an event that a later release has written stops a view as needing newer code, and is never left out", async () => {
  const id = "00000000-0000-5000-8000-00000000000d";
  await append("d", id, { facility: { identifier: "d" } }, 99);
  const stopped = [{ state: "stopped", error: { code: "needs-newer-code", event: { id } } }];
  await vi.waitFor(async () => expect(await registeredBuilds(database)).toMatchObject(stopped), { timeout: 10_000 });
  expect(await skip(["facilities"], id)).toEqual([]);
});
