import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { DomainEvent } from "../../../contracts/events.ts";
import { type TimeSeriesEvent, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewTimeSeries, TimeSeries } from "../../../contracts/time-series.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { encodeData, loadContents } from "../handling/aggregate.ts";
import { type CommandContext, type Contended, handle } from "../handling/handle.ts";
import { type Added, addAll, type Registry, type RegistryDependencies } from "../handling/register.ts";
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

const series: Registry<
  TimeSeries,
  TimeSeriesCommand,
  Unversioned<TimeSeriesEvent>,
  TimeSeriesState,
  TimeSeriesRejection
> = {
  kind: "timeseries",
  aggregate: { decider: timeSeries, load: loadContents(isTimeSeriesEvent), encode: encodeData },
  streamOf: timeSeriesStream,
  resourceOf: (state) => (state.exists ? state.series : undefined),
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

/** Adds series, no two of which are one, all of them or none. Those that name no provider belong to the sender's. */
export function addTimeSeries(
  dependencies: RegistryDependencies,
  sent: readonly NewTimeSeries[],
  context: CommandContext,
): Promise<Added | StationsMissing> {
  const additions = sent.map((each) => ({
    key: timeSeriesKey(each),
    parent: each.station,
    command: (id: number) => {
      const owned = { id, ...each, provider: each.provider ?? context.metadata.provider };
      return { type: "AddTimeSeries", series: owned } as const;
    },
  }));
  return dependencies.keys.exclusively(async () => {
    const stations = await existingStations(
      dependencies,
      sent.map(({ station }) => station),
    );
    const indices = sent.flatMap(({ station }, index) => (stations.has(station) ? [] : [index]));
    if (indices.length > 0) return { outcome: "stations-missing", indices };
    return addAll(dependencies, series, additions, context);
  });
}

export function updateTimeSeries(
  dependencies: RegistryDependencies,
  sent: NewTimeSeries & { readonly id: number },
  by: Commander,
  context: CommandContext,
): Promise<TimeSeriesResult> {
  return carryOut(dependencies, sent.id, { type: "UpdateTimeSeries", by, series: sent }, context);
}

export function deleteTimeSeries(
  dependencies: RegistryDependencies,
  id: number,
  by: Commander,
  context: CommandContext,
): Promise<TimeSeriesResult> {
  return carryOut(dependencies, id, { type: "DeleteTimeSeries", by, id }, context);
}

function carryOut(
  { eventStore, keys }: RegistryDependencies,
  id: number,
  command: TimeSeriesCommand,
  context: CommandContext,
): Promise<TimeSeriesResult> {
  return keys.exclusively(async () => {
    const step = { stream: timeSeriesStream(id), command };
    const handled = await handle(eventStore, series.aggregate, [step], { context, atomic: true });
    if (handled.outcome === "contended") return handled;
    const rejection = handled.rejections.get(0);
    if (rejection) return { outcome: "rejected", rejection };
    if (command.type === "DeleteTimeSeries" && !context.dryRun) await keys.release("timeseries", id);
    return { outcome: "done", position: handled.position };
  });
}

const TIME_SERIES_EVENTS = {
  TimeSeriesAdded: true,
  TimeSeriesUpdated: true,
  TimeSeriesDeleted: true,
} satisfies Record<TimeSeriesEvent["type"], true>;

function isTimeSeriesEvent(event: DomainEvent): event is TimeSeriesEvent {
  return Object.hasOwn(TIME_SERIES_EVENTS, event.type);
}
