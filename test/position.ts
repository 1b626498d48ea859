import type { Position } from "../platform/event-store/port.ts";

/** The text as a position: branded, as an event store does that has parsed it. */
export function positionOf(text: string): Position {
  return text as Position;
}
