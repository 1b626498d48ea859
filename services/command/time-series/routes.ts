import type { Identity } from "../../../contracts/access.ts";
import * as declared from "../../../contracts/routes/time-series.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { seriesName } from "../handling/names.ts";
import type { RegistryDependencies } from "../handling/register.ts";
import { type AddedIds, alreadyThere, answerIds, contended, repeatedTexts } from "../http/registered.ts";
import type { BindWrite, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { idOf } from "../parsing/id.ts";
import { toProblem, unfit } from "../parsing/read-json.ts";
import { type TimeSeriesResult, timeSeriesCommands } from "./commands.ts";
import { readNewTimeSeriesJob, readTimeSeriesJob } from "./job.ts";
import type { Commander } from "./time-series.ts";

export interface TimeSeriesDependencies extends RegistryDependencies {
  readonly bind: BindWrite;
  readonly jobs: Jobs;
}

/** Adding, updating and deleting time series. */
export function timeSeriesRoutes({ bind, jobs, ...registry }: TimeSeriesDependencies): readonly ServedRoute[] {
  const commands = timeSeriesCommands(registry);
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
        const added = await commands.add(series, context, signal);
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
        return settled(await commands.update(read.value, commander(identity), context, signal), `${read.value.id}`);
      },
    }),
    bind(declared.deleteTimeSeries, {
      appends: ["TimeSeriesDeleted"],
      run: async ({ parameters, identity, context, signal }) => {
        const id = idOf(parameters.id);
        if (id === undefined) throw unknown(parameters.id);
        return settled(await commands.delete(id, commander(identity), context, signal), parameters.id);
      },
    }),
  ];
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
