import type { DomainEvent, EventType } from "../../../contracts/events.ts";
import type { Content, Decider, EventSummary } from "./decider.ts";
import { contentHash } from "./event-id.ts";

/** A decider, and the codec of its events: how they are stored, and read as the decider knows them. */
export interface Aggregate<Command, Event extends { readonly type: EventType }, State, Rejection> {
  readonly decider: Decider<Command, Event, State, Rejection>;
  /** All types of events that its streams hold. */
  readonly types: Readonly<Record<Event["type"], true>>;
  readonly decode: Decode<Event>;
  /** The content of a decided event, which gets this revision. */
  readonly encode: (event: Event, command: Command, revision: number) => Content;
}

/** Reads a stored event from its head, which costs one round trip for any number of streams, or with its content. */
export type Decode<Event extends { readonly type: EventType }> =
  | { readonly from: "head"; readonly event: (head: EventSummary<Event["type"]>) => Event }
  | { readonly from: "content"; readonly event: (stored: StoredEvent<Event["type"]>) => Event };

export type StoredEvent<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>;

/** Encodes events that hold their content. */
export function encodeData({ data }: { readonly data: object }): Content {
  return encodeJson(data);
}

/** Encodes events whose content the command carries. */
export function encodeSent(_event: unknown, { data, contentHash }: Content): Content {
  return { data, contentHash };
}

export function encodeJson(value: object): Content {
  const json = JSON.stringify(value);
  return { data: Buffer.from(json), contentHash: contentHash(json) };
}
