import { setImmediate as nextTurn } from "node:timers/promises";
import { EventUnreadable } from "../../../../contracts/events.ts";
import type { ObservationColumns } from "../../../../contracts/observation-columns.ts";
import { emptyDay, type ObservationDay, QUALITY_CONTROLLED, VALID } from "../../../../contracts/observation-day.ts";
import type { Position } from "../../../../platform/event-store/port.ts";
import { DAY, dayOf, slotsOfDay, startOfDay } from "../../../../science/calendar.ts";
import {
  type DayMeans,
  dayMeans,
  emptyMeans,
  hasHours,
  hourlyMeans,
  type Means,
  running8Hour,
} from "../../../../science/means.ts";
import type { Ingested } from "./batch.ts";

/** A run of days, both ends included. */
export interface DayRun {
  readonly first: number;
  readonly last: number;
}

/** A day whose means may have changed, with its values. */
export interface ComputedDay {
  readonly series: number;
  readonly day: number;
  readonly content: ObservationDay;
  readonly means: DayMeans;
  /** The last event with values of the day itself; undefined when only those of the day before were written. */
  readonly changed: Position | undefined;
}

/** Slots that are computed before other work gets its turn: about two milliseconds. */
const MAX_SLOTS_AT_ONCE = 25_000;

/** The days of one series that a batch writes, and their neighbours that means need. */
export class SeriesDays {
  readonly series: number;
  readonly timestep: number;
  readonly #offset: number;
  /** Each touched day with the last event that has values of it. */
  readonly #touched = new Map<number, Position>();
  readonly #days = new Map<number, ObservationDay>();

  constructor(series: number, timestep: number, offset: number) {
    this.series = series;
    this.timestep = timestep;
    this.#offset = offset;
  }

  /** Marks the days that the values lie in; call in the order of the log. */
  touch({ fromTime, timestep, position }: Ingested): void {
    if (timestep !== this.timestep) {
      throw new EventUnreadable(`series ${this.series} has a timestep of ${this.timestep} s, not ${timestep}`);
    }
    let end = Number.NEGATIVE_INFINITY;
    let begin = 0;
    for (const from of fromTime) {
      if (from < end && from >= begin) continue;
      const day = dayOf(from, this.#offset);
      begin = startOfDay(day, this.#offset);
      end = begin + DAY;
      this.#touched.set(day, position);
    }
  }

  get touched(): number[] {
    return [...this.#touched.keys()].sort((one, other) => one - other);
  }

  /** Touched days and the neighbours that their means need: running means reach across midnight. */
  get runs(): DayRun[] {
    const beside = hasHours(this.timestep) ? 1 : 0;
    const runs: { first: number; last: number }[] = [];
    for (const day of this.touched) {
      const run = runs.at(-1);
      if (run && day - beside <= run.last + 1) run.last = day + beside;
      else runs.push({ first: day - beside, last: day + beside });
    }
    return runs;
  }

  /** Sets the stored values of a day. */
  put(day: number, content: ObservationDay): void {
    if (content.flags.length !== slotsOfDay(this.timestep)) {
      throw new EventUnreadable(`series ${this.series} has another timestep than ${this.timestep} s`);
    }
    this.#days.set(day, content);
  }

  /** Merges values into their slots; call in the order of the log. */
  merge({ fromTime, value, isValid, qualityControlled }: ObservationColumns): void {
    const step = Math.min(this.timestep, DAY);
    let begin = 0;
    let end = Number.NEGATIVE_INFINITY;
    let content: ObservationDay | undefined;
    for (const [at, from] of fromTime.entries()) {
      if (content === undefined || from >= end || from < begin) {
        const day = dayOf(from, this.#offset);
        begin = startOfDay(day, this.#offset);
        end = begin + DAY;
        content = this.#content(day);
      }
      const slot = (from - begin) / step;
      if (!Number.isInteger(slot)) throw new EventUnreadable(`${from} is not on the grid of ${this.timestep} s`);
      const measured = value[at] ?? null;
      if (measured === null) {
        content.values[slot] = Number.NaN;
        content.flags[slot] = 0;
      } else {
        content.values[slot] = measured;
        content.flags[slot] =
          (isValid?.[at] === false ? 0 : VALID) | (qualityControlled?.[at] ? QUALITY_CONTROLLED : 0);
      }
    }
  }

  #content(day: number): ObservationDay {
    let content = this.#days.get(day);
    if (content === undefined) {
      content = emptyDay(slotsOfDay(this.timestep));
      this.#days.set(day, content);
    }
    return content;
  }

  /** Adds every day whose means depend on a touched day, computed from all its values. */
  async compute(into: ComputedDay[]): Promise<void> {
    const none = emptyDay(slotsOfDay(this.timestep));
    const windows = emptyMeans();
    let slots = 0;
    for (const run of this.runs) {
      let [before, hours]: [Means, Means] = [emptyMeans(), emptyMeans()];
      for (let day = run.first; day <= run.last; day++) {
        slots += none.flags.length;
        if (slots > MAX_SLOTS_AT_ONCE) {
          slots = 0;
          await nextTurn();
        }
        const content = this.#days.get(day) ?? none;
        const changed = this.#touched.get(day);
        if (!hasHours(this.timestep)) {
          into.push({
            series: this.series,
            day,
            content,
            means: dayMeans(content, this.timestep, null, null),
            changed,
          });
          continue;
        }
        [before, hours] = [hours, before];
        hourlyMeans(content, this.timestep, hours);
        if (!changed && !this.#touched.has(day - 1)) continue;
        running8Hour(before, hours, this.timestep, windows);
        into.push({
          series: this.series,
          day,
          content,
          means: dayMeans(content, this.timestep, hours, windows),
          changed,
        });
      }
    }
  }
}
