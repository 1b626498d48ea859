import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { DomainEvent } from "../../../contracts/events.ts";
import { type StationEvent, stationStream, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewStation, Station } from "../../../contracts/station.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { encodeData, loadContents } from "../handling/aggregate.ts";
import { type CommandContext, type Contended, type HandleOptions, handle } from "../handling/handle.ts";
import { type Added, addAll, findHolders, type Registry, type RegistryDependencies } from "../handling/register.ts";
import { type StationCommand, type StationRejection, type StationState, station } from "./station.ts";

/** Names that differ in the case of letters only are one name. */
export function stationKey({ name }: Pick<Station, "name">): string {
  return name.normalize("NFC").toLowerCase();
}

const stations: Registry<Station, StationCommand, Unversioned<StationEvent>, StationState, StationRejection> = {
  kind: "station",
  aggregate: { decider: station, load: loadContents(isStationEvent), encode: encodeData },
  streamOf: stationStream,
  resourceOf: (state) => (state.exists ? state.station : undefined),
  keyOf: stationKey,
};

/** The result of a command for one station. `id`: the station that has the name already. */
export type StationResult =
  | { readonly outcome: "done"; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: StationRejection; readonly id?: number | undefined }
  | Contended;

/** Adds stations, whose names differ, all of them or none. */
export function addStations(
  dependencies: RegistryDependencies,
  sent: readonly NewStation[],
  context: CommandContext,
): Promise<Added> {
  const additions = sent.map((each) => ({
    key: stationKey(each),
    command: (id: number) => ({ type: "AddStation", station: { id, ...each } }) as const,
  }));
  return dependencies.keys.exclusively(() => addAll(dependencies, stations, additions, context));
}

/** Replaces a station, which may get another name. */
export function updateStation(
  dependencies: RegistryDependencies,
  sent: Station,
  context: CommandContext,
): Promise<StationResult> {
  const { keys } = dependencies;
  return keys.exclusively(async () => {
    const key = stationKey(sent);
    const [holder] = await findHolders(dependencies, stations, [key]);
    const nameTakenBy = holder?.head && holder.id !== sent.id ? holder.id : undefined;
    const command: StationCommand = { type: "UpdateStation", station: sent, nameTakenBy };
    const beforeAppend = () => keys.reserve("station", [{ key, id: sent.id, insteadOf: holder?.reserved }]);
    const result = await carryOut(dependencies, sent.id, command, { context, atomic: true, beforeAppend });
    if (result.outcome === "rejected") return { ...result, id: nameTakenBy };
    // Only now, so that after a crash the old name is free or the station's, never both.
    if (result.outcome === "done" && !context.dryRun) await keys.release("station", sent.id, key);
    return result;
  });
}

/** Deletes a station that has no series. */
export function deleteStation(
  dependencies: RegistryDependencies,
  id: number,
  context: CommandContext,
): Promise<StationResult> {
  const { keys, eventStore } = dependencies;
  return keys.exclusively(async () => {
    const heads = await eventStore.latest((await keys.seriesOf(id)).map(timeSeriesStream));
    const hasSeries = [...heads.values()].some(({ type }) => type !== "TimeSeriesDeleted");
    const result = await carryOut(
      dependencies,
      id,
      { type: "DeleteStation", id, hasSeries },
      { context, atomic: true },
    );
    if (result.outcome === "done" && !context.dryRun) await keys.release("station", id);
    return result;
  });
}

/** The stations among the ids that exist. */
export async function existingStations(
  { eventStore }: RegistryDependencies,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(ids)];
  const heads = await eventStore.latest(wanted.map(stationStream));
  return new Set(wanted.filter((id) => (heads.get(stationStream(id))?.type ?? "StationDeleted") !== "StationDeleted"));
}

const STATION_EVENTS = {
  StationAdded: true,
  StationUpdated: true,
  StationDeleted: true,
} satisfies Record<StationEvent["type"], true>;

function isStationEvent(event: DomainEvent): event is StationEvent {
  return Object.hasOwn(STATION_EVENTS, event.type);
}

async function carryOut(
  { eventStore }: RegistryDependencies,
  id: number,
  command: StationCommand,
  options: HandleOptions,
): Promise<StationResult> {
  const handled = await handle(eventStore, stations.aggregate, [{ stream: stationStream(id), command }], options);
  if (handled.outcome === "contended") return handled;
  const rejection = handled.rejections.get(0);
  return rejection ? { outcome: "rejected", rejection } : { outcome: "done", position: handled.position };
}
