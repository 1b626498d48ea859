import type { Unversioned } from "../../../contracts/event-shape.ts";
import { type TimeSeriesEvent, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewTimeSeries } from "../../../contracts/time-series.ts";
import { type Aggregate, encodeData, loadContents } from "../handling/aggregate.ts";
import type { CommandContext, HandledOne } from "../handling/command-handler.ts";
import { existingStations } from "../handling/existing-stations.ts";
import { seriesName } from "../handling/names.ts";
import { type Added, openRegistry, type RegistryDependencies } from "../handling/register.ts";
import {
  type Commander,
  type TimeSeriesCommand,
  type TimeSeriesRejection,
  type TimeSeriesState,
  timeSeries,
} from "./time-series.ts";

const series: Aggregate<TimeSeriesCommand, Unversioned<TimeSeriesEvent>, TimeSeriesState, TimeSeriesRejection> = {
  decider: timeSeries,
  load: loadContents<TimeSeriesEvent>({ TimeSeriesAdded: true, TimeSeriesUpdated: true, TimeSeriesDeleted: true }),
  encode: encodeData,
};

export type TimeSeriesResult = HandledOne<TimeSeriesRejection>;

/** Indices of series whose station does not exist. */
interface StationsMissing {
  readonly outcome: "stations-missing";
  readonly indices: readonly number[];
}

/** The commands for time series, each under the lock of the names. */
export function timeSeriesCommands(dependencies: RegistryDependencies) {
  const { eventStore, names } = dependencies;
  const nameOf = (state: TimeSeriesState) => (state.exists ? seriesName(state.series) : undefined);
  const registry = openRegistry(
    { kind: "timeseries", aggregate: series, streamOf: timeSeriesStream, nameOf },
    dependencies,
  );
  return {
    /** Adds series, no two of which are one, all of them or none. Those that name no provider belong to the sender's. */
    add: (
      sent: readonly NewTimeSeries[],
      context: CommandContext,
      signal: AbortSignal,
    ): Promise<Added | StationsMissing> => {
      const additions = sent.map((each) => ({
        name: seriesName(each),
        parent: each.station,
        command: (id: number) => {
          const owned = { id, ...each, provider: each.provider ?? context.metadata.provider };
          return { type: "AddTimeSeries", series: owned } as const;
        },
      }));
      return names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const stations = await existingStations(
          eventStore,
          sent.map(({ station }) => station),
        );
        const indices = sent.flatMap(({ station }, index) => (stations.has(station) ? [] : [index]));
        if (indices.length > 0) return { outcome: "stations-missing", indices };
        return registry.add(additions, context);
      });
    },

    update: (
      sent: NewTimeSeries & { readonly id: number },
      by: Commander,
      context: CommandContext,
      signal: AbortSignal,
    ) =>
      names.exclusively({ sender: context.metadata.provider, signal }, () =>
        registry.carryOut(sent.id, { type: "UpdateTimeSeries", by, series: sent }, { context }),
      ),

    delete: (id: number, by: Commander, context: CommandContext, signal: AbortSignal): Promise<TimeSeriesResult> =>
      names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const result = await registry.carryOut(id, { type: "DeleteTimeSeries", by, id }, { context });
        if (result.outcome === "done" && !context.dryRun) await names.release("timeseries", id);
        return result;
      }),
  };
}
