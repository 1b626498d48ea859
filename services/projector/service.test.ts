import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterAll, expect, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import { observations } from "../../contracts/views/observations.ts";
import { VIEWS } from "../../contracts/views.ts";
import { readConfig } from "../../platform/config.ts";
import { engineWatches } from "../../platform/engine-watch.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import type { Platform } from "../../platform/lifecycle/service.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { StartFailure } from "../../platform/start-failure.ts";
import { viewsHealth } from "../../platform/views/health.ts";
import { openViewProgress } from "../../platform/views/progress.ts";
import { RefusingBroker } from "../../test/doubles/refusing-broker.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { added, facilityAdded, facilityDeleted, poison, record, type ScriptedEvent } from "../../test/scripted-log.ts";
import { hourly, stationAdded } from "../../test/scripted-measurements.ts";
import { silentWatches } from "../../test/watch.ts";
import { openProjector } from "./service.ts";

const database = await databaseUntil(afterAll);
const eventStore = await openPostgresEventStore(database);
const progress = await openViewProgress(database, silent);
const platform: Platform = {
  config: readConfig({}),
  log: silent,
  metrics: new Registry(),
  watchOf: silentWatches(),
  database,
  eventStore,
  clock: () => new Date(),
  writtenVersions: () => ({}),
};
afterAll(async () => {
  await progress.close();
  await eventStore.close();
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

const patiently = { by: "a test", timeoutMs: 20_000 };
const registry = () =>
  database.query(
    `select identifier, document from ${facilities.tables.facilities} where not deleted order by identifier`,
  );

test("the projector follows the log, and shows the state of its views and the error of one", async () => {
  const projector = await openProjector(platform);
  const facility = { identifier: "0lym", name: "Jülich" };
  await append(facilityAdded(facility), facilityAdded({ identifier: "gone" }));
  const position = await append(facilityDeleted("gone"), added(record("a", { facility: { identifier: "0lym" } })));

  expect(await progress.waitFor(["catalogue", "facilities"], position, patiently)).toBe(true);
  expect(await registry()).toEqual([{ identifier: "0lym", document: JSON.stringify(facility) }]);
  const [document] = await new TableSource(database, catalogue).documents(["a"]);
  expect(JSON.parse(String(document))).toEqual(record("a", { facility }));
  await vi.waitFor(async () => {
    expect(await viewsHealth(Object.values(VIEWS), database, eventStore)()).toMatchObject({
      "view catalogue": { state: "up", version: catalogue.version, view: "live", lagSeconds: 0 },
      "view facilities": { state: "up", version: facilities.version, view: "live" },
    });
  }, patiently.timeoutMs);

  await append(poison("metadata-bad", "MetadataAdded"));
  await vi.waitFor(async () => {
    expect(await viewsHealth(Object.values(VIEWS), database, eventStore)()).toMatchObject({
      "view catalogue": { state: "degraded", view: "stopped", event: { stream: "metadata-bad" } },
      "view facilities": { state: "up", view: "live" },
    });
  }, patiently.timeoutMs);
  const exposed = await platform.metrics.metrics();
  expect(exposed).toContain('airlog_view_lag_events{view="catalogue",version="3",generation="1"} 1\n');
  expect(exposed).toContain('airlog_view_lag_events{view="facilities",version="2",generation="1"} 0\n');
  expect(exposed).toContain('airlog_view_lag_seconds{view="facilities",version="2",generation="1"} 0\n');
  expect(exposed).toMatch(/airlog_view_lag_seconds\{view="catalogue",version="3",generation="1"\} [\d.]+\n/);
  await projector.close();
});

test("days of observations begin by the offset that is configured", async () => {
  const config = readConfig({ AIRLOG_UTC_OFFSET: "-03:30" });
  const projector = await openProjector({ ...platform, config, metrics: new Registry() });
  const midnight = Date.parse("2024-02-29T00:00:00-03:30") / 1000;
  const position = await append(stationAdded({ id: 17, name: "Manglerud" }), hourly(38, midnight - 3600, [1, 2]));
  expect(await progress.waitFor(["stations", "observations"], position, patiently)).toBe(true);
  const days = await database.query(
    `select day, sum from ${observations.tables.daily_means} where series = 38 order by day`,
  );
  const day = Date.parse("2024-02-29") / 86_400_000;
  expect(days).toEqual([
    { day: day - 1, sum: 1 },
    { day, sum: 2 },
  ]);
  await projector.close();
});

const credentials = {
  KAFKA_SASL_MECHANISM: "plain",
  KAFKA_SASL_USERNAME: "airlog",
  KAFKA_SASL_PASSWORD: "a-wrong-secret",
};

test("the metrics show how far Kafka is behind the log, and how often it failed", async () => {
  const metrics = new Registry();
  // A broker that refuses connections after the start: an absent one is retried for seconds before it counts as failed.
  const broker = await RefusingBroker.start({ accepted: 1 });
  const config = readConfig({ KAFKA_BROKERS: broker.address, ...credentials });
  const projector = await openProjector({ ...platform, config, metrics, watchOf: engineWatches(silent, metrics) });
  const before = await eventStore.backlog(eventStore.start, ["FacilityAdded"]);
  expect(before.events).toBeGreaterThan(0);
  await vi.waitFor(async () => {
    const exposed = await metrics.metrics();
    expect(exposed).toMatch(/airlog_relay_lag_events\{topic="airlog\.catalogue"\} [1-9]\d*\n/);
    expect(exposed).toMatch(/airlog_relay_lag_seconds\{topic="airlog\.catalogue"\} [\d.]+\n/);
    expect(exposed).toMatch(/airlog_relay_lag_events\{topic="airlog\.measurements"\} \d+\n/);
    expect(exposed).toMatch(/airlog_engine_errors_total\{engine="kafka"\} [1-9]/);
  }, patiently.timeoutMs);
  await vi.waitFor(async () => {
    expect(await projector.health()).toMatchObject({
      kafka: { state: "degraded", relay: "failing" },
    });
  }, patiently.timeoutMs);
  await projector.close();
  await broker.close();
});

test("a start reports a Kafka that refuses the password, with the variable to look at", async () => {
  const broker = await RefusingBroker.start();
  const config = readConfig({ KAFKA_BROKERS: broker.address, ...credentials });
  const starting = openProjector({ ...platform, config, metrics: new Registry() });
  await expect(starting).rejects.toBeInstanceOf(StartFailure);
  await expect(starting).rejects.toThrow(
    /^KAFKA_BROKERS: Kafka at 127\.0\.0\.1:\d+ can't be used: it refuses our user/,
  );
  await broker.close();
});
