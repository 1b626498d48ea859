import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import type { Database } from "../../platform/database/port.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import { comparePositions, type EventStore, type Position } from "../../platform/event-store/port.ts";
import { registeredBuilds } from "../../platform/views/registry.ts";
import { KnownTimes } from "../changes/known-times.ts";
import { type Engines, type ObtainedEngines, obtainEngines } from "../end-to-end/engines.ts";
import { type FreshDatabase, freshDatabase } from "../postgres.ts";
import { added, deleted, facilityAdded, facilityUpdated, record, type ScriptedEvent } from "../scripted-log.ts";
import { SpawnedService } from "../spawned-service.ts";
import { eventStoreDouble, kafkaAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

const KILLS = Number(process.env["KILLS"] ?? 6);

/** The views of a killed projector go on within this time. */
const TAKE_OVER_MS = 10_000;

describe("projectors that read the event store", () => killedProjectors());

describeWithEngine("kafka", "projectors that are fed by Kafka", (brokers) => killedProjectors(kafkaAt(brokers)));

describe("projectors that read EventStoreDB's double", () => killedProjectors(eventStoreDouble, Math.ceil(KILLS / 3)));

function killedProjectors(obtain: Engines = obtainEngines, kills = KILLS): void {
  let engines: ObtainedEngines;
  let fresh: FreshDatabase;
  let database: Database;
  let eventStore: EventStore;
  let folder: string;
  let children: SpawnedService[];
  /** Of the events, in their order. */
  let positions: Position[];
  let known: KnownTimes;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "airlog-projectors-"));
    fresh = await freshDatabase();
    database = await fresh.open();
    engines = await obtain();
    eventStore = await openEventStore({ url: engines.variables["EVENTSTORE_URL"], database });
    children = [];
    positions = [];
    known = new KnownTimes(database, ["catalogue", "facilities"]);
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await eventStore.close();
    await engines.close(eventStore.logId);
    await database.close();
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<SpawnedService> {
    const child = await SpawnedService.start(
      {
        PORT: "0",
        AIRLOG_DATA: folder,
        AIRLOG_LOG_LEVEL: "warn",
        DATABASE_URL: fresh.url,
        ...engines.variables,
      },
      "projector",
    );
    children.push(child);
    return child;
  }

  async function append(event: ScriptedEvent): Promise<Position> {
    const appended = await eventStore.append([
      { stream: event.stream, expected: "any", events: [{ ...event, id: randomUUID() }] },
    ]);
    if (appended.outcome !== "appended") return expect.unreachable();
    positions.push(appended.position);
    return appended.position;
  }

  async function reached(position: Position, timeout = 60_000): Promise<void> {
    await vi.waitFor(
      async () => {
        const views = await registeredBuilds(database);
        expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(["catalogue", "facilities"]));
        for (const view of views) expect(comparePositions(view.position, position)).toBeGreaterThanOrEqual(0);
      },
      { timeout, interval: 50 },
    );
  }

  test("apply every event once although they are killed repeatedly", { timeout: 300_000 }, async () => {
    const running = [await start(), await start()];
    const written = write();
    for (let killed = 0; killed < kills; killed++) {
      await sleep(700 + ((killed * 397) % 1_500));
      const victim = killed % running.length;
      await running[victim]?.kill();
      running[victim] = await start();
      await known.look([...positions]);
    }
    stopped = true;
    const { position, pids, changes } = await written;
    await reached(position);
    await known.look([...positions]);
    const rows = await database.query<{ pid: string }>(
      `select pid from ${catalogue.tables.records} where not deleted order by pid`,
    );
    expect(rows.map(({ pid }) => pid)).toEqual([...pids].sort());
    const [view] = await database.query<{ sequence: number }>(
      "select sequence::int as sequence from views where name = 'catalogue'",
    );
    // One change for every record that an event touches, however often the event was delivered.
    expect(view?.sequence).toBe(changes);
    const registry = await database.query<{ document: string }>(
      `select document from ${facilities.tables.facilities} where not deleted`,
    );
    expect(registry.map(({ document }) => JSON.parse(document).identifier)).toEqual(["0lym"]);
  });

  test("take over the views of one that was killed", async () => {
    const first = await start();
    await reached(await append(facilityAdded({ identifier: "0lym" })));
    await known.look([...positions]);
    await start();
    await first.kill();
    await reached(await append(added(record("after"))), TAKE_OVER_MS);
    await known.look([...positions]);
    await reached(await append(facilityUpdated({ identifier: "0lym", name: "Jülich" })), TAKE_OVER_MS);
    await known.look([...positions]);
    const rows = await database.query(`select pid from ${catalogue.tables.records}`);
    expect(rows).toEqual([{ pid: "after" }]);
  });

  let stopped = false;
  async function write(): Promise<{ position: Position; pids: Set<string>; changes: number }> {
    stopped = false;
    const pids = new Set<string>();
    let changes = 0;
    let position = await append(facilityAdded({ identifier: "0lym", name: "Jülich" }));
    for (let round = 0; !stopped; round++) {
      const pid = `pid-${round}`;
      position = await append(added(record(pid, round % 3 === 0 ? { facility: { identifier: "0lym" } } : {})));
      pids.add(pid);
      changes += 1;
      if (round % 10 === 9) {
        position = await append(deleted(`pid-${round - 4}`));
        pids.delete(`pid-${round - 4}`);
        changes += 1;
      }
      if (round % 50 === 49) {
        position = await append(facilityUpdated({ identifier: "0lym", name: `Jülich ${round}` }));
        changes += [...pids].filter((each) => Number(each.slice(4)) % 3 === 0).length;
      }
      await sleep(5);
    }
    return { position, pids, changes };
  }
}
