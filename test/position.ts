import type { Position } from "../platform/event-store/port.ts";

/** The position of the event with this number, from 1, in a log of the tests. */
export function numberedPosition(number: number): Position {
  return positionOf(`0123456789ab.${number.toString(16).padStart(32, "0")}`);
}

/** The text as a position: branded, as by an event store that has parsed it. */
export function positionOf(text: string): Position {
  return text as Position;
}
