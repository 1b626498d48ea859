import * as declared from "../../../contracts/routes/stations.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { stationName } from "../handling/names.ts";
import type { RegistryDependencies } from "../handling/register.ts";
import { type AddedIds, alreadyThere, answerIds, contended, repeatedTexts } from "../http/registered.ts";
import type { BindWrite, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { idOf } from "../parsing/id.ts";
import { toProblem, unfit, ValidationErrors } from "../parsing/read-json.ts";
import { type StationResult, stationCommands } from "./commands.ts";
import { readNewStationsJob, readStationJob } from "./job.ts";

export interface StationDependencies extends RegistryDependencies {
  readonly bind: BindWrite;
  readonly jobs: Jobs;
}

/** Adding, updating and deleting stations. */
export function stationRoutes({ bind, jobs, ...registry }: StationDependencies): readonly ServedRoute[] {
  const commands = stationCommands(registry);
  return [
    bind(declared.addStations, {
      appends: ["StationAdded"],
      run: async ({ bytes, maxItems, identity, context, signal }): Promise<Written<AddedIds>> => {
        const read = await jobs.run(readNewStationsJob, { bytes, maxItems }, identity.provider);
        if (read.outcome === "refused") throw toProblem(read);
        const { values: stations, many } = read;
        const repeated = repeatedTexts(stations.map(stationName));
        if (repeated.length > 0) throw sameName(repeated);
        const added = await commands.add(stations, context, signal);
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
        return settled(await commands.update(read.value, context, signal), `${read.value.id}`);
      },
    }),
    bind(declared.deleteStation, {
      appends: ["StationDeleted"],
      run: async ({ parameters, context, signal }) => {
        const id = idOf(parameters.id);
        if (id === undefined) throw unknown(parameters.id);
        return settled(await commands.delete(id, context, signal), parameters.id);
      },
    }),
  ];
}

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
