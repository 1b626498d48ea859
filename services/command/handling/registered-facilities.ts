import { facilityStream } from "../../../contracts/events.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";

/** The hashes of the contents that the registry has of these facilities, by identifier; unknown ones are absent. */
export async function registeredHashes(
  eventStore: Pick<EventStore, "latest">,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const registered = new Map<string, string>();
  const wanted = [...new Set(identifiers)];
  if (wanted.length === 0) return registered;
  const heads = await eventStore.latest(wanted.map(facilityStream));
  for (const identifier of wanted) {
    const { type, meta } = heads.get(facilityStream(identifier)) ?? {};
    if (type !== "FacilityDeleted" && meta?.contentHash !== undefined) registered.set(identifier, meta.contentHash);
  }
  return registered;
}
