import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { metadataStream } from "../../contracts/events.ts";
import { decodeDay } from "../../contracts/observation-day.ts";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import { observations } from "../../contracts/views/observations.ts";
import { stations } from "../../contracts/views/stations.ts";
import { uvForecast } from "../../contracts/views/uv-forecast.ts";
import { readConfig } from "../../platform/config.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { type Database, DatabaseUnavailable } from "../../platform/database/port.ts";
import { type EventStore, EventStoreUnavailable, type Position } from "../../platform/event-store/port.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { createBuild, readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { sqlViews } from "../../services/projector/service.ts";
import type { SqlView } from "../../services/projector/view.ts";
import { ViewWriter } from "../../services/projector/writer.ts";
import { type FreshDatabase, freshDatabase } from "../postgres.ts";
import type { Promised } from "./client.ts";
import type { SystemUnderTest } from "./operator.ts";

/** Views with the default UTC offset, by which days begin. */
const VIEWS = Object.values(sqlViews(readConfig({}).utcOffset));
const TABLES = [
  [catalogue.tables.records, "pid"],
  [catalogue.tables.facilities, "identifier"],
  [facilities.tables.facilities, "identifier"],
  [stations.tables.stations, "id"],
  [stations.tables.time_series, "id"],
  [observations.tables.days, "series, day"],
  [observations.tables.daily_means, "series, day"],
  [observations.tables.period_means, "series, kind, start"],
  [observations.tables.newest, "series"],
  [uvForecast.tables.forecasts, "number"],
  [uvForecast.tables.fields, "number, content, field, step"],
] as const;

/**
 * Checks a system after a kill: its log has every acknowledged event once, and its views equal a replay of the log, row by
 * row.
 */
export async function inspect(system: SystemUnderTest, promised: Promised, replay: Replay): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await inspectOnce(system, promised, replay);
    } catch (error) {
      // After a kill the database is unavailable until it has recovered.
      const isUnavailable = error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable;
      if (!isUnavailable || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function inspectOnce(system: SystemUnderTest, promised: Promised, replay: Replay): Promise<void> {
  const database = await system.database();
  let eventStore: EventStore | undefined;
  try {
    eventStore = await system.eventStore(database);
    await expectEvents(eventStore, promised);
    await replay.catchUp(eventStore);
    await viewsAtHead(database, eventStore, system);
    for (const [table, key] of TABLES) {
      const statement = `select * from ${table} order by ${key}`;
      expectSame(await database.query(statement), await replay.database.query(statement), table);
    }
    for (const view of VIEWS) {
      const { sequence, cursor } = await readCheckpoint(database, view);
      expect({ sequence, cursor }).toEqual({ sequence: await replay.sequence(view), cursor: null });
    }
    await expectContent(database, promised);
    await expectObservations(database, promised);
    await expectSearchable(system, promised, await eventStore.head());
  } finally {
    await eventStore?.close();
    await database.close();
  }
}

async function expectEvents(eventStore: EventStore, promised: Promised): Promise<void> {
  const head = await eventStore.head();
  const found = new Map<string, number>();
  const reached = new AbortController();
  for await (const { events, position } of eventStore.follow(eventStore.start, { signal: reached.signal })) {
    for (const { stream } of events) found.set(stream, (found.get(stream) ?? 0) + 1);
    if (position >= head) reached.abort();
  }
  expectSame(Object.fromEntries(found), Object.fromEntries(promised.events), "events of each stream");
}

async function viewsAtHead(database: Database, eventStore: EventStore, system: SystemUnderTest): Promise<void> {
  const deadline = performance.now() + 30_000;
  const head = await eventStore.head();
  for (const view of VIEWS) {
    while ((await readCheckpoint(database, view)).position < head) {
      if (performance.now() > deadline) throw new Error(`${view.name} does not move: ${system.log}`);
      await sleep(10);
    }
  }
}

async function expectContent(database: Database, promised: Promised): Promise<void> {
  const rows = await database.query<{ pid: string }>(
    `select pid from ${catalogue.tables.records} where not deleted order by pid`,
  );
  const pids = rows.map(({ pid }) => pid);
  expectSame([...pids].sort(), [...promised.records.keys()].sort(), "records");
  const documents = await new TableSource(database, catalogue).documents(pids);
  for (const [index, pid] of pids.entries()) {
    const expected = promised.records.get(pid);
    const facility = promised.facilities.get(String(expected?.facility?.identifier));
    expectSame(JSON.parse(String(documents[index])), { ...expected, facility }, metadataStream(pid));
  }
}

/** Exactly the acknowledged values are stored, and each is counted once in the means of its day. */
async function expectObservations(database: Database, promised: Promised): Promise<void> {
  const rows = await database.query<{ series: number; day: number; values: Buffer; flags: Buffer }>(
    `select series, day, values, flags from ${observations.tables.days} order by series, day`,
  );
  const days = rows.map(({ series, day, values, flags }) => ({ series, day, ...decodeDay(values, flags) }));
  const found = days.flatMap(({ series, day, values }) =>
    [...values].map((value, hour) => [`${series} ${day * 24 + hour}`, value] as const),
  );
  expectSame(new Map(found.filter(([, value]) => !Number.isNaN(value))), promised.values, "values");
  const means = days.map(({ series, day, values }) => {
    const held = [...values].filter((value) => !Number.isNaN(value));
    // The values are whole numbers, so the order of addition does not matter.
    return { series, day, count: held.length, sum: held.reduce((sum, value) => sum + value, 0) };
  });
  const stored = `select series, day, count, sum from ${observations.tables.daily_means} where stored > 0 order by series, day`;
  expectSame(await database.query(stored), means, "daily means");
}

/** The search index has as many records as were acknowledged. */
async function expectSearchable(system: SystemUnderTest, promised: Promised, head: Position): Promise<void> {
  const request = {
    method: "POST",
    body: { search: { size: 0, query: { match_all: {} } } },
    headers: { "Min-Event-Position": head },
  };
  const deadline = performance.now() + 60_000;
  let answer = await system.send("/api/metadata/search", request);
  while (answer.status === 503 && performance.now() < deadline) {
    await sleep(20);
    answer = await system.send("/api/metadata/search", request);
  }
  const total = { value: promised.records.size, relation: "eq" };
  expect(await answer.json()).toMatchObject({ response: { hits: { total } } });
}

/** Compares tens of thousands of rows quickly, and computes a difference only when there is one. */
function expectSame(actual: unknown, expected: unknown, message: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}

/** Views that are built from a log in a separate database, without any failure. */
export class Replay {
  readonly database: Database;

  readonly #fresh: FreshDatabase;

  private constructor(fresh: FreshDatabase, database: Database) {
    this.#fresh = fresh;
    this.database = database;
  }

  static async create(): Promise<Replay> {
    const fresh = await freshDatabase();
    const database = await fresh.open();
    await migrate(database, VIEW_MIGRATIONS);
    return new Replay(fresh, database);
  }

  /** Applies the events that these views do not have yet. */
  async catchUp(eventStore: EventStore): Promise<void> {
    const head = await eventStore.head();
    for (const view of VIEWS) {
      await createBuild(this.database, view, eventStore.start);
      const writer = new ViewWriter(this.database, view, await readCheckpoint(this.database, view));
      if (writer.checkpoint.position >= head) continue;
      const reached = new AbortController();
      const options = { types: view.handles, signal: reached.signal };
      for await (const batch of eventStore.follow(writer.checkpoint.position, options)) {
        await writer.apply(batch, new AbortController().signal);
        if (batch.position >= head) reached.abort();
      }
    }
  }

  async sequence(view: SqlView): Promise<number> {
    return (await readCheckpoint(this.database, view)).sequence;
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.#fresh.drop();
  }
}
