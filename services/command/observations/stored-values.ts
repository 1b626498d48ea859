import { readEvent, readMeta } from "../../../contracts/events.ts";
import { observationsStream } from "../../../contracts/measurement-events.ts";
import { unpacked } from "../../../contracts/observation-columns.ts";
import type { EventStore, Position } from "../../../platform/event-store/port.ts";
import { flagsOf, type Group } from "./columns.ts";

/** The values that an upload has stored in one stream, at the times of one group. */
export class StoredValues {
  readonly #values = new Map<
    number,
    { readonly value: number | null; readonly flags: number; readonly line: number }
  >();
  /** Position of the upload's last event in the stream. */
  position: Position;
  /** Its id; undefined when there is none. */
  lastEvent: string | undefined;

  constructor(start: Position) {
    this.position = start;
  }

  set(time: number, value: number | null, flags: number, line: number): void {
    this.#values.set(time, { value, flags, line });
  }

  holds({ fromTime, value, flags }: Group, index: number): boolean {
    const stored = this.#values.get(fromTime[index] ?? Number.NaN);
    return stored?.value === value[index] && stored?.flags === flags[index];
  }

  /** The last line that the stored value may come from; 0 when there is none. */
  lastLineOf({ fromTime }: Group, index: number): number {
    return this.#values.get(fromTime[index] ?? Number.NaN)?.line ?? 0;
  }
}

/** Reads the values that the upload has stored in the stream of the group. */
export async function readStored(eventStore: EventStore, group: Group, upload: string): Promise<StoredValues> {
  const stored = new StoredValues(eventStore.start);
  const wanted = new Set(group.fromTime);
  const first = group.fromTime[0] ?? 0;
  const last = group.fromTime.at(-1) ?? 0;
  for await (const recorded of eventStore.read(observationsStream(group.series, group.month))) {
    const { uploadPart: part } = readMeta(recorded);
    if (part?.upload !== upload) continue;
    stored.position = recorded.position;
    stored.lastEvent = recorded.id;
    // Parsing the content costs most.
    if (part.from > last || part.to < first) continue;
    const { type, data } = readEvent(recorded);
    if (type !== "ObservationsIngested") continue;
    const columns = unpacked(data);
    for (const [index, time] of columns.fromTime.entries()) {
      if (wanted.has(time)) stored.set(time, columns.value[index] ?? null, flagsOf(columns, index), part.lastLine);
    }
  }
  return stored;
}
