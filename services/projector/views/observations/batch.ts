import { setImmediate as nextTurn } from "node:timers/promises";
import { EventUnreadable, readEvent } from "../../../../contracts/events.ts";
import {
  type ObservationColumns,
  type PackedObservations,
  unpacked,
} from "../../../../contracts/observation-columns.ts";
import type { Position, RecordedEvent } from "../../../../platform/event-store/port.ts";
import { DAY, dayOf, MONTH, slotsOfDay, startOfDay, WEEK, YEAR } from "../../../../science/calendar.ts";

/** Limits of one transaction, which must stay well under a second. */
const MAX_VALUES = 50_000;
/** Slots of the days that the values lie in: a series of short steps has large rows. */
const MAX_SLOTS = 1_000_000;
/** Deleted series: each may have many rows. */
const MAX_DELETED = 20;

/** Bytes of events that are read before other work gets its turn: about two milliseconds. */
const MAX_BYTES_AT_ONCE = 128 * 1024;

/** Values of one series, with the position of their event. */
export interface Ingested extends ObservationColumns {
  readonly position: Position;
}

/** Events at the front, as many as suit one transaction. */
export interface ObservationBatch {
  readonly events: number;
  readonly ingested: readonly Ingested[];
  /** Series, each with the number of the event that deletes it. */
  readonly deleted: ReadonlyMap<number, number>;
  /** Series that values were ingested of, each with the number of the last event. */
  readonly sequences: ReadonlyMap<number, number>;
}

/** Reads the events a few at a time, since requests to the same process must not wait for a whole batch. */
export async function takeBatch(
  events: readonly RecordedEvent[],
  sequence: number,
  offset: number,
): Promise<ObservationBatch> {
  const ingested: Ingested[] = [];
  const deleted = new Map<number, number>();
  const sequences = new Map<number, number>();
  let [taken, values, slots, bytes] = [0, 0, 0, 0];
  for (const event of events) {
    bytes += event.data.length;
    if (bytes > MAX_BYTES_AT_ONCE) {
      bytes = 0;
      await nextTurn();
    }
    const read = readEvent(event);
    if (read.type === "ObservationsIngested") {
      const columns = checked(read.data);
      values += columns.fromTime.length;
      slots += daysIn(columns.fromTime, offset) * slotsOfDay(columns.timestep);
      if (taken > 0 && (values > MAX_VALUES || slots > MAX_SLOTS)) break;
      ingested.push({ ...columns, position: event.position });
      sequences.set(columns.series, sequence + taken + 1);
    } else if (read.type === "TimeSeriesDeleted") {
      if (deleted.size === MAX_DELETED) break;
      deleted.set(read.data.id, sequence + taken + 1);
    }
    taken += 1;
  }
  return { events: taken, ingested, deleted, sequences };
}

function daysIn(times: readonly number[], offset: number): number {
  let days = 0;
  let begin = 0;
  let end = 0;
  for (const time of times) {
    if (time >= begin && time < end) continue;
    begin = startOfDay(dayOf(time, offset), offset);
    end = begin + DAY;
    days += 1;
  }
  return days;
}

/** Checks what the shape of the event does not express. */
function checked(content: PackedObservations): ObservationColumns {
  const columns = unpacked(content);
  const { timestep, fromTime, value, isValid, qualityControlled } = columns;
  const columnsMatch = [value, isValid ?? value, qualityControlled ?? value].every(
    ({ length }) => length === fromTime.length,
  );
  if (!columnsMatch) throw new EventUnreadable("the columns differ in length");
  const known = timestep <= DAY ? DAY % timestep === 0 : timestep === WEEK || timestep === MONTH || timestep === YEAR;
  if (!known) throw new EventUnreadable(`a timestep of ${timestep} s`);
  return columns;
}
