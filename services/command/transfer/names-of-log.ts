import { type EventType, readEvent } from "../../../contracts/events.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ImportedEvent } from "../../../platform/event-store/port.ts";
import { seriesName, stationName } from "../handling/names.ts";
import { type NameInLog, type NameKind, restoreNames, type UniqueNames } from "../handling/unique-names.ts";
import { batchesToHead, type LogEngines } from "./export-log.ts";
import { BadLine } from "./lines.ts";

/** The types of the events that names follow from. */
const NAMED_EVENTS: readonly EventType[] = [
  "StationAdded",
  "StationUpdated",
  "StationDeleted",
  "TimeSeriesAdded",
  "TimeSeriesUpdated",
  "TimeSeriesDeleted",
];

/** Restores the unique names that follow from these events, which come after all whose names were restored before. */
export async function restoreNamesOf(events: readonly ImportedEvent[], database: Database): Promise<void> {
  const names: Record<NameKind, Map<number, NameInLog>> = { station: new Map(), timeseries: new Map() };
  for (const event of events) {
    const read = nameIn(event);
    if (!read) continue;
    const of = names[read.kind];
    // The last event of a resource decides; of two resources with one name, the last one has it.
    of.delete(read.id);
    of.set(read.id, read);
  }
  await restoreNames(database, "station", [...names.station.values()]);
  await restoreNames(database, "timeseries", [...names.timeseries.values()]);
}

/**
 * Brings the unique names and the sequences of ids up to a log that lies outside their database: a restored database may be
 * behind the log. Reads only the events since the last time.
 * @throws EventStoreUnavailable, DatabaseUnavailable
 */
export async function catchUpNames({ eventStore, database }: LogEngines, names: UniqueNames): Promise<void> {
  const { logId } = eventStore;
  const caughtUp = await names.exclusively({ sender: "the log" }, async () => {
    const text = "select position from names_of_log where log_id = $1";
    const [known] = await database.query<{ position: string }>({ text, values: [logId] });
    const after = known && eventStore.parsePosition(known.position);
    for await (const { events, position } of batchesToHead(eventStore, { after, types: NAMED_EVENTS })) {
      await restoreNamesOf(events, database);
      const keep = `insert into names_of_log (log_id, position) values ($1, $2)
        on conflict (log_id) do update set position = excluded.position`;
      await database.query({ text: keep, values: [logId, position] });
    }
    return { outcome: "done" } as const;
  });
  if (caughtUp.outcome === "contended")
    throw new Error("the names could not be brought up to the log: they are in use");
}

/** The names that stations and series have at the end of a log. */
export class NamesInUse {
  readonly #names: Record<NameKind, Map<number, { readonly name: string; readonly line: number }>> = {
    station: new Map(),
    timeseries: new Map(),
  };

  note(event: ImportedEvent, line: number): void {
    const read = nameIn(event);
    if (!read) return;
    if (read.name === undefined) this.#names[read.kind].delete(read.id);
    else this.#names[read.kind].set(read.id, { name: read.name, line });
  }

  /** @throws BadLine when two resources have one name */
  check(): void {
    for (const [kind, names] of Object.entries(this.#names)) {
      const lines = new Map<string, number>();
      for (const { name, line } of names.values()) {
        const other = lines.get(name);
        if (other !== undefined) {
          const [first, second] = [Math.min(other, line), Math.max(other, line)];
          throw new BadLine(`Lines ${first} and ${second} give two resources the name ${name} of a ${kind}.`);
        }
        lines.set(name, line);
      }
    }
  }
}

/** The name that a station or a series has after the event; undefined for other events. */
function nameIn(event: ImportedEvent): (NameInLog & { readonly kind: NameKind }) | undefined {
  if (!NAMED_EVENTS.some((type) => type === event.type)) return undefined;
  const { type, data } = readEvent(event);
  switch (type) {
    case "StationAdded":
    case "StationUpdated":
      return { kind: "station", id: data.station.id, name: stationName(data.station), parent: undefined };
    case "StationDeleted":
      return { kind: "station", id: data.id, name: undefined, parent: undefined };
    case "TimeSeriesAdded":
    case "TimeSeriesUpdated":
      return { kind: "timeseries", id: data.series.id, name: seriesName(data.series), parent: data.series.station };
    case "TimeSeriesDeleted":
      return { kind: "timeseries", id: data.id, name: undefined, parent: undefined };
    default:
      return undefined;
  }
}
