import { textArray } from "../../database/arrays.ts";
import { migrate } from "../../database/migrations.ts";
import { type Database, DatabaseUnavailable } from "../../database/port.ts";
import {
  type AppendResult,
  type Backlog,
  type EventBatch,
  type EventHead,
  type EventStore,
  EventStoreUnavailable,
  type FollowOptions,
  type Position,
  type RecordedEvent,
  type StreamAppend,
  type StreamName,
} from "../port.ts";
import { append } from "./append.ts";
import { Positions, type RowPointer } from "./positions.ts";
import { readPage, readStreamPage } from "./reading.ts";
import { eventsSchema } from "./schema.ts";
import { PollDelay, Wakeups } from "./wakeups.ts";

export interface PostgresEventStore extends EventStore {
  /**
   * Age in seconds of the oldest transaction that is writing anywhere in the PostgreSQL server, 0 without one. Events
   * that were committed since it began are not delivered before it ends.
   */
  oldestTransaction(): Promise<number>;
}

const channel = "events";
const defaultBatchSize = 1_000;
const defaultBatchBytes = 8 * 1024 * 1024;
/** How many events of any type are examined for a backlog, which takes some milliseconds. */
const MAX_BACKLOG_EVENTS = 10_000;

/**
 * The event store in a PostgreSQL database; makes its tables. The database stays the caller's to close.
 * @throws EventStoreUnavailable · Error when the log was brought here by a dump, and could not be read in order.
 */
export async function openPostgresEventStore(database: Database): Promise<PostgresEventStore> {
  return translated(async () => {
    await migrate(database, eventsSchema);
    const [log] = await database.query<{ id: string; foreign: boolean | null }>(`
      select id, (select tx from events order by tx desc, position desc limit 1)
        >= pg_snapshot_xmax(pg_current_snapshot()) as "foreign"
      from event_log`);
    if (log === undefined) throw new Error("the event log has lost its id");
    if (log.foreign === true) {
      throw new Error(
        "The events in this database were written by another PostgreSQL server (restored from a dump?) and can't be read in order here: move them with export and import.",
      );
    }
    const wakeups = new Wakeups();
    const unlisten = await database.listen(channel, () => wakeups.wake());
    return new Store(database, new Positions(log.id), wakeups, unlisten);
  });
}

class Store implements PostgresEventStore {
  readonly atomicAcrossStreams = true;
  readonly logId: string;
  readonly start: Position;
  readonly #database: Database;
  readonly #positions: Positions;
  readonly #wakeups: Wakeups;
  readonly #unlisten: () => Promise<void>;

  constructor(database: Database, positions: Positions, wakeups: Wakeups, unlisten: () => Promise<void>) {
    this.logId = positions.log;
    this.start = positions.start;
    this.#database = database;
    this.#positions = positions;
    this.#wakeups = wakeups;
    this.#unlisten = unlisten;
  }

  async append(streams: readonly StreamAppend[]): Promise<AppendResult> {
    if (streams.length === 0) return { outcome: "appended", position: await this.head() };
    const result = await translated(() => append(this.#database, streams));
    if ("pointer" in result) {
      this.#wakeups.wake();
      this.#database.notify(channel);
      return { outcome: "appended", position: this.#positions.of(result.pointer) };
    }
    return result.conflict === undefined ? { outcome: "conflict" } : { outcome: "conflict", stream: result.conflict };
  }

  async latest(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, EventHead>> {
    if (streams.length === 0) return new Map();
    const rows = await translated(() =>
      this.#database.query<
        RowPointer & { stream: Buffer; version: bigint; event_id: string; type: Buffer; meta: Buffer }
      >({
        name: "events-latest",
        text: `select given.stream, last.* from unnest($1::text[]) as given (stream)
          cross join lateral (
            select version, event_id, type, meta, tx, position from events
            where events.stream = given.stream order by version desc limit 1
          ) as last`,
        values: [textArray(streams)],
        binary: true,
      }),
    );
    return new Map(
      rows.map((row) => [
        row.stream.toString(),
        {
          position: this.#positions.of(row),
          revision: Number(row.version),
          id: row.event_id,
          type: row.type.toString(),
          meta: JSON.parse(row.meta.toString()),
        },
      ]),
    );
  }

  async *read(stream: StreamName, from = 0): AsyncIterable<RecordedEvent> {
    const limits = { count: defaultBatchSize, bytes: defaultBatchBytes };
    for (let next = from; ; ) {
      const page = await translated(() => readStreamPage(this.#database, this.#positions, stream, next, limits));
      yield* page;
      const last = page.at(-1);
      if (last === undefined) return;
      next = last.revision + 1;
    }
  }

  async *follow(position: Position, options: FollowOptions): AsyncIterable<EventBatch> {
    const { signal, types, batchSize = defaultBatchSize, batchBytes = defaultBatchBytes } = options;
    let after = this.#positions.parse(position);
    const limits = { count: batchSize, bytes: batchBytes };
    const delay = new PollDelay(this.#wakeups);
    while (!signal.aborted) {
      delay.begin();
      const page = await translated(() => readPage(this.#database, this.#positions, after, types, limits));
      if (signal.aborted) return;
      if (page === undefined) await delay.wait(signal);
      else {
        after = page.last;
        yield { events: page.events, position: this.#positions.of(page.last) };
      }
    }
  }

  async head(): Promise<Position> {
    const [last] = await translated(() =>
      this.#database.query<RowPointer>({
        name: "events-head",
        text: "select tx, position from events order by tx desc, position desc limit 1",
        binary: true,
      }),
    );
    return last === undefined ? this.start : this.#positions.of(last);
  }

  async backlog(position: Position, types: readonly string[]): Promise<Backlog> {
    const after = this.#positions.parse(position);
    const [row] = await translated(() =>
      this.#database.query<Backlog>({
        name: "events-backlog",
        text: `select count(*) filter (where type = any($3::text[]))::float8 as events,
            greatest(0, extract(epoch from clock_timestamp() - coalesce(
              min(recorded_at) filter (where type = any($3::text[])),
              case when count(*) = ${MAX_BACKLOG_EVENTS} then max(recorded_at) end)))::float8 as seconds
          from (select type, recorded_at from events where (tx, position) > ($1::text::xid8, $2::int8)
            order by tx, position limit ${MAX_BACKLOG_EVENTS}) as behind`,
        values: [String(after.tx), String(after.position), types],
      }),
    );
    return row ?? { events: 0, seconds: 0 };
  }

  parsePosition(text: string): Position {
    return this.#positions.of(this.#positions.parse(text));
  }

  async oldestTransaction(): Promise<number> {
    const [row] = await translated(() =>
      this.#database.query<{ age: number }>(`
        select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as age
        from pg_stat_activity where backend_xid is not null`),
    );
    return row?.age ?? 0;
  }

  async close(): Promise<void> {
    await this.#unlisten();
  }
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      throw new EventStoreUnavailable(error.message, { cause: error, storageFull: error.storageFull });
    }
    throw error;
  }
}
