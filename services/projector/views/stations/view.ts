import { type DomainEvent, readEvent } from "../../../../contracts/events.ts";
import { stations } from "../../../../contracts/views/stations.ts";
import { boolArray, int4Array, int8Array, textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
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
  for (const [index, event] of events.entries()) record(readEvent(event), before + index + 1, directory);
  return directory;
}

function record(event: DomainEvent, sequence: number, { stations, series }: Directory): void {
  switch (event.type) {
    case "StationAdded":
    case "StationUpdated": {
      const { station } = event.data;
      stations.set(station.id, { id: station.id, document: JSON.stringify(station), sequence, deleted: false });
      return;
    }
    case "StationDeleted": {
      const { id } = event.data;
      stations.set(id, { id, document: stations.get(id)?.document, sequence, deleted: true });
      return;
    }
    case "TimeSeriesAdded":
    case "TimeSeriesUpdated": {
      const { id, station } = event.data.series;
      series.set(id, { id, station, document: JSON.stringify(event.data.series), sequence, deleted: false });
      return;
    }
    case "TimeSeriesDeleted": {
      const { id } = event.data;
      const { document, station } = series.get(id) ?? {};
      series.set(id, { id, station, document, sequence, deleted: true });
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
        update ${table} station set deleted = true, change_seq = gone.change_seq
        from unnest($5::int4[], $6::int8[]) as gone (id, change_seq) where station.id = gone.id)
      insert into ${table} (id, document, change_seq, deleted)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted`,
    values: [...columns(written), ...goneColumns(rows)],
  });
}

async function writeSeries(transaction: Queryable, table: string, rows: readonly SeriesRow[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.filter(({ document }) => document !== undefined);
  await transaction.query({
    name: `${table}-write`,
    text: `with gone as (
        update ${table} series set deleted = true, change_seq = gone.change_seq
        from unnest($6::int4[], $7::int8[]) as gone (id, change_seq) where series.id = gone.id)
      insert into ${table} (id, document, change_seq, deleted, station)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::int4[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, station = excluded.station`,
    values: [...columns(written), int4Array(written.map(({ station }) => station)), ...goneColumns(rows)],
  });
}

function columns(rows: readonly Row[]): Buffer[] {
  return [
    int4Array(rows.map(({ id }) => id)),
    textArray(rows.map(({ document }) => document)),
    int8Array(rows.map(({ sequence }) => sequence)),
    boolArray(rows.map(({ deleted }) => deleted)),
  ];
}

/** Rows that are only marked as deleted: their document stays. */
function goneColumns(rows: readonly Row[]): Buffer[] {
  const gone = rows.filter(({ document }) => document === undefined);
  return [int4Array(gone.map(({ id }) => id)), int8Array(gone.map(({ sequence }) => sequence))];
}
