import pg from "pg";
import { Backoff } from "../../async/backoff.ts";
import { int4Array, int8Array, textArray, uuidArray } from "../../database/arrays.ts";
import type { Database, Statement } from "../../database/port.ts";
import type { NewEvent, StreamAppend, StreamName } from "../port.ts";
import type { RowPointer } from "./positions.ts";

export type Appended = { readonly pointer: RowPointer } | { readonly conflict: StreamName | undefined };

/** How a row's version is determined. */
export const basis = { given: 0, afterPredecessor: 1, afterLast: 2 } as const;

const columns = "stream, version, event_id, type, schema_version, data, meta";

/**
 * The version of a row, from the caller's expectation:
 * - an existing revision violates the primary key;
 * - the first event after revision n takes its version from row n; if that is missing, it is null, which the column
 *   refuses. (A correlated scalar subquery; `not exists` lets a cached plan hash the whole table.)
 */
function versionOf({ stream, version, kind }: { stream: string; version: string; kind: string }): string {
  return `case ${kind}
    when ${basis.given} then ${version}
    when ${basis.afterPredecessor} then (
      select before.version + 1 from events as before
      where before.stream = ${stream} and before.version = ${version} - 1
    )
    else ${version} + coalesce((
      select last.version + 1 from events as last where last.stream = ${stream} order by last.version desc limit 1
    ), 0)
  end`;
}

/** One statement, committed by itself, for any number of streams. The rows are inserted in the given order. */
const insertMany = `
  with inserted as (
    insert into events (${columns})
    select
      given.stream, ${versionOf({ stream: "given.stream", version: "given.version", kind: "given.basis" })},
      given.event_id, given.type, given.schema_version, given.data, given.meta
    from (
      select
        unnest($1::text[]) as stream, unnest($2::int8[]) as version, unnest($3::int4[]) as basis,
        unnest($4::uuid[]) as event_id, unnest($5::text[]) as type, unnest($6::int4[]) as schema_version,
        unnest($7::text[]) as data, unnest($8::text[]) as meta
    ) as given
    returning tx, position
  )
  select tx, position from inserted order by position desc limit 1`;

/** The same for one event, the most common append, without the cost of arrays. */
const insertOne = `
  insert into events (${columns})
  values ($1, ${versionOf({ stream: "$1", version: "$2::int8", kind: "$3::int4" })}, $4, $5, $6, $7, $8)
  returning tx, position`;

export const uniqueViolation = "23505";
export const notNullViolation = "23502";
/** Deadlock, serialisation failure. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["40P01", "40001"]);
const MAX_ATTEMPTS = 20;
const RETRY_DELAYS = { firstMs: 5, maxMs: 80, jitter: 1 };

/** Appends to all streams or to none. */
export async function append(database: Database, streams: readonly StreamAppend[]): Promise<Appended> {
  // Every append orders the streams in the same way, so that two never wait for each other.
  const ordered = [...streams].sort((a, b) => (a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : 0));
  refuseMisuse(ordered);
  const statement = insertOf(ordered);
  const backoff = new Backoff(RETRY_DELAYS);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [pointer] = await (attempt === 1
        ? database.query<RowPointer>(statement)
        : serialised(database, ordered, statement));
      if (pointer === undefined) throw new Error("an insert of events returned nothing");
      return { pointer };
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const code = error.code ?? "";
      if (code === notNullViolation && error.column === "version")
        return { conflict: await wrongStream(database, ordered) };
      if (code === uniqueViolation) {
        const outcome = await afterCollision(database, ordered);
        if (outcome !== "retry") return outcome;
      } else if (!TRANSIENT_CODES.has(code)) throw error;
      if (attempt === MAX_ATTEMPTS) return { conflict: await wrongStream(database, ordered) };
    }
    await backoff.wait();
  }
}

/**
 * Runs the statement under an advisory lock on the streams with any expected revision, so that a long append is not
 * starved by short ones. (The lock is not a write. The insert is still the transaction's first write, as the order
 * inside a stream requires, and its snapshot is younger than the lock.)
 */
async function serialised(
  database: Database,
  streams: readonly StreamAppend[],
  statement: Statement,
): Promise<RowPointer[]> {
  const contended = streams.filter(({ expected }) => expected === "any").map(({ stream }) => stream);
  if (contended.length === 0) return database.query(statement);
  return database.transaction(async (transaction) => {
    await transaction.query({
      name: "events-lock",
      text: `select pg_advisory_xact_lock(${APPEND_LOCK}, lock) from (
          select distinct hashtext(stream) & 255 as lock from unnest($1::text[]) as stream order by lock
        ) as locks`,
      values: [textArray(contended)],
    });
    return transaction.query(statement);
  });
}

/** Advisory-lock key. */
const APPEND_LOCK = 1_702_260_580;

function refuseMisuse(ordered: readonly StreamAppend[]): void {
  for (const [index, { stream, events }] of ordered.entries()) {
    if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
    if (stream === ordered[index - 1]?.stream) throw new RangeError(`${stream} is named twice in one append`);
  }
}

/** An event to insert. `kind` is one of `basis` and defines the meaning of `version`. */
export interface EventRow {
  readonly stream: StreamName;
  readonly event: NewEvent;
  readonly version: number;
  readonly kind: number;
}

function insertOf(streams: readonly StreamAppend[]): Statement {
  const rows = streams.flatMap(({ stream, expected, events }) =>
    events.map((event, index) => ({ stream, event, ...basisOf(expected, index) })),
  );
  return insertOfRows(rows);
}

/** Inserts the rows in their order. */
export function insertOfRows(rows: readonly EventRow[]): Statement {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const { stream, version, kind, event } = only;
    const { id, type, schemaVersion, data, meta } = event;
    const values = [stream, version, kind, id, type, schemaVersion, asBuffer(data), JSON.stringify(meta)];
    return { name: "events-append-one", text: insertOne, binary: true, values };
  }
  return {
    name: "events-append",
    text: insertMany,
    binary: true,
    values: [
      textArray(rows.map((row) => row.stream)),
      int8Array(rows.map((row) => row.version)),
      int4Array(rows.map((row) => row.kind)),
      uuidArray(rows.map((row) => row.event.id)),
      textArray(rows.map((row) => row.event.type)),
      int4Array(rows.map((row) => row.event.schemaVersion)),
      textArray(rows.map((row) => row.event.data)),
      textArray(rows.map((row) => JSON.stringify(row.event.meta))),
    ],
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function basisOf(expected: StreamAppend["expected"], index: number): { version: number; kind: number } {
  if (expected === "any") return { version: index, kind: basis.afterLast };
  if (expected === "no-stream") return { version: index, kind: basis.given };
  const isFirst = index === 0;
  return { version: expected + 1 + index, kind: isFirst ? basis.afterPredecessor : basis.given };
}

/**
 * The outcome when a version or an id exists already. It is success if this same append was stored before, with every
 * event in its place; an event elsewhere, or a missing one, makes it a conflict.
 */
async function afterCollision(database: Database, streams: readonly StreamAppend[]): Promise<Appended | "retry"> {
  const ids = streams.flatMap(({ events }) => events.map(({ id }) => id));
  const standing = await standingEvents(database, ids);
  const last = repeated(streams, standing);
  if (last !== undefined) return { pointer: last };
  const wrong = await wrongStream(database, streams);
  if (wrong !== undefined) return { conflict: wrong };
  const taken = streams.find(({ events }) => events.some(({ id }) => standing.has(id)));
  if (taken !== undefined || hasRepeatedId(streams)) return { conflict: taken?.stream };
  // Another writer was faster, and the caller accepts any revision.
  return "retry";
}

interface StandingEvent extends RowPointer {
  readonly stream: StreamName;
  readonly version: number;
}

/** The stored events with these ids, by id. */
export async function standingEvents(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StandingEvent>> {
  const rows = await database.query<RowPointer & { event_id: string; stream: Buffer; version: bigint }>({
    name: "events-by-id",
    text: "select event_id, stream, version, tx, position from events where event_id = any($1::uuid[])",
    values: [uuidArray(ids)],
    binary: true,
  });
  return new Map(
    rows.map(({ event_id, stream, version, tx, position }) => [
      event_id,
      { stream: stream.toString(), version: Number(version), tx, position },
    ]),
  );
}

/** Pointer of the last event when all of them are where this append would put them. */
function repeated(
  streams: readonly StreamAppend[],
  standing: ReadonlyMap<string, StandingEvent>,
): RowPointer | undefined {
  let last: RowPointer | undefined;
  for (const { stream, expected, events } of streams) {
    const first = standing.get(events[0]?.id.toLowerCase() ?? "")?.version;
    const base = expected === "any" ? first : expected === "no-stream" ? 0 : expected + 1;
    if (base === undefined) return undefined;
    for (const [index, { id }] of events.entries()) {
      const found = standing.get(id.toLowerCase());
      if (found === undefined || found.stream !== stream || found.version !== base + index) return undefined;
      if (last === undefined || found.tx > last.tx || (found.tx === last.tx && found.position > last.position)) {
        last = { tx: found.tx, position: found.position };
      }
    }
  }
  return last;
}

/** The first stream that is not at the expected revision. */
async function wrongStream(database: Database, streams: readonly StreamAppend[]): Promise<StreamName | undefined> {
  const rows = await database.query<{ stream: Buffer; version: bigint }>({
    name: "events-last-versions",
    text: `select given.stream, last.version from unnest($1::text[]) as given (stream)
      cross join lateral (
        select version from events where events.stream = given.stream order by version desc limit 1
      ) as last`,
    values: [textArray(streams.map(({ stream }) => stream))],
    binary: true,
  });
  const versions = new Map(rows.map(({ stream, version }) => [stream.toString(), Number(version)]));
  return streams.find(({ stream, expected }) => {
    if (expected === "any") return false;
    return versions.get(stream) !== (expected === "no-stream" ? undefined : expected);
  })?.stream;
}

function hasRepeatedId(streams: readonly StreamAppend[]): boolean {
  const ids = streams.flatMap(({ events }) => events.map(({ id }) => id.toLowerCase()));
  return new Set(ids).size < ids.length;
}
