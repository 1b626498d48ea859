import { textArray } from "../../database/arrays.ts";
import { migrate } from "../../database/migrations.ts";
import { type Database, DatabaseUnavailable, type Statement } from "../../database/port.ts";
import { type Backlog, type EventStore, EventStoreUnavailable } from "../port.ts";
import { append } from "./append.ts";
import { importEvents } from "./import.ts";
import { Positions, type RowPointer } from "./positions.ts";
import { findLast, type HeadRow, headOf, isHalfFull, readPage, readStreamPage } from "./reading.ts";
import { eventsSchema } from "./schema.ts";
import { PollDelay, Wakeups } from "./wakeups.ts";

export interface PostgresEventStore extends EventStore {
  /**
   * Age in seconds of the oldest writing transaction in the whole PostgreSQL server, 0 without one. Events committed
   * since it began are not delivered before it ends.
   */
  oldestTransaction(): Promise<number>;
}

const channel = "events";
const DEFAULT_BATCH_SIZE = 1_000;
const DEFAULT_BATCH_BYTES = 8 * 1024 * 1024;
/** Number of events of any type that are examined for a backlog, which takes some milliseconds. */
const MAX_BACKLOG_EVENTS = 10_000;

/**
 * Opens the event store in a PostgreSQL database, and makes its tables. The caller closes the database.
 * @throws EventStoreUnavailable · Error when the log comes from a dump and could not be read in order.
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
    return { ...storeOver(database, new Positions(log.id), wakeups), close: unlisten };
  });
}

function storeOver(database: Database, positions: Positions, wakeups: Wakeups): Omit<PostgresEventStore, "close"> {
  const query = <Row extends object>(statement: Statement | string) => translated(() => database.query<Row>(statement));
  const head = async () => {
    const [last] = await query<RowPointer>({
      name: "events-head",
      text: "select tx, position from events order by tx desc, position desc limit 1",
      binary: true,
    });
    return last === undefined ? positions.start : positions.of(last);
  };
  return {
    atomicAcrossStreams: true,
    knowsEveryId: true,
    logId: positions.log,
    start: positions.start,
    head,
    append: async (streams) => {
      if (streams.length === 0) return { outcome: "appended", position: await head() };
      const result = await translated(() => append(database, streams));
      if ("pointer" in result) {
        wakeups.wake();
        database.notify(channel);
        return { outcome: "appended", position: positions.of(result.pointer) };
      }
      return result.conflict === undefined ? { outcome: "conflict" } : { outcome: "conflict", stream: result.conflict };
    },
    importEvents: async (events) => {
      await translated(() => importEvents(database, events));
      wakeups.wake();
      database.notify(channel);
    },
    latest: async (streams) => {
      if (streams.length === 0) return new Map();
      const rows = await query<HeadRow & { stream: Buffer }>({
        name: "events-latest",
        text: `select given.stream, last.* from unnest($1::text[]) as given (stream)
          cross join lateral (
            select version, event_id, type, meta, tx, position from events
            where events.stream = given.stream order by version desc limit 1
          ) as last`,
        values: [textArray(streams)],
        binary: true,
      });
      return new Map(rows.map((row) => [row.stream.toString(), headOf(row, positions)]));
    },
    read: async function* (stream, from = 0, pageSize = DEFAULT_BATCH_SIZE) {
      const limits = { count: pageSize, bytes: DEFAULT_BATCH_BYTES };
      for (let next = from; ; ) {
        const page = await translated(() => readStreamPage(database, positions, stream, next, limits));
        yield* page;
        const last = page.at(-1);
        if (last === undefined) return;
        next = last.revision + 1;
      }
    },
    findLast: (stream, isWanted) => translated(() => findLast(database, positions, stream, isWanted)),
    follow: async function* (position, options) {
      const { signal, types, batchSize = DEFAULT_BATCH_SIZE, batchBytes = DEFAULT_BATCH_BYTES } = options;
      let after = positions.parse(position);
      const limits = { count: batchSize, bytes: batchBytes };
      const read = () => translated(() => readPage(database, positions, after, types, limits));
      const delay = new PollDelay(wakeups);
      /** The next page. It is read while the caller works, if more events are likely. */
      let ahead: ReturnType<typeof read> | undefined;
      while (!signal.aborted) {
        const wasAhead = ahead !== undefined;
        if (!wasAhead) delay.begin();
        const page = await (ahead ?? read());
        ahead = undefined;
        if (signal.aborted) return;
        if (page !== undefined) {
          after = page.last;
          if (isHalfFull(page.events, limits)) {
            ahead = read();
            ahead.catch(() => undefined);
          }
          yield { events: page.events, position: positions.of(page.last) };
        } else if (!wasAhead) await delay.wait(signal);
      }
    },
    backlog: async (position, types) => {
      const after = positions.parse(position);
      const [row] = await query<Backlog>({
        name: "events-backlog",
        text: `select count(*) filter (where type = any($3::text[]))::float8 as events,
            greatest(0, extract(epoch from clock_timestamp() - coalesce(
              min(recorded_at) filter (where type = any($3::text[])),
              case when count(*) = ${MAX_BACKLOG_EVENTS} then max(recorded_at) end)))::float8 as seconds
          from (select type, recorded_at from events where (tx, position) > ($1::text::xid8, $2::int8)
            order by tx, position limit ${MAX_BACKLOG_EVENTS}) as behind`,
        values: [String(after.tx), String(after.position), types],
      });
      return row ?? { events: 0, seconds: 0 };
    },
    parsePosition: (text) => positions.of(positions.parse(text)),
    oldestTransaction: async () => {
      const [row] = await query<{ age: number }>(`
        select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as age
        from pg_stat_activity where backend_xid is not null`);
      return row?.age ?? 0;
    },
  };
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
