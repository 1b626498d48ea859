import { newestVersion } from "../contracts/events.ts";
import { observationsStream, stationStream, timeSeriesStream } from "../contracts/measurement-events.ts";
import { type ObservationColumns, packed } from "../contracts/observation-columns.ts";
import { event, type ScriptedEvent } from "./scripted-log.ts";

/** Measurement events for a `ScriptedLog`. */

export interface TestStation {
  readonly id: number;
  readonly name: string;
  readonly [member: string]: unknown;
}

export interface TestSeries {
  readonly id: number;
  readonly station: number;
  readonly component: string;
  readonly timestep: number;
  readonly [member: string]: unknown;
}

export function stationAdded(station: TestStation): ScriptedEvent {
  return event(stationStream(station.id), "StationAdded", { station });
}

export function stationUpdated(station: TestStation): ScriptedEvent {
  return event(stationStream(station.id), "StationUpdated", { station });
}

export function stationDeleted(id: number): ScriptedEvent {
  return event(stationStream(id), "StationDeleted", { id });
}

export function seriesAdded(series: TestSeries): ScriptedEvent {
  return event(timeSeriesStream(series.id), "TimeSeriesAdded", { series });
}

export function seriesUpdated(series: TestSeries): ScriptedEvent {
  return event(timeSeriesStream(series.id), "TimeSeriesUpdated", { series });
}

export function seriesDeleted(id: number): ScriptedEvent {
  return event(timeSeriesStream(id), "TimeSeriesDeleted", { id });
}

/** `month` names the stream only. */
export function ingested(columns: ObservationColumns, month = "2020-01"): ScriptedEvent {
  return {
    ...event(observationsStream(columns.series, month), "ObservationsIngested", packed(columns)),
    schemaVersion: newestVersion("ObservationsIngested"),
  };
}

/** Consecutive hourly values from the time on; null for a missing one. */
export function hourly(series: number, from: number, value: readonly (number | null)[]): ScriptedEvent {
  return ingested({ series, timestep: 3600, fromTime: value.map((_, hour) => from + hour * 3600), value });
}
