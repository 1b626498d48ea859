import { type EventType, inVersion, type WrittenVersions } from "../../../contracts/events.ts";
import type { NewEvent } from "../../../platform/event-store/port.ts";

/** An event whose content and metadata are those of the current version of its type. */
export interface CurrentEvent extends Omit<NewEvent, "schemaVersion"> {
  readonly type: EventType;
}

/** The event in the version to be written, which is an earlier one while an earlier release may still read it. */
export function inWrittenVersion(event: CurrentEvent, versions: WrittenVersions): NewEvent {
  const schemaVersion = versions[event.type] ?? 1;
  return { ...inVersion(event, schemaVersion), schemaVersion };
}
