import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { facilityStream } from "../../contracts/events.ts";
import { readConfig } from "../../platform/config.ts";
import { migrate } from "../../platform/database/migrations.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { createBuild } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { silentWatches } from "../../test/watch.ts";
import { type ReplayProgress, replay, skipEvent } from "./replay.ts";
import { facilitiesView } from "./views/facilities/view.ts";

const BAD = "00000000-0000-5000-8000-00000000000b";
const database = await databaseUntil(afterAll);
let eventStore: EventStore;

beforeAll(async () => {
  await migrate(database, VIEW_MIGRATIONS);
  eventStore = await openPostgresEventStore(database);
});
afterAll(() => eventStore.close());

async function append(identifier: string, id: string, facility: unknown): Promise<void> {
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const data = Buffer.from(JSON.stringify({ facility }));
  const event = { id, type: "FacilityAdded", schemaVersion: 1, data, meta };
  await eventStore.append([{ stream: facilityStream(identifier), expected: "no-stream", events: [event] }]);
}

async function make({ again = false } = {}): Promise<Pick<ReplayProgress, "generation" | "state">[]> {
  const watchOf = silentWatches();
  const parts = { config: readConfig({}), log: silent, metrics: new Registry(), watchOf, database, eventStore };
  const options = { again, signal: new AbortController().signal, onProgress: () => undefined };
  const made = await replay(parts, ["facilities"], options);
  return made.map(({ generation, state }) => ({ generation, state }));
}

const identifiers = (generation: number) =>
  database.query(`select identifier from ${facilitiesView.build(generation).tables["facilities"]} order by identifier`);

test("a build that was interrupted goes on at the next call, even if another one is complete", async () => {
  await append("a", "00000000-0000-5000-8000-00000000000a", { identifier: "a" });
  expect(await make()).toEqual([{ generation: 1, state: "complete" }]);
  expect(await make()).toEqual([]);
  await createBuild(database, facilitiesView.build(2), eventStore.start);
  expect(await make()).toEqual([{ generation: 2, state: "complete" }]);
  expect(await make()).toEqual([]);
});

test("a build that is stopped at an event goes on as soon as the event is skipped, and later builds leave it out", async () => {
  await append("b", BAD, "not an object");
  await append("c", "00000000-0000-5000-8000-00000000000c", { identifier: "c" });
  expect(await make({ again: true })).toEqual([{ generation: 3, state: "stopped" }]);
  const skip = { event: BAD, reason: "sent by mistake", actor: "operator:anna" };
  expect(await skipEvent({ database, eventStore }, ["facilities"], skip)).toEqual(["facilities"]);
  expect(await make()).toEqual([{ generation: 3, state: "complete" }]);
  expect(await make({ again: true })).toEqual([{ generation: 4, state: "complete" }]);
  for (const generation of [3, 4]) {
    expect(await identifiers(generation)).toEqual([{ identifier: "a" }, { identifier: "c" }]);
  }
});

test("views of another log are built anew", async () => {
  await database.query("update view_builds set position = overlay(position placing 'another log.' from 1 for 13)");
  expect(await make()).toEqual([{ generation: 5, state: "complete" }]);
  expect(await identifiers(5)).toEqual([{ identifier: "a" }, { identifier: "c" }]);
});
