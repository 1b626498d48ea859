/**
 * Milliseconds by which a stored time may lie ahead of the clock. A time further ahead was written before the clock was
 * set back, so heartbeats, locks and claims with it don't count.
 */
export const MAX_AHEAD_MS = 60_000;

/** SQL: whether a column's time is at most so many milliseconds ago, by the database's clock, and not far ahead of it. */
export function isRecent(column: string, milliseconds: string | number): string {
  return `${column} between clock_timestamp() - ${milliseconds} * interval '1 ms'
    and clock_timestamp() + ${MAX_AHEAD_MS} * interval '1 ms'`;
}
