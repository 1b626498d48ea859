import { MOST_VALUES, type ObservationColumns } from "../../../contracts/measurement-events.ts";
import { civilDate, dayOf, periodEnd, periodStart, startOfDay } from "../../../science/calendar.ts";
import { CONTROLLED, type Entry, VALID } from "./entry.ts";

/** Values of one series that begin in one calendar month, in the order in which they came. */
export interface Group {
  readonly series: number;
  readonly timestep: number;
  /** Such as 2024-02. */
  readonly month: string;
  readonly fromTime: number[];
  readonly value: (number | null)[];
  readonly flags: number[];
  /** The line or element that each value came in. */
  readonly place: number[];
}

interface Span extends Group {
  readonly begin: number;
  readonly end: number;
}

/** Sorts values into groups, each of which becomes an event. `offset`: that of the network, minutes. */
export class Grouping {
  readonly #offset: number;
  readonly #series = new Map<number, { last: Span | undefined; readonly months: Map<number, Span> }>();

  constructor(offset: number) {
    this.#offset = offset;
  }

  add({ series, fromTime, value, flags }: Entry, timestep: number, place: number): void {
    let known = this.#series.get(series);
    if (!known) {
      known = { last: undefined, months: new Map() };
      this.#series.set(series, known);
    }
    let { last } = known;
    for (let index = 0; index < fromTime.length; index++) {
      const from = fromTime[index] as number;
      if (last === undefined || from < last.begin || from >= last.end) {
        last = this.#spanOf(known.months, series, timestep, from);
      }
      last.fromTime.push(from);
      last.value.push(value[index] as number | null);
      last.flags.push(flags[index] as number);
      last.place.push(place);
    }
    known.last = last;
  }

  *groups(): Generator<Group> {
    for (const { months } of this.#series.values()) yield* months.values();
  }

  #spanOf(months: Map<number, Span>, series: number, timestep: number, from: number): Span {
    const day = periodStart("month", dayOf(from, this.#offset));
    const known = months.get(day);
    if (known) return known;
    const { year, month } = civilDate(day);
    const span: Span = {
      series,
      timestep,
      month: `${year}-${String(month).padStart(2, "0")}`,
      begin: startOfDay(day, this.#offset),
      end: startOfDay(periodEnd("month", day), this.#offset),
      fromTime: [],
      value: [],
      flags: [],
      place: [],
    };
    months.set(day, span);
    return span;
  }
}

/** The group without what came in a place up to `place`. */
export function after(place: number, group: Group): Group {
  if (place < (group.place[0] as number)) return group;
  const kept = indices(group).filter((index) => (group.place[index] as number) > place);
  return picked(group, kept);
}

/** The group with its times rising. Of several values of one time the last counts; `onRepeated` hears of the others. */
export function inOrder(group: Group, onRepeated?: (place: number, earlier: number) => void): Group {
  if (isRising(group.fromTime)) return group;
  const { fromTime, place } = group;
  const order = indices(group).sort((a, b) => (fromTime[a] as number) - (fromTime[b] as number) || a - b);
  const kept: number[] = [];
  for (const index of order) {
    const before = kept.at(-1);
    if (before !== undefined && fromTime[before] === fromTime[index]) {
      onRepeated?.(place[index] as number, place[before] as number);
      kept.pop();
    }
    kept.push(index);
  }
  return picked(group, kept);
}

/** The group, in order, as the contents of events. */
export function* contentsOf(group: Group): Generator<ObservationColumns> {
  const { series, timestep } = group;
  for (let from = 0; from < group.fromTime.length; from += MOST_VALUES) {
    const part = from === 0 && group.fromTime.length <= MOST_VALUES ? group : slice(group, from, from + MOST_VALUES);
    const { fromTime, value, flags } = part;
    yield {
      series,
      timestep,
      fromTime,
      value,
      ...(!flags.every(isValid) && { isValid: flags.map(isValid) }),
      ...(flags.some(isControlled) && { qualityControlled: flags.map(isControlled) }),
    };
  }
}

const isValid = (flags: number): boolean => (flags & VALID) !== 0;
const isControlled = (flags: number): boolean => (flags & CONTROLLED) !== 0;

function isRising(times: readonly number[]): boolean {
  for (let index = 1; index < times.length; index++) {
    if ((times[index] as number) <= (times[index - 1] as number)) return false;
  }
  return true;
}

function indices({ fromTime }: Group): number[] {
  return Array.from(fromTime, (_, index) => index);
}

function picked(group: Group, chosen: readonly number[]): Group {
  const pick = <Value>(column: readonly Value[]): Value[] => chosen.map((index) => column[index] as Value);
  return {
    ...group,
    fromTime: pick(group.fromTime),
    value: pick(group.value),
    flags: pick(group.flags),
    place: pick(group.place),
  };
}

function slice(group: Group, from: number, to: number): Group {
  return {
    ...group,
    fromTime: group.fromTime.slice(from, to),
    value: group.value.slice(from, to),
    flags: group.flags.slice(from, to),
    place: group.place.slice(from, to),
  };
}
