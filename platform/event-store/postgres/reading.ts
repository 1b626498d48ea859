import type { Database } from "../../database/port.ts";
import type { EventHead, RecordedEvent, StreamName } from "../port.ts";
import type { Positions, RowPointer } from "./positions.ts";

/** Limits of one page, which always holds at least one event. */
export interface Limits {
  readonly count: number;
  /** Bytes of data. */
  readonly bytes: number;
}

/** An event without its stream and content. */
export interface HeadRow extends RowPointer {
  readonly version: bigint;
  readonly event_id: string;
  readonly type: Buffer;
  readonly meta: Buffer;
}

interface EventRow extends HeadRow {
  readonly stream: Buffer;
  readonly schema_version: number;
  readonly data: Buffer;
}

const columns = "tx, position, stream, version, event_id, type, schema_version, data, meta";

/** The rows of `page`, in order, that begin within `bytes`. Lengths are known without reading the data. */
function withinBytes(page: string, order: string, length: string, bytes: string): string {
  return `select * from (
    select page.*, sum(${length}) over (order by ${order} rows unbounded preceding) - ${length} as before
    from (${page}) as page
  ) as run where before < ${bytes} order by ${order}`;
}

/**
 * Ordered by (tx, position) and below every running transaction, since identity values commit out of order. Events of
 * other types only move the position: only the page's last such event is returned, without its content.
 */
const pageInOrder = `
  select tx, position, wanted,
    case when wanted then stream end as stream, version, event_id, type, schema_version,
    case when wanted then data end as data, case when wanted then meta end as meta
  from (select taken.*, lead(position) over (order by tx, position) is null as last from (${withinBytes(
    `select ${columns}, ($3::text[] is null or type = any($3::text[])) as wanted from events
     where (tx, position) > ($1::text::xid8, $2::int8) and tx < pg_snapshot_xmin(pg_current_snapshot())
     order by tx, position limit $4::int4`,
    "tx, position",
    "case when wanted then octet_length(data) else 0 end",
    "$5::int8",
  )}) as taken) as marked where wanted or last order by tx, position`;

/** The events after a pointer, and the pointer of the last event examined; undefined when there is none yet. */
export async function readPage(
  database: Database,
  positions: Positions,
  after: RowPointer,
  types: readonly string[] | undefined,
  limits: Limits,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly last: RowPointer } | undefined> {
  const rows = await database.query<EventRow & { wanted: boolean }>({
    name: "events-page",
    text: pageInOrder,
    values: [String(after.tx), String(after.position), types ?? null, limits.count, limits.bytes],
    binary: true,
  });
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const events = rows.filter(({ wanted }) => wanted).map((row) => recorded(row, positions));
  return { events, last: { tx: last.tx, position: last.position } };
}

/** Whether more events are likely behind a page. */
export function isHalfFull(events: readonly RecordedEvent[], { count, bytes }: Limits): boolean {
  return events.length >= count / 2 || events.reduce((sum, { data }) => sum + data.length, 0) >= bytes / 2;
}

const pageOfStream = withinBytes(
  `select ${columns} from events where stream = $1 and version >= $2::int8 order by version limit $3::int4`,
  "version",
  "octet_length(data)",
  "$4::int8",
);

/** A stream's events from a revision on. */
export async function readStreamPage(
  database: Database,
  positions: Positions,
  stream: StreamName,
  from: number,
  limits: Limits,
): Promise<RecordedEvent[]> {
  const rows = await database.query<EventRow>({
    name: "events-stream-page",
    text: pageOfStream,
    values: [stream, from, limits.count, limits.bytes],
    binary: true,
  });
  return rows.map((row) => recorded(row, positions));
}

/** Heads in one page, each of some hundred bytes. */
const HEADS_PER_PAGE = 1_000;

/** The last wanted event of a stream, the only one whose content is read. */
export async function findLast(
  database: Database,
  positions: Positions,
  stream: StreamName,
  isWanted: (head: EventHead) => boolean,
): Promise<RecordedEvent | undefined> {
  for (let before = BigInt(Number.MAX_SAFE_INTEGER); ; ) {
    const rows = await database.query<HeadRow>({
      name: "events-stream-heads",
      text: `select version, event_id, type, meta, tx, position from events
        where stream = $1 and version < $2::int8 order by version desc limit $3::int4`,
      values: [stream, String(before), HEADS_PER_PAGE],
      binary: true,
    });
    const found = rows.find((row) => isWanted(headOf(row, positions)));
    if (found) {
      const [event] = await readStreamPage(database, positions, stream, Number(found.version), { count: 1, bytes: 1 });
      return event;
    }
    const last = rows.at(-1);
    if (last === undefined) return undefined;
    before = last.version;
  }
}

export function headOf(row: HeadRow, positions: Positions): EventHead {
  return {
    position: positions.of(row),
    revision: Number(row.version),
    id: row.event_id,
    type: row.type.toString(),
    meta: JSON.parse(row.meta.toString()),
  };
}

/** Assigned one by one: a spread would make a second object for each event. */
function recorded(row: EventRow, positions: Positions): RecordedEvent {
  return {
    position: positions.of(row),
    revision: Number(row.version),
    id: row.event_id,
    type: row.type.toString(),
    meta: JSON.parse(row.meta.toString()),
    stream: row.stream.toString(),
    schemaVersion: row.schema_version,
    data: row.data,
  };
}
