import { type EventType, readEvent } from "../../../contracts/events.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { ImportedEvent } from "../../../platform/event-store/port.ts";
import { type NameInLog, type NameKind, restoreNames } from "../handling/unique-names.ts";
import { uniqueName as stationName } from "../stations/commands.ts";
import { uniqueName as seriesName } from "../time-series/commands.ts";

/** The types of the events that names follow from. */
export const NAMED_EVENTS: readonly EventType[] = [
  "StationAdded",
  "StationUpdated",
  "StationDeleted",
  "TimeSeriesAdded",
  "TimeSeriesUpdated",
  "TimeSeriesDeleted",
];

/** Makes the unique names that follow from these events, which come after all whose names were restored before. */
export async function restoreNamesOf(events: readonly ImportedEvent[], database: Database): Promise<void> {
  const names: Record<NameKind, Map<number, NameInLog>> = { station: new Map(), timeseries: new Map() };
  const note = (kind: NameKind, id: number, name?: string, parent?: number) =>
    names[kind].set(id, { id, name, parent });
  for (const event of events) {
    if (!NAMED_EVENTS.some((type) => type === event.type)) continue;
    const { type, data } = readEvent(event);
    switch (type) {
      case "StationAdded":
      case "StationUpdated":
        note("station", data.station.id, stationName(data.station));
        break;
      case "StationDeleted":
        note("station", data.id);
        break;
      case "TimeSeriesAdded":
      case "TimeSeriesUpdated":
        note("timeseries", data.series.id, seriesName(data.series), data.series.station);
        break;
      case "TimeSeriesDeleted":
        note("timeseries", data.id);
    }
  }
  await restoreNames(database, "station", [...names.station.values()]);
  await restoreNames(database, "timeseries", [...names.timeseries.values()]);
}
