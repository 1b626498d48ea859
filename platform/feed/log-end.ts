import { delay } from "../async/delay.ts";
import { comparePositions, type EventStore, type Position } from "../event-store/port.ts";
import { LogEndsBefore } from "./port.ts";

/** After so long the end of the log is read again, since a server that is about to lose its lead may not know all of it. */
const CONFIRM_MS = 5_000;

export interface LogEndOptions {
  readonly signal: AbortSignal;
  readonly confirmMs?: number | undefined;
}

type Log = Pick<EventStore, "head" | "parsePosition">;

/**
 * The head of the log where that lies before the position; undefined also where the signal aborts before this is confirmed.
 * @throws PositionUnknown when the position belongs to another log
 */
export async function headBefore(
  eventStore: Log,
  position: Position,
  { signal, confirmMs = CONFIRM_MS }: LogEndOptions,
): Promise<Position | undefined> {
  if ((await readHeadBefore(eventStore, position)) === undefined) return undefined;
  await delay(confirmMs, signal);
  return signal.aborted ? undefined : readHeadBefore(eventStore, position);
}

/** @throws LogEndsBefore, PositionUnknown */
export async function requireWithinLog(eventStore: Log, position: Position, options: LogEndOptions): Promise<void> {
  const head = await headBefore(eventStore, position, options);
  if (head !== undefined) throw new LogEndsBefore(head);
}

async function readHeadBefore(eventStore: Log, position: Position): Promise<Position | undefined> {
  const parsed = eventStore.parsePosition(position);
  const head = await eventStore.head();
  return comparePositions(parsed, head) > 0 ? head : undefined;
}
