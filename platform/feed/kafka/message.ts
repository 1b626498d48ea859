import type { IHeaders, KafkaMessage, Message } from "kafkajs";
import type { EventMeta, Position, RecordedEvent } from "../../event-store/port.ts";

/**
 * What a message on a partition says: between `after` and `position` the partition has nothing but the event, if the
 * message carries one. So a reader who has everything up to `after` knows that it missed nothing, whatever was sent
 * twice, late or not at all.
 */
export interface Link {
  readonly after: Position;
  readonly position: Position;
  /** How many partitions the topic has: events up to `position` may be on any of them. */
  readonly partitions: number;
}

/** A message that is none of ours, or of a newer kind. */
export class MessageUnreadable extends Error {
  override readonly name = "MessageUnreadable";
}

/** A message without an event: it only says how far the log is. */
export function watermark(partition: number, link: Link): Message {
  return { partition, key: null, value: null, headers: linkHeaders(link) };
}

/** A message with an event, whose position the link has. */
export function eventMessage(event: RecordedEvent, partition: number, link: Link): Message {
  const { meta } = event;
  const headers: IHeaders = {
    ...linkHeaders(link),
    "event-id": event.id,
    "event-type": event.type,
    "schema-version": String(event.schemaVersion),
    stream: event.stream,
    version: String(event.revision),
    time: meta.time,
    actor: meta.actor,
    provider: meta.provider,
    "correlation-id": meta.correlationId,
  };
  if (meta.causationId !== undefined) headers["causation-id"] = meta.causationId;
  if (meta.contentHash !== undefined) headers["content-hash"] = meta.contentHash;
  const { buffer, byteOffset, byteLength } = event.data;
  return { partition, key: event.stream, value: Buffer.from(buffer, byteOffset, byteLength), headers };
}

function linkHeaders({ after, position, partitions }: Link): IHeaders {
  return { after, position, partitions: String(partitions) };
}

/** The type of the event in a message; undefined for a watermark. Costs less than reading the whole. */
export function eventType({ headers }: KafkaMessage): string | undefined {
  return headers?.["event-type"]?.toString();
}

/** @throws MessageUnreadable */
export function readLink({ headers = {} }: KafkaMessage): Link {
  return {
    after: required(headers, "after") as Position,
    position: required(headers, "position") as Position,
    partitions: Number(required(headers, "partitions")),
  };
}

/** The event that a message of this position carries. @throws MessageUnreadable */
export function readEvent({ headers = {}, value }: KafkaMessage, position: Position): RecordedEvent {
  if (value === null) throw new MessageUnreadable("it has no content");
  return {
    position,
    stream: required(headers, "stream"),
    revision: Number(required(headers, "version")),
    id: required(headers, "event-id"),
    type: required(headers, "event-type"),
    schemaVersion: Number(required(headers, "schema-version")),
    data: value,
    meta: readMeta(headers),
  };
}

function readMeta(headers: IHeaders): EventMeta {
  const causationId = headers["causation-id"]?.toString();
  const contentHash = headers["content-hash"]?.toString();
  return {
    time: required(headers, "time"),
    actor: required(headers, "actor"),
    provider: required(headers, "provider"),
    correlationId: required(headers, "correlation-id"),
    ...(causationId !== undefined && { causationId }),
    ...(contentHash !== undefined && { contentHash }),
  };
}

function required(headers: IHeaders, name: string): string {
  const value = headers[name];
  if (value === undefined) throw new MessageUnreadable(`it has no header ${name}`);
  return value.toString();
}
