import { emptyDay } from "../../../../contracts/observation-day.ts";
import { HOUR, slotsOfDay, startOfDay, timeFormatter } from "../../../../science/calendar.ts";
import {
  emptyMeans,
  hourlyMeans,
  type Means,
  running8Hour,
  valuesOfHour,
  WINDOW_HOURS,
} from "../../../../science/means.ts";
import type { StoredDay } from "../history/stored-days.ts";
import { type MeanSettings, meanText, meanTimes } from "./mean-text.ts";

const HOURS_OF_DAY = 24;

/** Hours of a day, and which of them have a value at all, valid or not. */
interface HoursOfDay {
  readonly means: Means;
  readonly hasValue: readonly boolean[];
}

/** Writes the hourly means of a series, or its running means of eight hours, from its days in their order. */
export class HourlyMeanWriter {
  readonly #timestep: number;
  readonly #window: boolean;
  readonly #prefix: string;
  readonly #settings: MeanSettings;
  readonly #time: (at: number) => string;
  readonly #nothing: HoursOfDay;
  #day = Number.NaN;
  #hours: HoursOfDay;

  constructor(timestep: number, window: boolean, prefix: string, settings: MeanSettings) {
    this.#timestep = timestep;
    this.#window = window;
    this.#prefix = prefix;
    this.#settings = settings;
    this.#time = timeFormatter(settings.offset);
    this.#nothing = hoursOf({ day: 0, ...emptyDay(slotsOfDay(timestep)) }, timestep);
    this.#hours = this.#nothing;
  }

  /** The means of the day, and running means that end on the day before it, if that has no values. */
  write(day: StoredDay): string {
    const before = this.#day + 1 < day.day ? this.end() : "";
    const previous = this.#day + 1 === day.day ? this.#hours : this.#nothing;
    this.#day = day.day;
    this.#hours = hoursOf(day, this.#timestep);
    return before + (this.#window ? this.#windows(day.day, previous, this.#hours) : this.#hourly(day.day, this.#hours));
  }

  /** The running means that end after the last day with values. */
  end(): string {
    return this.#window && !Number.isNaN(this.#day) ? this.#windows(this.#day + 1, this.#hours, this.#nothing) : "";
  }

  #hourly(day: number, { means, hasValue }: HoursOfDay): string {
    const begin = startOfDay(day, this.#settings.offset);
    const whole = valuesOfHour(this.#timestep);
    let text = "";
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
      if (!hasValue[hour]) continue;
      const from = begin + hour * HOUR;
      text += this.#mean(from, from, from + HOUR, means, hour, whole);
    }
    return text;
  }

  #windows(day: number, previous: HoursOfDay, hours: HoursOfDay): string {
    const begin = startOfDay(day, this.#settings.offset);
    const windows = running8Hour(previous.means, hours.means, this.#timestep);
    const hasValue = [...previous.hasValue, ...hours.hasValue];
    let text = "";
    for (let last = 0; last < HOURS_OF_DAY; last++) {
      const past = HOURS_OF_DAY + last + 1;
      if (!hasValue.slice(past - WINDOW_HOURS, past).includes(true)) continue;
      const to = begin + (last + 1) * HOUR;
      text += this.#mean(to, to - WINDOW_HOURS * HOUR, to, windows, last, WINDOW_HOURS);
    }
    return text;
  }

  #mean(dateTime: number, from: number, to: number, { mean, count }: Means, at: number, whole: number): string {
    const { period, isCsv } = this.#settings;
    if (from < period.from || to > period.to) return "";
    const begin = this.#time(from);
    const end = this.#time(to);
    const times = meanTimes(dateTime === from ? begin : end, begin, end, isCsv);
    const values = count[at] ?? 0;
    return meanText(this.#prefix + times, mean[at] ?? Number.NaN, values, (100 * values) / whole, this.#settings);
  }
}

function hoursOf(day: StoredDay, timestep: number): HoursOfDay {
  const each = valuesOfHour(timestep);
  const hasValue = Array.from({ length: HOURS_OF_DAY }, (_, hour) =>
    day.values.subarray(hour * each, (hour + 1) * each).some((value) => !Number.isNaN(value)),
  );
  return { means: hourlyMeans(day, timestep, emptyMeans()), hasValue };
}
