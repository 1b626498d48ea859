import type { KafkaMessage, Message } from "kafkajs";
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

/** What stands beside an event's content. */
export interface EventNote {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly stream: string;
  readonly revision: number;
  readonly meta: EventMeta;
}

/** The message's one header, as JSON. One, since the client takes far more time for each header than for its bytes. */
export interface Note extends Link {
  /** The log that the positions belong to. */
  readonly log: string;
  /** Absent in a watermark, which only says how far the log is. */
  readonly event?: EventNote;
}

const HEADER = "airlog";

/** A message that is none of ours, or of another kind than this code knows. */
export class MessageUnreadable extends Error {
  override readonly name = "MessageUnreadable";
}

/** A message without an event: it only says how far the log is. */
export function watermark(partition: number, log: string, link: Link): Message {
  return { partition, key: null, value: null, headers: header({ log, ...link }) };
}

/** A message with an event, whose position the link has; its content as it is stored. */
export function eventMessage(event: RecordedEvent, key: string, partition: number, log: string, link: Link): Message {
  const { id, type, schemaVersion, stream, revision, meta } = event;
  const { buffer, byteOffset, byteLength } = event.data;
  const note: Note = { log, ...link, event: { id, type, schemaVersion, stream, revision, meta } };
  return { partition, key, value: Buffer.from(buffer, byteOffset, byteLength), headers: header(note) };
}

function header(note: Note): Record<string, Buffer> {
  return { [HEADER]: Buffer.from(JSON.stringify(note)) };
}

/** @throws MessageUnreadable */
export function readNote({ headers }: KafkaMessage): Note {
  const text = headers?.[HEADER]?.toString();
  if (text === undefined) throw new MessageUnreadable(`it has no header ${HEADER}`);
  const note = parsed(text);
  if (!isNote(note)) throw new MessageUnreadable(`its header ${HEADER} is of another kind`);
  return note;
}

/** The event of a message whose note has one. @throws MessageUnreadable when the message has no content. */
export function eventOf({ position }: Link, event: EventNote, { value }: KafkaMessage): RecordedEvent {
  if (value === null) throw new MessageUnreadable("it has no content");
  const { id, type, schemaVersion, stream, revision, meta } = event;
  return { position, stream, revision, id, type, schemaVersion, data: value, meta };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageUnreadable(`its header ${HEADER} is no JSON`, { cause });
  }
}

/** Who may write to the topic is trusted to write it whole. */
function isNote(note: unknown): note is Note {
  if (typeof note !== "object" || note === null) return false;
  const { log, after, position, partitions } = note as Partial<Note>;
  return [log, after, position].every((each) => typeof each === "string") && typeof partitions === "number";
}
