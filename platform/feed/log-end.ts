import { delay } from "../async/delay.ts";
import { comparePositions, type EventStore, type Position } from "../event-store/port.ts";
import { LogEndsBefore } from "./port.ts";

/**
 * Time after which the end of the log is read again, since a leader that is about to be replaced may not know the whole
 * log.
 */
const CONFIRM_MS = 5_000;

export interface LogEndOptions {
  readonly signal: AbortSignal;
  readonly confirmMs?: number | undefined;
}

type Log = Pick<EventStore, "head" | "parsePosition">;

/**
 * The head of the log if it lies before the position; else, or if the signal aborts before this is confirmed,
 * undefined.
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
