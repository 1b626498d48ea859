import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { facilityStream, metadataStream } from "../contracts/events.ts";
import type { EventBatch, Position, RecordedEvent } from "../platform/event-store/port.ts";
import { placeOf } from "../platform/event-store/positions.ts";
import type { Feed, FeedCheckpoint, Subscription } from "../platform/feed/port.ts";
import { numberedPosition } from "./position.ts";

/** An in-memory log and feed, to which a test appends events by hand. */
export class ScriptedLog implements Feed {
  readonly start = numberedPosition(0);
  readonly events: RecordedEvent[] = [];
  #grown = new AbortController();

  /** Appends the events and returns the position of the last. */
  append(...events: readonly ScriptedEvent[]): Position {
    for (const event of events) {
      const revision = this.events.filter(({ stream }) => stream === event.stream).length;
      this.events.push({ ...event, revision, id: randomUUID(), position: numberedPosition(this.events.length + 1) });
    }
    this.#grown.abort();
    this.#grown = new AbortController();
    return numberedPosition(this.events.length);
  }

  clear(): void {
    this.events.length = 0;
  }

  async head(): Promise<Position> {
    return numberedPosition(this.events.length);
  }

  async *subscribe(
    { types, signal, batchSize }: Subscription,
    { position }: FeedCheckpoint,
  ): AsyncIterable<EventBatch> {
    let next = Number(`0x${placeOf(position)}`);
    while (!signal.aborted) {
      const grown = this.#grown.signal;
      const page = this.events.slice(next, next + batchSize);
      next += page.length;
      if (page.length > 0)
        yield { events: page.filter(({ type }) => types.includes(type)), position: numberedPosition(next) };
      else await sleep(60_000, undefined, { signal: AbortSignal.any([signal, grown]) }).catch(() => undefined);
    }
  }
}

export type ScriptedEvent = Pick<RecordedEvent, "stream" | "type" | "schemaVersion" | "data" | "meta">;

export function added(record: TestRecord, provider = "norway"): ScriptedEvent {
  return event(metadataStream(record.identification.identifier.pid), "MetadataAdded", { record }, provider);
}

export function deleted(pid: string, provider = "norway"): ScriptedEvent {
  return event(metadataStream(pid), "MetadataDeleted", { pid }, provider);
}

export function facilityAdded(facility: TestFacility): ScriptedEvent {
  return event(facilityStream(facility.identifier), "FacilityAdded", { facility });
}

export function facilityUpdated(facility: TestFacility): ScriptedEvent {
  return event(facilityStream(facility.identifier), "FacilityUpdated", { facility });
}

export function facilityDeleted(identifier: string): ScriptedEvent {
  return event(facilityStream(identifier), "FacilityDeleted", { identifier });
}

/** An event whose data is not valid JSON. */
export function poison(stream: string, type: string): ScriptedEvent {
  return { ...event(stream, type, {}), data: Buffer.from('{"record":') };
}

export interface TestFacility {
  readonly identifier: string;
  readonly [member: string]: unknown;
}

export interface TestRecord {
  readonly identification: { readonly identifier: { readonly pid: string } };
  readonly [member: string]: unknown;
}

/** The members of a record that views need. */
export function record(pid: string, members: Readonly<Record<string, unknown>> = {}): TestRecord {
  return { identification: { identifier: { pid } }, ...members };
}

export function event(stream: string, type: string, data: object, provider = "norway"): ScriptedEvent {
  return {
    stream,
    type,
    schemaVersion: 1,
    data: Buffer.from(JSON.stringify(data)),
    meta: { time: "2026-01-01T00:00:00Z", actor: "test", provider, correlationId: "test" },
  };
}
