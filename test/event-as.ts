import { type DomainEvent, type EventType, readEvent } from "../contracts/events.ts";

type Of<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>;

/** Reads a stored event that must have this type. */
export function eventAs<Type extends EventType>(type: Type, stored: Parameters<typeof readEvent>[0]): Of<Type> {
  const event = readEvent(stored);
  if (!isOf(type, event)) throw new Error(`the event is ${event.type}, not ${type}`);
  return event;
}

function isOf<Type extends EventType>(type: Type, event: DomainEvent): event is Of<Type> {
  return event.type === type;
}
