import { MAX_VALUES, type ObservationColumns } from "../../../contracts/observation-columns.ts";
import { civilDate, dayOf, periodEnd, periodStart, startOfDay } from "../../../science/calendar.ts";
import { CONTROLLED, type Entry, VALID } from "./entry.ts";

/** Values of one series that begin in one calendar month, in the order sent. */
export interface Group {
  readonly series: number;
  readonly timestep: number;
  /** Such as 2024-02. */
  readonly month: string;
  readonly fromTime: number[];
  readonly value: (number | null)[];
  readonly flags: number[];
  /** The line or array element that each value came in, counted from 1. */
  readonly lines: number[];
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

  add({ series, fromTime, value, flags }: Entry, timestep: number, line: number): void {
    let known = this.#series.get(series);
    if (!known) {
      known = { last: undefined, months: new Map() };
      this.#series.set(series, known);
    }
    let { last } = known;
    for (let index = 0; index < fromTime.length; index++) {
      const from = fromTime[index] ?? 0;
      if (last === undefined || from < last.begin || from >= last.end) {
        last = this.#spanOf(known.months, series, timestep, from);
      }
      last.fromTime.push(from);
      last.value.push(value[index] ?? null);
      last.flags.push(flags[index] ?? 0);
      last.lines.push(line);
    }
    known.last = last;
  }

  /** Adds values that were grouped before. */
  restore({ series, timestep, fromTime, value, flags, lines }: Group): void {
    for (const [index, line] of lines.entries()) {
      const at = [index, index + 1] as const;
      const columns = { fromTime: fromTime.slice(...at), value: value.slice(...at), flags: flags.slice(...at) };
      this.add({ series, toTime: [], ...columns }, timestep, line);
    }
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
      lines: [],
    };
    months.set(day, span);
    return span;
  }
}

/** The values of the group whose index fits. */
export function select(group: Group, fits: (index: number) => boolean): Group {
  const kept = indices(group).filter(fits);
  return kept.length === group.fromTime.length ? group : picked(group, kept);
}

/** The group ordered by time. The last of several values of one time is kept; `onRepeated` is called with the others. */
export function inOrder(group: Group, onRepeated?: (line: number, earlier: number) => void): Group {
  if (isRising(group.fromTime)) return group;
  const { fromTime, lines } = group;
  const order = indices(group).sort((a, b) => (fromTime[a] ?? 0) - (fromTime[b] ?? 0) || a - b);
  const kept: number[] = [];
  for (const index of order) {
    const before = kept.at(-1);
    if (before !== undefined && fromTime[before] === fromTime[index]) {
      onRepeated?.(lines[index] ?? 0, lines[before] ?? 0);
      kept.pop();
    }
    kept.push(index);
  }
  return picked(group, kept);
}

/** The group, in order, as the contents of events. */
export function* contentsOf(group: Group): Generator<ObservationColumns> {
  const { series, timestep } = group;
  for (let from = 0; from < group.fromTime.length; from += MAX_VALUES) {
    const part = from === 0 && group.fromTime.length <= MAX_VALUES ? group : slice(group, from, from + MAX_VALUES);
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

/** The flags of one value of an event. */
export function flagsOf({ isValid, qualityControlled }: ObservationColumns, index: number): number {
  return ((isValid?.[index] ?? true) ? VALID : 0) | (qualityControlled?.[index] ? CONTROLLED : 0);
}

const isValid = (flags: number): boolean => (flags & VALID) !== 0;
const isControlled = (flags: number): boolean => (flags & CONTROLLED) !== 0;

function isRising(times: readonly number[]): boolean {
  for (let index = 1; index < times.length; index++) {
    if ((times[index] ?? 0) <= (times[index - 1] ?? 0)) return false;
  }
  return true;
}

function indices({ fromTime }: Group): number[] {
  return Array.from(fromTime, (_, index) => index);
}

function picked(group: Group, chosen: readonly number[]): Group {
  const pick = (column: readonly number[]): number[] => chosen.map((index) => column[index] ?? 0);
  return {
    ...group,
    fromTime: pick(group.fromTime),
    value: chosen.map((index) => group.value[index] ?? null),
    flags: pick(group.flags),
    lines: pick(group.lines),
  };
}

function slice(group: Group, from: number, to: number): Group {
  return {
    ...group,
    fromTime: group.fromTime.slice(from, to),
    value: group.value.slice(from, to),
    flags: group.flags.slice(from, to),
    lines: group.lines.slice(from, to),
  };
}
