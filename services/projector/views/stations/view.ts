import { type DomainEvent, readEvent } from "../../../../contracts/events.ts";
import { VIEWS } from "../../../../contracts/views.ts";
import { boolArray, int4Array, int8Array, textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
import type { SqlView } from "../../view.ts";

/**
 * Stations and time series as they were sent, with their ids. Deleted ones stay as tombstones with their last document,
 * and `change_seq` numbers the changes over both tables, so that followers find what is new.
 */
export const stations: SqlView = {
  name: "stations",
  ...VIEWS.stations,
  schema: `
    create table stations_v1 (
      id int primary key,
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    );
    create table timeseries_v1 (
      id int primary key,
      station int not null,
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    );`,
  apply: async ({ events, sequence }, transaction) => {
    const directory = changesOf(events, sequence);
    await writeStations(transaction, [...directory.stations.values()]);
    await writeSeries(transaction, [...directory.series.values()]);
    return { events: events.length, sequence: sequence + events.length, slice: null };
  },
};

/** What a run of events makes of one row. */
interface Change {
  readonly id: number;
  /** Absent when the run only deletes it. */
  readonly document: string | undefined;
  readonly sequence: number;
  readonly deleted: boolean;
}

interface SeriesChange extends Change {
  readonly station: number | undefined;
}

interface Directory {
  readonly stations: Map<number, Change>;
  readonly series: Map<number, SeriesChange>;
}

function changesOf(events: readonly RecordedEvent[], before: number): Directory {
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

async function writeStations(transaction: Queryable, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const written = changes.filter(({ document }) => document !== undefined);
  await transaction.query({
    name: "stations_v1-write",
    text: `with gone as (
        update stations_v1 station set deleted = true, change_seq = gone.change_seq
        from unnest($5::int4[], $6::int8[]) as gone (id, change_seq) where station.id = gone.id)
      insert into stations_v1 (id, document, change_seq, deleted)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted`,
    values: [...columns(written), ...goneColumns(changes)],
  });
}

async function writeSeries(transaction: Queryable, changes: readonly SeriesChange[]): Promise<void> {
  if (changes.length === 0) return;
  const written = changes.filter(({ document }) => document !== undefined);
  await transaction.query({
    name: "timeseries_v1-write",
    text: `with gone as (
        update timeseries_v1 series set deleted = true, change_seq = gone.change_seq
        from unnest($6::int4[], $7::int8[]) as gone (id, change_seq) where series.id = gone.id)
      insert into timeseries_v1 (id, document, change_seq, deleted, station)
      select * from unnest($1::int4[], $2::text[], $3::int8[], $4::bool[], $5::int4[])
      on conflict (id) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, station = excluded.station`,
    values: [...columns(written), int4Array(written.map(({ station }) => station)), ...goneColumns(changes)],
  });
}

function columns(changes: readonly Change[]): Buffer[] {
  return [
    int4Array(changes.map(({ id }) => id)),
    textArray(changes.map(({ document }) => document)),
    int8Array(changes.map(({ sequence }) => sequence)),
    boolArray(changes.map(({ deleted }) => deleted)),
  ];
}

/** Rows that are only marked as deleted: their document stays. */
function goneColumns(changes: readonly Change[]): Buffer[] {
  const gone = changes.filter(({ document }) => document === undefined);
  return [int4Array(gone.map(({ id }) => id)), int8Array(gone.map(({ sequence }) => sequence))];
}
