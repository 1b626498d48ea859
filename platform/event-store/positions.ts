import { type Position, PositionOfAnotherLog, PositionUnknown } from "./port.ts";

/** The position in a log of a pointer of two numbers: `<log>.<high><low>`, both as 16 hexadecimal digits. */
export function positionOf(log: string, high: bigint, low: bigint): Position {
  // Positions are made in this file, and nowhere else.
  return `${log}.${hex(high)}${hex(low)}` as Position;
}

/** The two numbers of a position. @throws PositionUnknown when the text is not a position of this log. */
export function parsePosition(log: string, text: string): readonly [high: bigint, low: bigint] {
  const [, found, high, low] = /^([0-9a-f]{12})\.([0-9a-f]{16})([0-9a-f]{16})$/.exec(text) ?? [];
  if (found === undefined)
    throw new PositionUnknown("This is not a position of the log; send one that came as Event-Position.");
  if (found !== log)
    throw new PositionOfAnotherLog(
      "The position belongs to another log, or to this one before it was restored or imported.",
    );
  return [BigInt(`0x${high}`), BigInt(`0x${low}`)];
}

/** The place of a position within its log, 32 hexadecimal digits: a column of type `uuid` holds it, and orders places. */
export const placeOf = (position: Position): string => position.slice(-32);

/** The position of a place, as a column of type `uuid` holds it, in a log. */
export function positionAt(log: string, place: string): Position {
  // This is how a position is written.
  return `${log}.${place.replaceAll("-", "")}` as Position;
}

/** The approximate share of the log before a position, 0 to 1: of its events or its bytes. */
export function shareOf(position: Position, head: Position): number {
  const [done, all] = [position, head].map((each) => Number(`0x${each.slice(-16)}`));
  if (!done || !all) return all === 0 ? 1 : 0;
  return Math.min(1, done / all);
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}
