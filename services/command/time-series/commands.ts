import { type TimeSeriesEvent, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewTimeSeries, TimeSeries } from "../../../contracts/time-series.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { type LastEvent, lastEvents } from "../handling/last-events.ts";
import {
  type Added,
  addAll,
  append,
  type Contended,
  isOwn,
  type Kind,
  type RegistryDependencies,
  type RegistryOrder,
} from "../handling/register.ts";
import { existingStations } from "../stations/commands.ts";
import {
  type Commander,
  type TimeSeriesCommand,
  type TimeSeriesRejection,
  type TimeSeriesState,
  timeSeries,
} from "./time-series.ts";

/** A station has one series of a component and a step; components that differ in the case of letters only are one. */
export function timeSeriesKey({ station, component, timestep }: NewTimeSeries): string {
  return JSON.stringify([station, component.normalize("NFC").toLowerCase(), timestep]);
}

const kind: Kind<TimeSeries> = {
  kind: "timeseries",
  streamOf: timeSeriesStream,
  keptBy: (event) =>
    event.type === "TimeSeriesAdded" || event.type === "TimeSeriesUpdated" ? event.data.series : undefined,
  keyOf: timeSeriesKey,
};

export type TimeSeriesResult =
  | { readonly outcome: "done"; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: TimeSeriesRejection }
  | Contended;

/** Indices of series whose station does not exist. */
export interface StationsMissing {
  readonly outcome: "stations-missing";
  readonly indices: readonly number[];
}

/** Adds series, no two of which are one, all of them or none. Those that name no provider belong to the cause's. */
export function addTimeSeries(
  dependencies: RegistryDependencies,
  sent: readonly NewTimeSeries[],
  order: RegistryOrder,
): Promise<Added | StationsMissing> {
  const additions = sent.map((each) => ({
    key: timeSeriesKey(each),
    parent: each.station,
    decide: (id: number, standing: LastEvent | undefined) => {
      const series: TimeSeries = { id, ...each, provider: each.provider ?? order.cause.provider };
      return timeSeries.decide({ type: "AddTimeSeries", series }, stateOf(standing));
    },
  }));
  return dependencies.keys.exclusively(async () => {
    const stations = await existingStations(
      dependencies,
      sent.map(({ station }) => station),
    );
    const indices = sent.flatMap(({ station }, index) => (stations.has(station) ? [] : [index]));
    if (indices.length > 0) return { outcome: "stations-missing", indices };
    return addAll(dependencies, kind, additions, order);
  });
}

export function updateTimeSeries(
  dependencies: RegistryDependencies,
  sent: NewTimeSeries & { readonly id: number },
  by: Commander,
  order: RegistryOrder,
): Promise<TimeSeriesResult> {
  return carryOut(dependencies, { type: "UpdateTimeSeries", by, series: sent }, sent.id, order);
}

export function deleteTimeSeries(
  dependencies: RegistryDependencies,
  id: number,
  by: Commander,
  order: RegistryOrder,
): Promise<TimeSeriesResult> {
  return carryOut(dependencies, { type: "DeleteTimeSeries", by, id }, id, order);
}

function carryOut(
  { eventStore, keys }: RegistryDependencies,
  command: TimeSeriesCommand,
  id: number,
  { cause, dryRun }: RegistryOrder,
): Promise<TimeSeriesResult> {
  return keys.exclusively(async () => {
    const last = (await lastEvents(eventStore, [timeSeriesStream(id)])).get(timeSeriesStream(id));
    if (last && isOwn(last, cause)) return { outcome: "done", position: last.position };
    const decision = timeSeries.decide(command, stateOf(last));
    if (decision.outcome === "rejected") return decision;
    const seen = last?.position ?? eventStore.start;
    if (dryRun) return { outcome: "done", position: seen };
    const registrations = decision.facts.map((event) => ({ id, last, event }));
    const appended = await append(eventStore, kind, registrations, { cause, seen });
    if (appended.outcome === "done" && command.type === "DeleteTimeSeries") await keys.release("timeseries", id);
    return appended;
  });
}

function stateOf(last: LastEvent | undefined): TimeSeriesState {
  return last ? timeSeries.evolve(timeSeries.initial, last.event as TimeSeriesEvent) : timeSeries.initial;
}
