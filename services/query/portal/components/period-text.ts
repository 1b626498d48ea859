const DAY = 86_400;

/** Writes times at a fixed offset from UTC as people read them. Times are seconds since 1970. */
export class PeriodText {
  readonly #offset: number;
  readonly #days: Intl.DateTimeFormat;
  readonly #clocks: Intl.DateTimeFormat;
  /** Days that were written, by their number: tables of a page write the same ones, and `Intl` takes its time. */
  readonly #written = new Map<number, string>();

  /** `region`: a language as `Intl` has it, such as `nb-NO`. `offset`: minutes ahead of UTC. */
  constructor(region: string, offset: number) {
    this.#offset = offset * 60;
    this.#days = new Intl.DateTimeFormat(region, { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
    this.#clocks = new Intl.DateTimeFormat(region, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  }

  /** 27 November 2026 */
  day(time: number): string {
    const day = Math.floor((time + this.#offset) / DAY);
    const known = this.#written.get(day);
    if (known !== undefined) return known;
    const text = this.#days.format(day * DAY * 1000);
    this.#written.set(day, text);
    return text;
  }

  /** 14:00 */
  clock(time: number): string {
    return this.#clocks.format(this.#shifted(time));
  }

  /** 27 November 2026, 14:00 */
  instant(time: number): string {
    return `${this.day(time)}, ${this.clock(time)}`;
  }

  /** A part of a day with its times, whole days without. */
  period(from: number, to: number): string {
    const isOfDays = this.#isMidnight(from) && this.#isMidnight(to);
    const last = isOfDays ? to - DAY : to - 1;
    if (this.day(from) !== this.day(last)) {
      return isOfDays ? `${this.day(from)} – ${this.day(last)}` : `${this.instant(from)} – ${this.instant(to)}`;
    }
    return isOfDays ? this.day(from) : `${this.day(from)}, ${this.hours(from, to)}`;
  }

  /** 14:00–15:00 */
  hours(from: number, to: number): string {
    return `${this.clock(from)}–${this.clock(to)}`;
  }

  #isMidnight(time: number): boolean {
    return (time + this.#offset) % DAY === 0;
  }

  #shifted(time: number): number {
    return (time + this.#offset) * 1000;
  }
}

/** An offset of minutes as UTC+1 or UTC−3:30. */
export function offsetText(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(offset);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}
