import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { declareView, type View } from "../../contracts/views/declaration.ts";
import { facilities } from "../../contracts/views/facilities.ts";
import { VIEWS, type ViewName } from "../../contracts/views.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { type Database, DatabaseUnavailable, StatementTooLong } from "../../platform/database/port.ts";
import { EngineWatch } from "../../platform/engine-watch.ts";
import { measuredEventStore } from "../../platform/event-store/measured.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import type { EventBatch, Position } from "../../platform/event-store/port.ts";
import { directFeed } from "../../platform/feed/open.ts";
import type { Feed } from "../../platform/feed/port.ts";
import { type RegisteredBuild, registeredBuilds } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { EventStoreDouble } from "../../test/doubles/eventstoredb/server.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { added, facilityAdded, poison, record, ScriptedLog } from "../../test/scripted-log.ts";
import { projectorMetrics } from "./metrics.ts";
import { runBuild } from "./runner.ts";
import { type SqlView, sqlView } from "./view.ts";
import { catalogueView } from "./views/catalogue/view.ts";
import { facilitiesView } from "./views/facilities/view.ts";

const nextCatalogue = declareView({
  name: "catalogue",
  version: catalogue.version + 1,
  handles: ["MetadataAdded"],
  tables: { records: "(pid text primary key)" },
});

const database = await databaseUntil(afterAll);
beforeAll(() => migrate(database, VIEW_MIGRATIONS));

let log: ScriptedLog;
let registry: Registry;
let running: Projector[];
beforeEach(async () => {
  log = new ScriptedLog();
  registry = new Registry();
  running = [];
  for (const { schema } of [catalogue, facilities, nextCatalogue]) {
    await database.query(`drop schema if exists ${schema} cascade`);
  }
  await database.query("delete from views; delete from view_leases");
});
afterEach(() => Promise.all(running.map((projector) => projector.stop())));

interface Projector {
  /** Settles when it feeds none of its views any more. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Ids of events that an operator has decided to skip. */
let skipped: Set<string>;
beforeEach(() => {
  skipped = new Set();
});

function start(
  views: readonly SqlView[],
  on: Database = database,
  feed: Feed = log,
  holder = randomUUID(),
  to = silent,
): Projector {
  const closing = new AbortController();
  registry.clear();
  const metricsOf = projectorMetrics(registry);
  const lease = { holder, durationMs: 600 };
  const runs = views.map((view) =>
    runBuild(view, {
      ...{ database: on, feed, log: to, lease, creates: true },
      metrics: metricsOf(view),
      signal: closing.signal,
      isSkipped: async (name, event) => name === view.name && skipped.has(event),
    }),
  );
  const projector = {
    ended: Promise.all(runs),
    stop: async () => {
      closing.abort();
      await Promise.all(runs);
    },
  };
  running.push(projector);
  return projector;
}

async function registered(name: ViewName, version = VIEWS[name].version): Promise<RegisteredBuild | undefined> {
  return (await registeredBuilds(database)).find((view) => view.name === name && view.version === version);
}

async function until(name: ViewName, expected: Partial<RegisteredBuild>, version = VIEWS[name].version): Promise<void> {
  await vi.waitFor(async () => expect(await registered(name, version)).toMatchObject(expected), {
    timeout: 10_000,
    interval: 10,
  });
}

async function pids({ tables }: Pick<typeof nextCatalogue, "tables"> = catalogue): Promise<string[]> {
  const rows = await database.query<{ pid: string }>(`select pid from ${tables.records} order by pid`);
  return rows.map(({ pid }) => pid);
}

test("a new view is built from the log, live where the log ended, and follows it", async () => {
  log.append(added(record("a")));
  start([catalogueView]);
  await until("catalogue", { state: "live" });
  expect(await pids()).toEqual(["a"]);
  await until("catalogue", { position: log.append(added(record("b"))) });
  expect(await pids()).toEqual(["a", "b"]);
});

test("a view continues at the next start where it stood", async () => {
  log.append(added(record("a")));
  const first = start([catalogueView]);
  await until("catalogue", { state: "live" });
  await first.stop();
  const position = log.append(added(record("b")));
  start([catalogueView]);
  await until("catalogue", { position, state: "live" });
  expect(await pids()).toEqual(["a", "b"]);
});

test("an event that can't be read stops its view with the reason, and no other", async () => {
  log.append(added(record("a")), poison("metadata-bad", "MetadataAdded"));
  const position = log.append(facilityAdded({ identifier: "0lym" }));
  start([catalogueView, facilitiesView]);
  await until("catalogue", { state: "stopped" });
  await until("facilities", { state: "live", position });
  const { id, stream, type, revision } = log.events[1] ?? expect.unreachable();
  expect(await registered("catalogue")).toMatchObject({
    position: log.events[0]?.position,
    error: { event: { id, stream, type, revision }, reason: expect.stringContaining("not JSON at byte") },
  });
  const exposed = await registry.metrics();
  const stateOf = ({ name, version }: View) => `airlog_view_state{view="${name}",version="${version}",generation="1"`;
  expect(exposed).toContain(`${stateOf(catalogue)},state="stopped"} 1`);
  expect(exposed).toContain(`${stateOf(facilities)},state="live"} 1`);
});

test("the log line about an event that stops a view names it, without its data", async () => {
  log.append({ ...poison("metadata-bad", "MetadataAdded"), data: Buffer.from(`{"record":"${"anna ".repeat(2_000)}`) });
  const lines: string[] = [];
  const noted = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  start([catalogueView], database, log, randomUUID(), noted);
  await until("catalogue", { state: "stopped" });
  const { id, stream, type, revision } = log.events[0] ?? expect.unreachable();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      ...{ view: "catalogue", event: { id, stream, type, revision } },
      msg: "the view is stopped: it can't apply an event",
    }),
  ]);
  expect(lines.join("").length).toBeLessThan(5_000);
});

test("events that an operator has decided to skip are left out, and nothing else", async () => {
  log.append(added(record("a")), poison("metadata-x", "MetadataAdded"), added(record("b")));
  const position = log.append(poison("metadata-y", "MetadataAdded"), added(record("c")));
  for (const { id, stream } of log.events) if (/x|y/.test(stream)) skipped.add(id);
  start([catalogueView]);
  await until("catalogue", { state: "live", position });
  expect(await pids()).toEqual(["a", "b", "c"]);
});

test("a stopped view is tried again at the next start", async () => {
  log.append(added(record("a")), poison("metadata-b", "MetadataAdded"));
  const first = start([catalogueView]);
  await until("catalogue", { state: "stopped" });
  await first.stop();
  // As code that can read the event would see it.
  log.events[1] = { ...(log.events[1] ?? expect.unreachable()), ...added(record("b")) };
  start([catalogueView]);
  await until("catalogue", { state: "live", error: null, position: await log.head() });
  expect(await pids()).toEqual(["a", "b"]);
});

test.each([
  ["a failure that may pass is warned of once, not at each attempt", StatementTooLong, 1],
  ["a lost database is not, since its watch reports it", DatabaseUnavailable, 0],
])("%s", async (_, Failure, warnings) => {
  let attempts = 0;
  const failing = { ...database, query: async () => Promise.reject(new Failure(`gone ${++attempts}`)) };
  const warned: unknown[] = [];
  const noted = pino({ level: "warn" }, { write: (line: string) => void warned.push(JSON.parse(line)) });
  start([facilitiesView], failing, log, randomUUID(), noted);
  await vi.waitUntil(() => attempts >= 4, 20_000);
  const warning = expect.objectContaining({ view: "facilities", msg: "applying events failed; trying again" });
  expect(warned).toEqual(Array(warnings).fill(warning));
});

test("a view goes on by itself once EventStoreDB grants the refused right again, and reports the refusal until then", async () => {
  const double = await EventStoreDouble.start();
  const warned: Record<string, unknown>[] = [];
  const noted = pino({ level: "warn" }, { write: (line: string) => void warned.push(JSON.parse(line)) });
  const watch = new EngineWatch("eventstoredb", noted, new Registry());
  const opened = await openEventStore({ url: double.url, database, watch });
  const eventStore = measuredEventStore(opened, () => undefined, watch);
  onTestFinished(async () => {
    await eventStore.close();
    double.goDown();
  });
  const append = async (pid: string) => {
    const { stream, ...event } = added(record(pid));
    await eventStore.append([{ stream, expected: "no-stream", events: [{ ...event, id: randomUUID() }] }]);
  };
  await append("a");
  start([catalogueView], database, directFeed(eventStore), randomUUID(), noted);
  await until("catalogue", { state: "live" });
  double.faults.refuseUsers = true;
  double.cutSubscriptions();
  await vi.waitUntil(() => warned.length > 1, 10_000);
  double.faults.refuseUsers = false;
  await append("b");
  await expect.poll(pids).toEqual(["a", "b"]);
  // The warning about its cut subscription comes first.
  expect(warned).toEqual([
    expect.objectContaining({ level: 40, msg: "EventStoreDB is lost: what needs it waits or is refused" }),
    expect.objectContaining({
      ...{ level: 40, msg: "applying events failed; trying again" },
      reason: expect.stringContaining("EventStoreDB refuses the user or password of its URL"),
    }),
  ]);
});

test("a view that stops without an event does not report one", async () => {
  const failing: Feed = { ...{ start: log.start, head: () => log.head() }, subscribe: failUnexpectedly };
  const lines: string[] = [];
  const noted = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  await start([catalogueView], database, failing, randomUUID(), noted).ended;
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: "the view is stopped: it can't go on", reason: "TypeError: unexpected" }),
  ]);
});

test("a transient failure is retried until it passes", async () => {
  let failures = 5;
  const flaky: Database = {
    ...database,
    transaction: (work) => {
      if (failures-- > 0) throw new DatabaseUnavailable("gone");
      return database.transaction(work);
    },
  };
  const position = log.append(added(record("a")));
  start([catalogueView], flaky);
  await until("catalogue", { state: "live", position });
  expect(failures).toBeLessThan(0);
});

test("one of two projectors writes, and the other takes over when it ends", async () => {
  const first = start([catalogueView]);
  await until("catalogue", { state: "live" });
  start([catalogueView]);
  await until("catalogue", { position: log.append(added(record("a"))) });
  await first.stop();
  await until("catalogue", { position: log.append(added(record("b"))) });
  expect(await pids()).toEqual(["a", "b"]);
});

test("a stopped view stays stopped while another projector meets the same event", async () => {
  const position = log.append(added(record("a")), poison("metadata-bad", "MetadataAdded"));
  start([catalogueView]);
  await until("catalogue", { state: "stopped" });
  const before = await registered("catalogue");
  await database.query(`create table states_seen (state text);
    create function note_state() returns trigger language plpgsql as
      $$ begin insert into states_seen values (new.state); return new; end $$;
    create trigger noting before update on view_builds for each row execute function note_state()`);
  await start([catalogueView]).ended;
  const seen = await database.query("select distinct state from states_seen");
  await database.query("drop function note_state cascade; drop table states_seen");
  expect(seen).toEqual([{ state: "stopped" }]);
  expect(await registered("catalogue")).toMatchObject({ position: before?.position, error: before?.error });

  skipped.add(log.events[1]?.id ?? expect.unreachable());
  start([catalogueView]);
  await until("catalogue", { state: "live", position, error: null });
});

test("a projector that hangs loses its lease, and its later writes do not count", async () => {
  const hanging = new HangingFeed(log);
  start([catalogueView], database, hanging);
  await vi.waitFor(() => expect(hanging.subscribed).toBe(true), 10_000);
  // While the projector hangs, the lease goes to another one.
  const other = randomUUID();
  const text = "update view_leases set holder = $1, expires = clock_timestamp() + interval '4 min'";
  await database.query({ text, values: [other] });
  const position = log.append(added(record("a")), added(record("b")));
  start([catalogueView], database, log, other);
  await until("catalogue", { position, state: "live" });
  const [before] = await database.query("select * from views");
  hanging.wake();
  await running[0]?.stop();
  expect(await database.query("select * from views")).toEqual([before]);
  expect(await pids()).toEqual(["a", "b"]);
});

test("a new version is built beside the old one, which stays", async () => {
  log.append(added(record("a")));
  const old = start([catalogueView]);
  await until("catalogue", { state: "live" });
  await old.stop();
  const next = sqlView(nextCatalogue, async (tables, { events, sequence }, transaction) => {
    for (const { stream } of events) {
      await transaction.query({ text: `insert into ${tables.records} values ($1)`, values: [stream] });
    }
    return { events: events.length, sequence, cursor: null };
  });
  start([next]);
  await until("catalogue", { state: "live" }, nextCatalogue.version);
  expect(await pids(nextCatalogue)).toEqual(["metadata-a"]);
  expect(await pids()).toEqual(["a"]);
});

function failUnexpectedly(): never {
  throw new TypeError("unexpected");
}

/** Delivers nothing until it is woken, and then the whole log. */
class HangingFeed implements Feed {
  readonly start: Position;
  readonly #log: ScriptedLog;
  readonly #woken = new AbortController();
  subscribed = false;

  constructor(log: ScriptedLog) {
    this.#log = log;
    this.start = log.start;
  }

  wake(): void {
    this.#woken.abort();
  }

  head(): Promise<Position> {
    return this.#log.head();
  }

  async *subscribe(): AsyncIterable<EventBatch> {
    this.subscribed = true;
    if (!this.#woken.signal.aborted) await once(this.#woken.signal, "abort");
    yield { events: this.#log.events, position: await this.#log.head() };
  }
}
