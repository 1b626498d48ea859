import { stationStream, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import * as declared from "../../../contracts/routes/stations.ts";
import type { NewStation, Station } from "../../../contracts/station.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { CommandContext, HandledOne } from "../handling/command-handler.ts";
import { stationName } from "../handling/names.ts";
import { type Added, openRegistry, type RegistryDependencies } from "../handling/register.ts";
import { type AddedIds, alreadyThere, answerIds, contended, repeatedTexts } from "../http/registered.ts";
import type { BindWrite, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { idOf } from "../parsing/id.ts";
import { toProblem, unfit, ValidationErrors } from "../parsing/read-json.ts";
import { readNewStationsJob, readStationJob } from "./job.ts";
import { type StationCommand, type StationRejection, type StationState, stationAggregate } from "./station.ts";

export interface StationDependencies extends RegistryDependencies {
  readonly bind: BindWrite;
  readonly jobs: Jobs;
}

/** Adding, updating and deleting stations. */
export function stationRoutes({ bind, jobs, ...registry }: StationDependencies): readonly ServedRoute[] {
  const handler = stationCommandHandler(registry);
  return [
    bind(declared.addStations, {
      appends: ["StationAdded"],
      run: async ({ bytes, maxItems, identity, context, signal }): Promise<Written<AddedIds>> => {
        const read = await jobs.run(readNewStationsJob, { bytes, maxItems }, identity.provider);
        if (read.outcome === "refused") throw toProblem(read);
        const { values: stations, many } = read;
        const repeated = repeatedTexts(stations.map(stationName));
        if (repeated.length > 0) throw sameName(repeated);
        const added = await handler.add(stations, context, signal);
        switch (added.outcome) {
          case "done":
            return { position: added.position, result: { ids: added.ids, many } };
          case "exists":
            throw alreadyThere("station-exists", "A station of this name exists already", added.ids, many, "name");
          case "contended":
            throw contended("stations");
        }
      },
      answer: answerIds,
    }),
    bind(declared.updateStation, {
      appends: ["StationUpdated"],
      run: async ({ bytes, identity, context, signal }) => {
        const read = await jobs.run(readStationJob, { bytes }, identity.provider);
        if (read.outcome === "refused") throw toProblem(read);
        return settled(await handler.update(read.value, context, signal), `${read.value.id}`);
      },
    }),
    bind(declared.deleteStation, {
      appends: ["StationDeleted"],
      run: async ({ parameters, context, signal }) => {
        const id = idOf(parameters.id);
        if (id === undefined) throw unknown(parameters.id);
        return settled(await handler.delete(id, context, signal), parameters.id);
      },
    }),
  ];
}

/** The command handler of stations: each command under the lock of the names. */
function stationCommandHandler(dependencies: RegistryDependencies) {
  const { eventStore, names } = dependencies;
  const nameOf = (state: StationState) => (state.exists ? stationName(state.station) : undefined);
  const registry = openRegistry(
    { kind: "station", aggregate: stationAggregate, streamOf: stationStream, nameOf },
    dependencies,
  );
  return {
    /** Adds stations, whose names differ, all of them or none. */
    add: (sent: readonly NewStation[], context: CommandContext, signal: AbortSignal): Promise<Added> => {
      const additions = sent.map((each) => ({
        name: stationName(each),
        command: (id: number) => ({ type: "AddStation", station: { id, ...each } }) as const,
      }));
      return names.exclusively({ sender: context.metadata.provider, signal }, () => registry.add(additions, context));
    },

    /** Replaces a station, which may get another name. */
    update: (sent: Station, context: CommandContext, signal: AbortSignal): Promise<StationResult> =>
      names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const name = stationName(sent);
        const [holder] = await registry.withHolders([{ name }]);
        const nameTakenBy = holder?.head && holder.id !== sent.id ? holder.id : undefined;
        const command: StationCommand = { type: "UpdateStation", station: sent, nameTakenBy };
        const beforeAppend = () => names.reserve("station", [{ name, id: sent.id, insteadOf: holder?.reserved }]);
        const result = await registry.carryOut(sent.id, command, { context, beforeAppend });
        if (result.outcome === "rejected") return { ...result, id: nameTakenBy };
        // Released last, so that after a crash the old name is free or the station's, never both.
        if (result.outcome === "done" && !context.dryRun) await names.release("station", sent.id, name);
        return result;
      }),

    /** Deletes a station that has no series. */
    delete: (id: number, context: CommandContext, signal: AbortSignal): Promise<StationResult> =>
      names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const heads = await eventStore.latest((await names.seriesOf(id)).map(timeSeriesStream));
        const hasSeries = [...heads.values()].some(({ type }) => type !== "TimeSeriesDeleted");
        const result = await registry.carryOut(id, { type: "DeleteStation", id, hasSeries }, { context });
        if (result.outcome === "done" && !context.dryRun) await names.release("station", id);
        return result;
      }),
  };
}

/** The result of a command for one station. `id`: the station that has the name already. */
type StationResult = HandledOne<StationRejection> & { readonly id?: number | undefined };

function settled(result: StationResult, id: string): Written<null> {
  switch (result.outcome) {
    case "done":
      return { position: result.position, result: null };
    case "contended":
      throw contended("stations");
    case "rejected":
      switch (result.rejection.reason) {
        case "station-unknown":
          throw unknown(id);
        case "station-exists":
          throw alreadyThere("station-exists", "Another station has this name", [result.id ?? null], false, "name");
        case "names-unfit":
          throw unfit(result.rejection.errors);
        case "station-has-series":
          throw problem("station-has-series", `Station ${id} has time series; delete them first.`);
      }
  }
}

function unknown(id: string) {
  return problem("station-unknown", `There is no station ${id}.`);
}

function sameName(repeated: readonly (readonly [number, number])[]) {
  const errors = new ValidationErrors();
  for (const [index, first] of repeated) {
    errors.add({ path: `/${index}/name`, message: `is that of station ${first} too` });
  }
  return toProblem(errors.refusal("Nothing was stored: some stations have the same name."));
}
