import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterAll, expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import type { Platform } from "../../platform/service.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { freshDatabase, silent } from "../../test/postgres.ts";
import { added, facilityAdded, facilityDeleted, poison, record, type ScriptedEvent } from "../../test/scripted-log.ts";
import { hourly, stationAdded } from "../../test/scripted-measurements.ts";
import { openProjector } from "./service.ts";

const fresh = await freshDatabase();
const database = await fresh.open();
const eventStore = await openPostgresEventStore(database);
const progress = await openViewProgress(database);
const platform: Platform = {
  config: readConfig({}),
  log: silent,
  metrics: new Registry(),
  database,
  eventStore,
  clock: () => new Date(),
  announce: () => {},
};
afterAll(async () => {
  await progress.close();
  await eventStore.close();
  await database.close();
  await fresh.drop();
});

async function append(...events: readonly ScriptedEvent[]): Promise<Position> {
  const streams = events.map(({ stream, ...event }) => ({
    stream,
    expected: "any" as const,
    events: [{ ...event, id: randomUUID() }],
  }));
  const result = await eventStore.append(streams);
  return result.outcome === "appended" ? result.position : expect.unreachable();
}

const patiently = { timeoutMs: 20_000 };
const registry = () => database.query("select identifier, document from facilities_v1 order by identifier");

test("the projector follows the log, says how its views are, and shows what is wrong with one", async () => {
  const projector = await openProjector(platform);
  const facility = { identifier: "0lym", name: "Jülich" };
  await append(facilityAdded(facility), facilityAdded({ identifier: "gone" }));
  const position = await append(facilityDeleted("gone"), added(record("a", { facility: { identifier: "0lym" } })));

  expect(await progress.waitFor(["catalogue", "facilities"], position, patiently)).toBe(true);
  expect(await registry()).toEqual([{ identifier: "0lym", document: JSON.stringify(facility) }]);
  const [row] = await database.query<{ document: string }>("select document from catalogue_v1 where pid = 'a'");
  expect(JSON.parse(row?.document ?? "")).toEqual(record("a", { facility }));
  await vi.waitFor(async () => {
    expect(await projector.health()).toMatchObject({
      "view catalogue": { state: "up", version: 1, view: "live", lagSeconds: 0 },
      "view facilities": { state: "up", version: 1, view: "live" },
    });
  }, patiently.timeoutMs);

  await append(poison("metadata-bad", "MetadataAdded"));
  await vi.waitFor(async () => {
    expect(await projector.health()).toMatchObject({
      "view catalogue": { state: "degraded", view: "stopped", event: { stream: "metadata-bad" } },
      "view facilities": { state: "up", view: "live" },
    });
  }, patiently.timeoutMs);
  await projector.close();
});

test("days of observations begin by the offset that is configured", async () => {
  const config = readConfig({ AIRLOG_UTC_OFFSET: "-03:30" });
  const projector = await openProjector({ ...platform, config, metrics: new Registry() });
  const midnight = Date.parse("2024-02-29T00:00:00-03:30") / 1000;
  const position = await append(stationAdded({ id: 17 }), hourly(38, midnight - 3600, [1, 2]));
  expect(await progress.waitFor(["stations", "observations"], position, patiently)).toBe(true);
  const days = await database.query("select day, sum from daily_means_v1 where series = 38 order by day");
  const day = Date.parse("2024-02-29") / 86_400_000;
  expect(days).toEqual([
    { day: day - 1, sum: 1 },
    { day, sum: 2 },
  ]);
  await projector.close();
});
