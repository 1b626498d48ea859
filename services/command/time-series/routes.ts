import type { Identity } from "../../../contracts/access.ts";
import { timeSeriesStream } from "../../../contracts/measurement-events.ts";
import * as declared from "../../../contracts/routes/time-series.ts";
import type { NewTimeSeries } from "../../../contracts/time-series.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { CommandContext, HandledOne } from "../handling/command-handler.ts";
import { existingStations } from "../handling/existing-stations.ts";
import { seriesName } from "../handling/names.ts";
import { type Added, openRegistry, type RegistryDependencies } from "../handling/register.ts";
import { type AddedIds, alreadyThere, answerIds, contended, repeatedTexts } from "../http/registered.ts";
import type { BindWrite, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { idOf } from "../parsing/id.ts";
import { toProblem, unfit } from "../parsing/read-json.ts";
import { readNewTimeSeriesJob, readTimeSeriesJob } from "./job.ts";
import { type Commander, type TimeSeriesRejection, type TimeSeriesState, timeSeriesAggregate } from "./time-series.ts";

export interface TimeSeriesDependencies extends RegistryDependencies {
  readonly bind: BindWrite;
  readonly jobs: Jobs;
}

/** Adding, updating and deleting time series. */
export function timeSeriesRoutes({ bind, jobs, ...registry }: TimeSeriesDependencies): readonly ServedRoute[] {
  const handler = timeSeriesCommandHandler(registry);
  return [
    bind(declared.addTimeSeries, {
      appends: ["TimeSeriesAdded"],
      run: async ({ bytes, maxItems, identity, context, signal }): Promise<Written<AddedIds>> => {
        const read = await jobs.run(readNewTimeSeriesJob, { bytes, maxItems }, identity.provider);
        if (read.outcome === "refused") throw toProblem(read);
        const { values: series, many } = read;
        for (const { provider } of series) mayGiveTo(identity, provider);
        const repeated = repeatedTexts(series.map(seriesName));
        if (repeated.length > 0) throw sameSeries(repeated);
        const added = await handler.add(series, context, signal);
        switch (added.outcome) {
          case "done":
            return { position: added.position, result: { ids: added.ids, many } };
          case "exists": {
            const what = "The station has a series of this component and timestep already";
            throw alreadyThere("series-exists", what, added.ids, many, "component");
          }
          case "stations-missing":
            throw unfit(
              added.indices.map((index) => ({
                path: many ? `/${index}/station` : "/station",
                message: `there is no station ${series[index]?.station}`,
              })),
            );
          case "contended":
            throw contended("time series");
        }
      },
      answer: answerIds,
    }),
    bind(declared.updateTimeSeries, {
      appends: ["TimeSeriesUpdated"],
      run: async ({ bytes, identity, context, signal }) => {
        const read = await jobs.run(readTimeSeriesJob, { bytes }, identity.provider);
        if (read.outcome === "refused") throw toProblem(read);
        return settled(await handler.update(read.value, commander(identity), context, signal), `${read.value.id}`);
      },
    }),
    bind(declared.deleteTimeSeries, {
      appends: ["TimeSeriesDeleted"],
      run: async ({ parameters, identity, context, signal }) => {
        const id = idOf(parameters.id);
        if (id === undefined) throw unknown(parameters.id);
        return settled(await handler.delete(id, commander(identity), context, signal), parameters.id);
      },
    }),
  ];
}

/** The command handler of time series: each command under the lock of the names. */
function timeSeriesCommandHandler(dependencies: RegistryDependencies) {
  const { eventStore, names } = dependencies;
  const nameOf = (state: TimeSeriesState) => (state.exists ? seriesName(state.series) : undefined);
  const registry = openRegistry(
    { kind: "timeseries", aggregate: timeSeriesAggregate, streamOf: timeSeriesStream, nameOf },
    dependencies,
  );
  return {
    /** Adds series, all different, or none of them. Those that name no provider belong to the sender's. */
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

type TimeSeriesResult = HandledOne<TimeSeriesRejection>;

/** Indices of series whose station does not exist. */
interface StationsMissing {
  readonly outcome: "stations-missing";
  readonly indices: readonly number[];
}

function mayGiveTo({ user, provider, roles }: Identity, owner: string | undefined): void {
  if (owner === undefined || owner === provider || roles.includes("station_admin")) return;
  throw notTheirsToGive(user);
}

function commander({ provider, roles }: Identity): Commander {
  return { provider, anySeries: roles.includes("station_admin") };
}

function settled(result: TimeSeriesResult, id: string): Written<null> {
  switch (result.outcome) {
    case "done":
      return { position: result.position, result: null };
    case "contended":
      throw contended("time series");
    case "rejected":
      switch (result.rejection.reason) {
        case "series-unknown":
          throw unknown(id);
        case "series-owned-by-another":
          throw problem("series-owned-by-another", `Time series ${id} belongs to another provider.`);
        case "not-theirs-to-give":
          throw notTheirsToGive("that sends this");
        case "fixed":
          throw unfit(
            result.rejection.members.map((member) => ({
              path: `/${member}`,
              message: "can't be changed: another one makes another time series",
            })),
          );
        case "names-unfit":
          throw unfit(result.rejection.errors);
        case "series-exists":
          throw new Error(`time series ${id} was to be added, not changed`);
      }
  }
}

function unknown(id: string) {
  return problem("series-unknown", `There is no time series ${id}.`);
}

function notTheirsToGive(user: string) {
  return problem("role-missing", `The account ${user} needs the role station_admin to name another provider.`);
}

function sameSeries(repeated: ReturnType<typeof repeatedTexts>) {
  return unfit(
    repeated.map(([index, first]) => ({
      path: `/${index}`,
      message: `has station, component and timestep of element ${first} too`,
    })),
  );
}
