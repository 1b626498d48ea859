import {
  type AllStreamRecordedEvent,
  binaryEvent,
  type EventData,
  type RecordedEvent as ServerEvent,
} from "@eventstore/db-client";
import type { EventMeta } from "../../../contracts/event-metadata.ts";
import type { EventHead, NewEvent, RecordedEvent } from "../port.ts";
import type { CommitPointer, Positions } from "./positions.ts";

/** The metadata that the server keeps beside the content. */
interface Envelope {
  readonly schemaVersion: number;
  readonly meta: EventMeta;
}

/** Content is sent as bytes, since the client would parse and serialise JSON, which changes it. */
export function eventData({ id, type, schemaVersion, data, meta }: NewEvent): EventData {
  const envelope: Envelope = { schemaVersion, meta };
  return binaryEvent({
    id,
    type,
    data: plainBytes(data),
    metadata: new Uint8Array(Buffer.from(JSON.stringify(envelope))),
  });
}

/** The client's encoder does not accept a Buffer. */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** An upper bound of the bytes that the server counts for an event. */
export function sizeOf({ type, data, meta }: NewEvent): number {
  return data.byteLength + 2 * Buffer.byteLength(type) + Buffer.byteLength(JSON.stringify(meta)) + 64;
}

/** Whether airlog wrote it. The server's own events and those of other applications are not part of our log. */
export function isOurs({ metadata, isJson }: ServerEvent | AllStreamRecordedEvent): boolean {
  return !isJson && envelopeIn(metadata) !== undefined;
}

function envelopeIn(metadata: unknown): Envelope | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  if (!("schemaVersion" in metadata && typeof metadata.schemaVersion === "number" && "meta" in metadata))
    return undefined;
  // airlog wrote it.
  return { schemaVersion: metadata.schemaVersion, meta: metadata.meta as EventMeta };
}

export function recorded(event: ServerEvent | AllStreamRecordedEvent, positions: Positions): RecordedEvent {
  return {
    position: positions.of(pointerOf(event)),
    stream: event.streamId,
    revision: Number(event.revision),
    id: event.id,
    type: event.type,
    schemaVersion: envelopeOf(event).schemaVersion,
    data: contentOf(event),
    meta: envelopeOf(event).meta,
  };
}

export function headOf(event: ServerEvent, positions: Positions): EventHead {
  const { id, type } = event;
  return {
    position: positions.of(pointerOf(event)),
    revision: Number(event.revision),
    id,
    type,
    meta: envelopeOf(event).meta,
  };
}

/** Position reported by servers before 22.6 for events read from a stream. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

export function pointerOf({ position, id }: ServerEvent | AllStreamRecordedEvent): CommitPointer {
  if (position === undefined || position.commit === NO_POSITION) {
    throw new Error(`EventStoreDB does not report the position of event ${id}: 23.10 or later is needed.`);
  }
  return position;
}

function envelopeOf({ metadata, id, streamId }: ServerEvent | AllStreamRecordedEvent): Envelope {
  const envelope = envelopeIn(metadata);
  if (envelope === undefined) throw new Error(`event ${id} in stream ${streamId} was written by somebody else`);
  return envelope;
}

export function contentOf({ data, id, streamId }: ServerEvent | AllStreamRecordedEvent): Uint8Array {
  if (!(data instanceof Uint8Array)) throw new Error(`event ${id} in stream ${streamId} was written by somebody else`);
  return data;
}
