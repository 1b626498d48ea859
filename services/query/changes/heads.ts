import { CHANGE_KINDS, type ChangeKind, EVERY_KIND } from "../../../contracts/changes.ts";
import type { VIEWS } from "../../../contracts/views.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { placeOf, positionAt } from "../../../platform/event-store/positions.ts";
import { type Cursor, compareCursors, keyAfter, type ThingKey } from "./cursor.ts";

/** That a thing changed, without its content. */
export interface Head {
  readonly kind: ChangeKind;
  /** Of its last change. */
  readonly position: Position;
  readonly key: ThingKey;
  readonly subject: string;
  readonly deleted: boolean;
  /** Bytes of its content, about. */
  readonly bytes: number;
  /** Of observations: the days, the last one included. */
  readonly days?: { readonly series: number; readonly first: number; readonly last: number };
}

/** The builds that are read, by the name of the view. */
export type ReadBuilds = typeof VIEWS;

/** The changes that a reader wants. */
export interface Selection {
  readonly kinds: ReadonlySet<ChangeKind>;
  /** The series whose observations are wanted; all unless set. */
  readonly series?: ReadonlySet<number> | undefined;
}

export const EVERYTHING: Selection = { kinds: new Set(EVERY_KIND) };

/** Whether a head is of what was asked for. */
export function isSelected({ kinds, series }: Selection, head: Head): boolean {
  return kinds.has(head.kind) && (!series || !head.days || series.has(head.days.series));
}

export const cursorOf = ({ position, kind, key }: Pick<Head, "position" | "kind" | "key">): Cursor => ({
  position,
  last: { kind, key },
});

/** Heads in their order; `end` where more may follow: all up to there are among them. */
export interface Run {
  readonly heads: readonly Head[];
  readonly end: Cursor | undefined;
}

/** From where to where heads are read, and how many at most. */
export interface Range {
  readonly after: Cursor;
  /** The last position. */
  readonly upTo: Position;
  readonly limit: number;
}

/** Reads the heads of all kinds that were asked for, in one order. */
export async function readHeads(
  database: Queryable,
  builds: ReadBuilds,
  selection: Selection,
  range: Range,
): Promise<Run> {
  const kinds = EVERY_KIND.filter((kind) => selection.kinds.has(kind));
  const runs = await Promise.all(kinds.map((kind) => READERS[kind](database, builds, range, selection.series)));
  const [only] = runs;
  if (only && runs.length === 1) return only;
  const ends = runs.flatMap(({ end }) => end ?? []);
  const end = ends.length === 0 ? undefined : ends.reduce((a, b) => (compareCursors(a, b) < 0 ? a : b));
  const isBefore = (head: Head): boolean => !end || compareCursors(cursorOf(head), end) <= 0;
  const heads = runs.flatMap((run) => run.heads.filter(isBefore));
  heads.sort((a, b) => compareCursors(cursorOf(a), cursorOf(b)));
  return { heads, end };
}

type ReadRun = (
  database: Queryable,
  builds: ReadBuilds,
  range: Range,
  series: ReadonlySet<number> | undefined,
) => Promise<Run>;

const READERS: Readonly<Record<ChangeKind, ReadRun>> = {
  record: things("record", recordColumns),
  facility: things("facility", facilityColumns),
  station: things("station", stationColumns),
  timeseries: things("timeseries", ({ stations: { tables } }) => ({
    table: tables.time_series,
    key: "id",
    subject: "id::text",
    bytes: "octet_length(document)",
  })),
  observations: readObservations,
  forecast: readForecast,
};

interface Columns {
  readonly table: string;
  readonly key: "slug" | "id";
  readonly subject: string;
  readonly bytes: string;
}

interface ThingRow {
  readonly changed: string;
  readonly key: string | number;
  readonly subject: string;
  readonly deleted: boolean;
  readonly bytes: number;
}

/** Reads things of which each has a row, also when it is deleted. */
function things(kind: ChangeKind, columnsOf: (builds: ReadBuilds) => Columns): ReadRun {
  return async (database, builds, { after, upTo, limit }) => {
    const { table, key, subject, bytes } = columnsOf(builds);
    const [afterKey] = keyAfter(after, kind);
    const rows = await database.query<ThingRow>({
      name: `${table}-changed`,
      text: `select changed, ${key} as key, ${subject} as subject, deleted, ${bytes} as bytes from ${table}
        where (changed, ${key}) > ($1::uuid, $2) and changed <= $3::uuid order by changed, ${key} limit $4`,
      values: [placeOf(after.position), afterKey, placeOf(upTo), limit],
    });
    const heads = rows.map((row) => thingHead(kind, row, upTo));
    return { heads, end: endOf(heads, rows.length === limit) };
  };
}

function thingHead(kind: ChangeKind, { changed, key, ...row }: ThingRow, log: Position): Head {
  return { kind, position: positionIn(log, changed), key: keyOf(key), ...row };
}

function recordColumns({ catalogue: { tables } }: ReadBuilds): Columns {
  return {
    table: tables.records,
    key: "slug",
    subject: "pid",
    bytes: "octet_length(document) + coalesce(octet_length(facility_document), 0)",
  };
}

function facilityColumns({ facilities: { tables } }: ReadBuilds): Columns {
  return { table: tables.facilities, key: "slug", subject: "identifier", bytes: "octet_length(document)" };
}

function stationColumns({ stations: { tables } }: ReadBuilds): Columns {
  return { table: tables.stations, key: "id", subject: "id::text", bytes: "octet_length(document)" };
}

/** Kinds of things that have pages. */
export type PageKind = "record" | "facility" | "station";

const COLUMNS: Readonly<Record<PageKind, (builds: ReadBuilds) => Columns>> = {
  record: recordColumns,
  facility: facilityColumns,
  station: stationColumns,
};

/** Where a head stands among those of its kind. */
export type HeadPlace = Pick<Head, "kind" | "position" | "key">;

/**
 * The last head of each run of `size` heads of a kind, and that of the rest. It is read from the index, a run at a time.
 */
export async function readRunEnds(
  database: Queryable,
  builds: ReadBuilds,
  kind: PageKind,
  { after, upTo, size }: Omit<Range, "limit"> & { readonly size: number },
): Promise<readonly HeadPlace[]> {
  const { table, key } = COLUMNS[kind](builds);
  const ends: HeadPlace[] = [];
  for (let from = after; ; ) {
    const values = [placeOf(from.position), keyAfter(from, kind)[0], placeOf(upTo)];
    const range = `from ${table} where (changed, ${key}) > ($1::uuid, $2) and changed <= $3::uuid`;
    const [row] = await database.query<Pick<ThingRow, "changed" | "key">>({
      name: `${table}-run-end`,
      text: `select changed, key from (
          (select changed, ${key} as key ${range} order by changed, ${key} offset $4 limit 1)
          union all
          (select changed, ${key} ${range} order by changed desc, ${key} desc limit 1)
        ) as ends order by changed, key limit 1`,
      values: [...values, size - 1],
    });
    if (!row) return ends;
    const end: HeadPlace = { kind, position: positionIn(upTo, row.changed), key: keyOf(row.key) };
    ends.push(end);
    from = cursorOf(end);
  }
}

const keyOf = (key: string | number): ThingKey => (typeof key === "string" ? [key] : [key]);

/** Which of the last changes of records are read. */
export interface NewestRange {
  readonly limit: number;
  /** Only those before this one. */
  readonly before?: Head | undefined;
  /** Only those of records with these PIDs that are there. */
  readonly among?: readonly string[];
}

/** The last changes of records, the newest first. `log`: any position of theirs. */
export async function readNewestRecords(
  database: Queryable,
  builds: ReadBuilds,
  log: Position,
  { limit, before, among }: NewestRange,
): Promise<readonly Head[]> {
  const { table, key, subject, bytes } = recordColumns(builds);
  const columns = `changed, ${key} as key, ${subject} as subject, deleted, ${bytes} as bytes`;
  const order = `order by changed desc, ${key} desc limit $1`;
  const rows = await database.query<ThingRow>(
    among
      ? {
          name: `${table}-newest-among`,
          text: `select ${columns} from ${table} where pid = any($2) and not deleted ${order}`,
          values: [limit, among],
        }
      : {
          name: `${table}-newest`,
          text: `select ${columns} from ${table}
            where $2::uuid is null or (changed, ${key}) < ($2::uuid, $3) ${order}`,
          values: [limit, before ? placeOf(before.position) : null, before?.key[0] ?? null],
        },
  );
  return rows.map((row) => thingHead("record", row, log));
}

/** A run's days lie in one month. */
const MAX_RUN = 31;

/** Days that are looked at for the wanted series, at most. */
const MAX_SCANNED = 20_000;

interface DayRow {
  readonly changed: string;
  readonly series: number;
  readonly day: number;
  readonly bytes: number;
}

async function readObservations(
  database: Queryable,
  { observations: { tables } }: ReadBuilds,
  { after, upTo, limit }: Range,
  series: ReadonlySet<number> | undefined,
): Promise<Run> {
  const { days } = tables;
  // A run that is cut here is told with the next page.
  const most = series ? MAX_SCANNED : limit + MAX_RUN;
  const rows = await database.query<DayRow>({
    name: `${days}-changed`,
    text: `select changed, series, day, ${TEXT_BYTES_PER_VALUE} * (octet_length(values) / 8) as bytes from ${days}
      where (changed, series, day) > ($1::uuid, $2::int4, $3::int4) and changed <= $4::uuid
      order by changed, series, day limit $5`,
    values: [placeOf(after.position), ...keyAfter(after, "observations"), placeOf(upTo), most],
  });
  const isCut = rows.length === most;
  const runs = runsOf(rows);
  if (isCut && runs.length > 1) runs.pop();
  const heads = runs.map(({ changed, series, first, last, bytes }): Head => {
    const position = positionIn(upTo, changed);
    return {
      ...{ kind: "observations", position, key: [series, last], subject: String(series), deleted: false, bytes },
      days: { series, first, last },
    };
  });
  return { heads: series ? heads.filter(({ key }) => series.has(Number(key[0]))) : heads, end: endOf(heads, isCut) };
}

/** What a value takes in the answer, with its times. */
const TEXT_BYTES_PER_VALUE = 110;

/** Bytes of the values of a run, at most, so that a page can hold it. */
const MAX_RUN_BYTES = 4 * 1024 ** 2;

interface DayRunRow {
  readonly changed: string;
  readonly series: number;
  readonly first: number;
  last: number;
  bytes: number;
}

/** Neighbouring days of a series that one event changed. */
function runsOf(rows: readonly DayRow[]): DayRunRow[] {
  const runs: DayRunRow[] = [];
  for (const { changed, series, day, bytes } of rows) {
    const run = runs.at(-1);
    const continues = run?.changed === changed && run.series === series && run.last === day - 1;
    if (run && continues && run.bytes + bytes <= MAX_RUN_BYTES) {
      run.last = day;
      run.bytes += bytes;
    } else {
      runs.push({ changed, series, first: day, last: day, bytes });
    }
  }
  return runs;
}

async function readForecast(
  database: Queryable,
  { "uv-forecast": { tables } }: ReadBuilds,
  { after, upTo }: Range,
): Promise<Run> {
  const { forecasts } = tables;
  const [row] = await database.query<{ changed: string; number: number; bytes: number }>({
    name: `${forecasts}-changed`,
    text: `select changed, number, octet_length(document) as bytes from ${forecasts} order by number desc limit 1`,
  });
  if (!row || placeOf(positionIn(upTo, row.changed)) > placeOf(upTo)) return { heads: [], end: undefined };
  const position = positionIn(upTo, row.changed);
  const head: Head = {
    ...{ kind: "forecast", position, key: [row.number], subject: "uv", deleted: false, bytes: row.bytes },
  };
  return { heads: compareCursors(cursorOf(head), after) > 0 ? [head] : [], end: undefined };
}

const endOf = (heads: readonly Head[], isCut: boolean): Cursor | undefined => {
  const last = heads.at(-1);
  return isCut && last ? cursorOf(last) : undefined;
};

const positionIn = (log: Position, place: string): Position => positionAt(log.slice(0, log.indexOf(".")), place);

/** The view that shows changes of each kind. */
export const viewOf = (kind: ChangeKind) => CHANGE_KINDS[kind];
