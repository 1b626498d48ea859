import { stationStream } from "../../../contracts/measurement-events.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";

/** The stations among the ids that exist. */
export async function existingStations(eventStore: EventStore, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(ids)];
  const heads = await eventStore.latest(wanted.map(stationStream));
  return new Set(wanted.filter((id) => (heads.get(stationStream(id))?.type ?? "StationDeleted") !== "StationDeleted"));
}
