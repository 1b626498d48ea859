import type { Response } from "express";
import type { Identity } from "../../../contracts/access.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import * as declared from "../../../contracts/routes/time-series.ts";
import { problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import type { Keys } from "../handling/unique-names.ts";
import { type AddedIds, alreadyThere, answerIds, contended, firstOfEach, idOf } from "../http/registered.ts";
import { type Write, type WriteDependencies, type WriteRoute, type Written, writeHandler } from "../http/write.ts";
import { toProblem, ValidationErrors } from "../parsing/read-json.ts";
import { addTimeSeries, deleteTimeSeries, type TimeSeriesResult, timeSeriesKey, updateTimeSeries } from "./commands.ts";
import { readNewTimeSeriesJob, readTimeSeriesJob } from "./read-time-series.ts";
import type { Commander } from "./time-series.ts";

/** Adding, updating and deleting time series. */
export function timeSeriesRoutes(dependencies: WriteDependencies, keys: Keys): readonly ServedRoute[] {
  const { eventStore, jobs, maxItems } = dependencies;
  const registry = { eventStore, keys };

  const addition = async ({ body: { bytes }, identity, context }: Write): Promise<Written<AddedIds>> => {
    const read = await jobs.run(readNewTimeSeriesJob, { bytes, maxItems });
    if (read.outcome === "refused") throw toProblem(read);
    const { many, values: series } = read;
    for (const { provider } of series) mayGiveTo(identity, provider);
    const repeated = firstOfEach(series.map(timeSeriesKey));
    if (repeated.length > 0) {
      throw unfit(
        repeated.map(([index, first]) => ({
          path: `/${index}`,
          message: `has station, component and timestep of element ${first} too`,
        })),
      );
    }
    const added = await addTimeSeries(registry, series, context);
    switch (added.outcome) {
      case "done":
        return { position: added.position, result: { ids: added.ids, many } };
      case "exists":
        throw alreadyThere(
          "series-exists",
          "The station has a series of this component and timestep already",
          added.ids,
          many,
          "component",
        );
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
  };

  const update = async ({ body: { bytes }, identity, context }: Write): Promise<Written<null>> => {
    const read = await jobs.run(readTimeSeriesJob, { bytes });
    if (read.outcome === "refused") throw toProblem(read);
    return settled(await updateTimeSeries(registry, read.value, commander(identity), context), `${read.value.id}`);
  };

  const deletion = async ({ parameters, identity, context }: Write): Promise<Written<null>> => {
    const text = parameters["id"] ?? "";
    const id = idOf(text);
    if (id === undefined) throw unknown(text);
    return settled(await deleteTimeSeries(registry, id, commander(identity), context), text);
  };

  const route = <Result>(run: WriteRoute<Result>["run"], answer: (response: Response, result: Result) => void) =>
    writeHandler(dependencies, {
      appends: ["TimeSeriesAdded", "TimeSeriesUpdated", "TimeSeriesDeleted"],
      permit: requireEitherRole,
      run,
      answer,
    });
  const nothing = (response: Response): void => void response.status(200).end();

  return [
    serve(declared.addTimeSeries, route(addition, answerIds)),
    serve(declared.updateTimeSeries, route(update, nothing)),
    serve(declared.deleteTimeSeries, route(deletion, nothing)),
  ];
}

function requireEitherRole({ user, roles }: Identity): void {
  if (roles.includes("station_admin") || roles.includes("observation_provider")) return;
  throw problem("role-missing", `The account ${user} has neither the role station_admin nor observation_provider.`);
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

function unfit(errors: readonly FieldError[]) {
  const faults = new ValidationErrors();
  faults.add(...errors);
  return toProblem(faults.refusal("Nothing was stored; errors says what does not fit, and why."));
}
