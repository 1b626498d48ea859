import { z } from "zod";
import { readEvent } from "../../contracts/events.ts";
import { unpacked } from "../../contracts/observation-columns.ts";
import type { RecordedEvent } from "../../platform/event-store/port.ts";
import { finalValues } from "../measured-tables.ts";
import { thingKey, valueKey } from "./copy.ts";

const WithFacility = z.looseObject({ facility: z.looseObject({ identifier: z.string() }) });

/**
 * What a copy must hold by these events, which are all of a log but forecasts: a reference model, which shares no code with the
 * views and knows neither builds nor times.
 */
export function foldedLog(events: Iterable<RecordedEvent>): ReadonlyMap<string, unknown> {
  const records = new Map<string, object>();
  const facilities = new Map<string, object>();
  const held = new Map<string, unknown>();
  const measured: Parameters<typeof finalValues>[0][number][] = [];
  for (const recorded of events) {
    const event = readEvent(recorded);
    switch (event.type) {
      case "MetadataAdded":
        records.set(event.data.record.identification.identifier.pid, event.data.record);
        break;
      case "MetadataDeleted":
        records.delete(event.data.pid);
        break;
      case "FacilityAdded":
      case "FacilityUpdated":
        facilities.set(event.data.facility.identifier, event.data.facility);
        break;
      case "FacilityDeleted":
        facilities.delete(event.data.identifier);
        break;
      case "StationAdded":
      case "StationUpdated":
        held.set(thingKey("station", event.data.station.id), event.data.station);
        break;
      case "StationDeleted":
        held.delete(thingKey("station", event.data.id));
        break;
      case "TimeSeriesAdded":
      case "TimeSeriesUpdated":
        held.set(thingKey("timeseries", event.data.series.id), event.data.series);
        break;
      case "TimeSeriesDeleted":
        held.delete(thingKey("timeseries", event.data.id));
        measured.push({ deleted: event.data.id });
        break;
      case "ObservationsIngested":
        measured.push(unpacked(event.data));
        break;
    }
  }
  for (const [identifier, facility] of facilities) held.set(thingKey("facility", identifier), facility);
  for (const [pid, record] of records) held.set(thingKey("record", pid), withRegistered(record, facilities));
  for (const [series, { values }] of finalValues(measured))
    for (const [from, value] of values) held.set(valueKey(series, from), value);
  return held;
}

/** The record with the facility of the registry, if that has the one that it names. */
function withRegistered(record: object, facilities: ReadonlyMap<string, object>): object {
  const { data } = WithFacility.safeParse(record);
  const registered = data && facilities.get(data.facility.identifier);
  return registered ? { ...record, facility: registered } : record;
}
