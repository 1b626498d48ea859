import { type StationEvent, stationStream, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewStation, Station } from "../../../contracts/station.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { type LastEvent, lastEvents } from "../handling/last-events.ts";
import {
  type Added,
  addAll,
  append,
  type Contended,
  isOwn,
  type Kind,
  placesOf,
  type RegistryDependencies,
  type RegistryOrder,
} from "../handling/register.ts";
import { type StationCommand, type StationRejection, type StationState, station } from "./station.ts";

/** Names that differ in the case of letters only are one name. */
export function stationKey({ name }: Pick<Station, "name">): string {
  return name.normalize("NFC").toLowerCase();
}

const kind: Kind<Station> = {
  kind: "station",
  streamOf: stationStream,
  keptBy: (event) =>
    event.type === "StationAdded" || event.type === "StationUpdated" ? event.data.station : undefined,
  keyOf: stationKey,
};

/** What became of a command for one station. `id`: the one that has the name already. */
export type StationResult =
  | { readonly outcome: "done"; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: StationRejection; readonly id?: number | null }
  | Contended;

/** Adds stations, whose names differ, all of them or none. */
export function addStations(
  dependencies: RegistryDependencies,
  sent: readonly NewStation[],
  order: RegistryOrder,
): Promise<Added> {
  const additions = sent.map((each) => ({
    key: stationKey(each),
    decide: (id: number, standing: LastEvent | undefined) =>
      station.decide({ type: "AddStation", station: { id, ...each } }, stateOf(standing)),
  }));
  return dependencies.keys.exclusively(() => addAll(dependencies, kind, additions, order));
}

/** Replaces a station, which may get another name. */
export function updateStation(
  dependencies: RegistryDependencies,
  sent: Station,
  order: RegistryOrder,
): Promise<StationResult> {
  const { keys } = dependencies;
  return keys.exclusively(async () => {
    const last = await lastOf(dependencies, sent.id);
    if (last && isOwn(last, order.cause)) return { outcome: "done", position: last.position };
    const key = stationKey(sent);
    const [place] = await placesOf(dependencies, kind, [key]);
    if (last && place?.owner && place.id !== sent.id) {
      return { outcome: "rejected", rejection: "station-exists", id: place.id };
    }
    return carryOut(dependencies, { type: "UpdateStation", station: sent }, sent.id, last, order, () =>
      keys.reserve("station", [{ key, id: sent.id, insteadOf: place?.reserved }]),
    );
  });
}

/** Deletes a station that has no series. */
export function deleteStation(
  dependencies: RegistryDependencies,
  id: number,
  order: RegistryOrder,
): Promise<StationResult> {
  const { keys, eventStore } = dependencies;
  return keys.exclusively(async () => {
    const last = await lastOf(dependencies, id);
    if (last && isOwn(last, order.cause)) return { outcome: "done", position: last.position };
    const heads = await eventStore.latest((await keys.seriesOf(id)).map(timeSeriesStream));
    const hasSeries = [...heads.values()].some(({ type }) => type !== "TimeSeriesDeleted");
    return carryOut(dependencies, { type: "DeleteStation", id, hasSeries }, id, last, order, async () => true);
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

async function carryOut(
  { eventStore, keys }: RegistryDependencies,
  command: StationCommand,
  id: number,
  last: LastEvent | undefined,
  { cause, dryRun }: RegistryOrder,
  reserve: () => Promise<boolean>,
): Promise<StationResult> {
  const decision = station.decide(command, stateOf(last));
  if (decision.outcome === "rejected") return decision;
  const seen = last?.position ?? eventStore.start;
  if (dryRun || decision.facts.length === 0) return { outcome: "done", position: seen };
  if (!(await reserve())) return { outcome: "contended" };
  const registrations = decision.facts.map((event) => ({ id, last, event }));
  const appended = await append(eventStore, kind, registrations, { cause, seen });
  // Only now, so that after a crash the old name is free or the station's, never both.
  if (appended.outcome === "done") {
    await keys.release("station", id, command.type === "UpdateStation" ? stationKey(command.station) : undefined);
  }
  return appended;
}

async function lastOf({ eventStore }: RegistryDependencies, id: number): Promise<LastEvent | undefined> {
  return (await lastEvents(eventStore, [stationStream(id)])).get(stationStream(id));
}

function stateOf(last: LastEvent | undefined): StationState {
  return last ? station.evolve(station.initial, last.event as StationEvent) : station.initial;
}
