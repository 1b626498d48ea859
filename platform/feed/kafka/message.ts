import type { Position, RecordedEvent } from "../../event-store/port.ts";
import type { OutgoingMessage, ReceivedMessage } from "../../kafka/port.ts";

/**
 * A message's statement about its partition: between `after` and `position` the partition has no event but the
 * message's own, if any. So a reader that has everything up to `after` knows that it missed nothing, even if messages
 * were sent twice, late or not at all.
 */
export interface Link {
  readonly after: Position;
  readonly position: Position;
  /** Number of partitions of the topic: events up to `position` may be on any of them. */
  readonly partitions: number;
}

/** An event without its content. */
type EventNote = Omit<RecordedEvent, "position" | "data">;

/** Origin of messages. */
export interface Origin {
  /** The log that the positions belong to. */
  readonly log: string;
  /** One sender's reading of the log, from its beginning there on. */
  readonly run: string;
}

/**
 * Distinguishes an event from others, even in a log that was restored and then continued differently. An event written
 * again by a client's repeated request has another time.
 */
export interface Identity extends Pick<EventNote, "id" | "stream" | "revision"> {
  readonly time: string;
}

export function identityOf({ id, stream, revision, meta: { time } }: EventNote): Identity {
  return { id, stream, revision, time };
}

/** The message's only header, as JSON: each header costs the client far more time than its bytes. */
export interface Note extends Link, Pick<Origin, "log"> {
  /** Absent in messages of earlier releases. */
  readonly run?: string;
  /** Absent in a watermark, which only reports a position of the log. */
  readonly event?: EventNote;
  /** In a watermark: the event at `position`, if one of the topics has it. */
  readonly at?: Identity;
}

const HEADER = "airlog";

/** A message of another application, or in a format that this code does not know. */
export class MessageUnreadable extends Error {
  override readonly name = "MessageUnreadable";
}

type Content = Pick<OutgoingMessage, "key" | "value" | "headers">;

/** The content of a message without an event: it only reports a position of the log, and which event is there. */
export function watermark(origin: Origin, link: Link, at?: EventNote): Content {
  const named = at && { at: identityOf(at) };
  return { key: null, value: null, headers: header({ ...origin, ...link, ...named }) };
}

/** The content of a message with an event, whose position is in the link. The event's content is sent unchanged. */
export function eventMessage(event: RecordedEvent, key: string, origin: Origin, link: Link): Content {
  const { id, type, schemaVersion, stream, revision, meta } = event;
  const { buffer, byteOffset, byteLength } = event.data;
  const note: Note = { ...origin, ...link, event: { id, type, schemaVersion, stream, revision, meta } };
  return { key, value: Buffer.from(buffer, byteOffset, byteLength), headers: header(note) };
}

function header(note: Note): Record<string, Buffer> {
  return { [HEADER]: Buffer.from(JSON.stringify(note)) };
}

/** @throws MessageUnreadable */
export function readNote({ headers }: Pick<ReceivedMessage, "headers">): Note {
  const text = headers?.[HEADER]?.toString();
  if (text === undefined) throw new MessageUnreadable(`it has no header ${HEADER}`);
  const note = parsed(text);
  if (!isNote(note)) throw new MessageUnreadable(`its header ${HEADER} is of another kind`);
  return note;
}

/** The event of a message whose note has one. @throws MessageUnreadable when the message has no content. */
export function eventOf(
  { position }: Link,
  event: EventNote,
  { value }: Pick<ReceivedMessage, "value">,
): RecordedEvent {
  if (value === null) throw new MessageUnreadable("it has no content");
  return { ...event, position, data: value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageUnreadable(`its header ${HEADER} is no JSON`, { cause });
  }
}

/** Writers of the topic are trusted, so this only distinguishes our messages from others. */
function isNote(note: unknown): note is Note {
  if (typeof note !== "object" || note === null) return false;
  // Its members are checked below.
  const { log, after, position, partitions } = note as Partial<Note>;
  return [log, after, position].every((each) => typeof each === "string") && typeof partitions === "number";
}
