import { type DomainEvent, readEvent } from "../../../../contracts/events.ts";
import { stations } from "../../../../contracts/views/stations.ts";
import { boolArray, int4Array, int8Array, textArray, uuidArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import { sqlView } from "../../view.ts";

export const stationsView = sqlView(stations, async (tables, { events, sequence }, transaction) => {
  const directory = rowsAfter(events, sequence);
  await writeStations(transaction, tables.stations, [...directory.stations.values()]);
  await writeSeries(transaction, tables.time_series, [...directory.series.values()]);
  return { events: events.length, sequence: sequence + events.length, cursor: null };
});

/** A row after a run of events. */
interface Row {
  readonly id: number;
  /** Absent when the run only deletes the row. */
  readonly document: string | undefined;
  readonly sequence: number;
  /** Of the first change in the run that gives it content. */
  readonly created: string | undefined;
  readonly changed: string;
  readonly deleted: boolean;
}

interface SeriesRow extends Row {
  readonly station: number | undefined;
}

interface Directory {
  readonly stations: Map<number, Row>;
  readonly series: Map<number, SeriesRow>;
}

function rowsAfter(events: readonly RecordedEvent[], before: number): Directory {
  const directory: Directory = { stations: new Map(), series: new Map() };
  for (const [index, event] of events.entries())
    record(readEvent(event), { sequence: before + index + 1, changed: placeOf(event.position) }, directory);
  return directory;
}

function record(event: DomainEvent, change: Pick<Row, "sequence" | "changed">, { stations, series }: Directory): void {
  switch (event.type) {
    case "StationAdded":
    case "StationUpdated": {
      const { station } = event.data;
      const { created = change.changed } = stations.get(station.id) ?? {};
      stations.set(station.id, {
        ...change,
        id: station.id,
        created,
        document: JSON.stringify(station),
        deleted: false,
      });
      return;
    }
    case "StationDeleted": {
      const { id } = event.data;
      const { document, created } = stations.get(id) ?? {};
      stations.set(id, { ...change, id, created, document, deleted: true });
      return;
    }
    case "TimeSeriesAdded":
    case "TimeSeriesUpdated": {
      const { id, station } = event.data.series;
      const { created = change.changed } = series.get(id) ?? {};
      series.set(id, { ...change, id, station, created, document: JSON.stringify(event.data.series), deleted: false });
      return;
    }
    case "TimeSeriesDeleted": {
      const { id } = event.data;
      const { document, station, created } = series.get(id) ?? {};
      series.set(id, { ...change, id, station, created, document, deleted: true });
      return;
    }
  }
}

async function writeStations(transaction: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.filter(({ document }) => document !== undefined);
  await transaction.query({
    name: `${table}-write`,
    text: `with gone as (
        update ${table} station set deleted = true, change_seq = gone.change_seq, changed = gone.changed
        from unnest($7::int4[], $8::int8[], $9::uuid[]) as gone (id, change_seq, changed) where station.id = gone.id)
      insert into ${table} (id, document, change_seq, deleted, created, changed)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::uuid[], $6::uuid[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, changed = excluded.changed`,
    values: [...columns(written), ...goneColumns(rows)],
  });
}

async function writeSeries(transaction: Queryable, table: string, rows: readonly SeriesRow[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.filter(({ document }) => document !== undefined);
  await transaction.query({
    name: `${table}-write`,
    text: `with gone as (
        update ${table} series set deleted = true, change_seq = gone.change_seq, changed = gone.changed
        from unnest($8::int4[], $9::int8[], $10::uuid[]) as gone (id, change_seq, changed) where series.id = gone.id)
      insert into ${table} (id, document, change_seq, deleted, created, changed, station)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::uuid[], $6::uuid[], $7::int4[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, changed = excluded.changed, station = excluded.station`,
    values: [...columns(written), int4Array(written.map(({ station }) => station)), ...goneColumns(rows)],
  });
}

function columns(rows: readonly Row[]): Buffer[] {
  return [
    int4Array(rows.map(({ id }) => id)),
    textArray(rows.map(({ document }) => document)),
    int8Array(rows.map(({ sequence }) => sequence)),
    boolArray(rows.map(({ deleted }) => deleted)),
    uuidArray(rows.map(({ created }) => created)),
    uuidArray(rows.map(({ changed }) => changed)),
  ];
}

/** Rows that are only marked as deleted: their document stays. */
function goneColumns(rows: readonly Row[]): Buffer[] {
  const gone = rows.filter(({ document }) => document === undefined);
  return [
    int4Array(gone.map(({ id }) => id)),
    int8Array(gone.map(({ sequence }) => sequence)),
    uuidArray(gone.map(({ changed }) => changed)),
  ];
}
