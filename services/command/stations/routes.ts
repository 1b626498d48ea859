import type { Response, Router } from "express";
import type { NewStation, Station } from "../../../contracts/station.ts";
import { problem } from "../../../platform/http/problem.ts";
import { requireRole } from "../access/authorise.ts";
import type { Keys } from "../handling/unique-names.ts";
import { type AddedIds, alreadyThere, answerIds, contended, firstOfEach, idOf } from "../http/registered.ts";
import { type Write, type WriteDependencies, type WriteRoute, type Written, writeHandler } from "../http/write.ts";
import { Faults, toProblem } from "../parsing/read-json.ts";
import { addStations, deleteStation, type StationResult, stationKey, updateStation } from "./commands.ts";

/** Adding, updating and deleting stations. */
export function addStationRoutes(router: Router, dependencies: WriteDependencies, keys: Keys): void {
  const { eventStore, jobs, mostItems: most } = dependencies;
  const registry = { eventStore, keys };

  const addition = async ({ body, cause, dryRun }: Write): Promise<Written<AddedIds>> => {
    const read = await jobs.run({ kind: "read-resources", name: "new-station", bytes: body.bytes, most });
    if (read.outcome === "refused") throw toProblem(read);
    const stations = read.values as readonly NewStation[];
    const repeated = firstOfEach(stations.map(stationKey));
    if (repeated.length > 0) throw sameName(repeated);
    const added = await addStations(registry, stations, { cause, dryRun });
    switch (added.outcome) {
      case "done":
        return { position: added.position, result: { ids: added.ids, many: read.many } };
      case "exists":
        throw alreadyThere("station-exists", "A station of this name exists already", added.ids, read.many, "name");
      case "contended":
        throw contended("stations");
    }
  };

  const update = async ({ body, cause, dryRun }: Write): Promise<Written<null>> => {
    const read = await jobs.run({ kind: "read-resource", name: "station", bytes: body.bytes });
    if (read.outcome === "refused") throw toProblem(read);
    const station = read.values[0] as Station;
    return settled(await updateStation(registry, station, { cause, dryRun }), String(station.id));
  };

  const deletion = async ({ parameters, cause, dryRun }: Write): Promise<Written<null>> => {
    const text = parameters["id"] ?? "";
    const id = idOf(text);
    if (id === undefined) throw unknown(text);
    return settled(await deleteStation(registry, id, { cause, dryRun }), text);
  };

  const route = <Result>(run: WriteRoute<Result>["run"], answer: (response: Response, result: Result) => void) =>
    writeHandler(dependencies, {
      appends: ["StationAdded", "StationUpdated", "StationDeleted"],
      permit: (identity) => requireRole(identity, "station_admin"),
      run,
      answer,
    });
  const nothing = (response: Response): void => void response.status(200).end();

  router
    .post("/api/provider/stations/add", route(addition, answerIds))
    .post("/api/provider/stations/update", route(update, nothing))
    .delete("/api/provider/stations/:id", route(deletion, nothing));
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
  const faults = new Faults();
  for (const [index, first] of repeated) {
    faults.add({ path: `/${index}/name`, message: `is that of station ${first} too` });
  }
  return toProblem(faults.refusal("Nothing was stored: some stations have the same name."));
}
