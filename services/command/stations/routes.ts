import type { Response } from "express";
import * as declared from "../../../contracts/routes/stations.ts";
import { problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { requireRole } from "../access/authorise.ts";
import type { Keys } from "../handling/unique-names.ts";
import { type AddedIds, alreadyThere, answerIds, contended, firstOfEach, idOf } from "../http/registered.ts";
import { type Write, type WriteDependencies, type WriteRoute, type Written, writeHandler } from "../http/write.ts";
import { toProblem, ValidationErrors } from "../parsing/read-json.ts";
import { addStations, deleteStation, type StationResult, stationKey, updateStation } from "./commands.ts";
import { readNewStationsJob, readStationJob } from "./read-stations.ts";

/** Adding, updating and deleting stations. */
export function stationRoutes(dependencies: WriteDependencies, keys: Keys): readonly ServedRoute[] {
  const { eventStore, jobs, maxItems } = dependencies;
  const registry = { eventStore, keys };

  const addition = async ({ body: { bytes }, context }: Write): Promise<Written<AddedIds>> => {
    const read = await jobs.run(readNewStationsJob, { bytes, maxItems });
    if (read.outcome === "refused") throw toProblem(read);
    const { values: stations } = read;
    const repeated = firstOfEach(stations.map(stationKey));
    if (repeated.length > 0) throw sameName(repeated);
    const added = await addStations(registry, stations, context);
    switch (added.outcome) {
      case "done":
        return { position: added.position, result: { ids: added.ids, many: read.many } };
      case "exists":
        throw alreadyThere("station-exists", "A station of this name exists already", added.ids, read.many, "name");
      case "contended":
        throw contended("stations");
    }
  };

  const update = async ({ body: { bytes }, context }: Write): Promise<Written<null>> => {
    const read = await jobs.run(readStationJob, { bytes });
    if (read.outcome === "refused") throw toProblem(read);
    return settled(await updateStation(registry, read.value, context), String(read.value.id));
  };

  const deletion = async ({ parameters, context }: Write): Promise<Written<null>> => {
    const text = parameters["id"] ?? "";
    const id = idOf(text);
    if (id === undefined) throw unknown(text);
    return settled(await deleteStation(registry, id, context), text);
  };

  const route = <Result>(run: WriteRoute<Result>["run"], answer: (response: Response, result: Result) => void) =>
    writeHandler(dependencies, {
      appends: ["StationAdded", "StationUpdated", "StationDeleted"],
      permit: (identity) => requireRole(identity, "station_admin"),
      run,
      answer,
    });
  const nothing = (response: Response): void => void response.status(200).end();

  return [
    serve(declared.addStations, route(addition, answerIds)),
    serve(declared.updateStation, route(update, nothing)),
    serve(declared.deleteStation, route(deletion, nothing)),
  ];
}

function settled(result: StationResult, id: string): Written<null> {
  switch (result.outcome) {
    case "done":
      return { position: result.position, result: null };
    case "contended":
      throw contended("stations");
    case "rejected":
      switch (result.rejection) {
        case "station-unknown":
          throw unknown(id);
        case "station-exists":
          throw alreadyThere("station-exists", "Another station has this name", [result.id ?? null], false, "name");
        case "station-has-series":
          throw problem("station-has-series", `Station ${id} has time series; delete them first.`);
      }
  }
}

function unknown(id: string) {
  return problem("station-unknown", `There is no station ${id}.`);
}

function sameName(repeated: readonly (readonly [number, number])[]) {
  const faults = new ValidationErrors();
  for (const [index, first] of repeated) {
    faults.add({ path: `/${index}/name`, message: `is that of station ${first} too` });
  }
  return toProblem(faults.refusal("Nothing was stored: some stations have the same name."));
}
