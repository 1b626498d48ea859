import type { ChartConfig } from "../../components/chart-config.ts";
import { PeriodText } from "../../components/period-text.ts";
import { type Line, nearestTo, type Span } from "./columns.ts";
import type { Drawn } from "./values.ts";

/** The line of text that says what the chart has at the cursor. */
export class Readout {
  readonly #output: HTMLElement;
  readonly #config: ChartConfig;
  readonly #lines: readonly Drawn[];
  readonly #times: PeriodText;
  #time: number | undefined;

  constructor(output: HTMLElement, config: ChartConfig, lines: readonly Drawn[]) {
    this.#output = output;
    this.#config = config;
    this.#lines = lines;
    this.#times = new PeriodText(config.region, config.offset);
    this.tell(undefined);
  }

  /** Where the cursor is; undefined where it is not in the chart. */
  get time(): number | undefined {
    return this.#time;
  }

  /** Whether assistive technology reads each change: those of keys, not those of a mouse that passes. */
  announce(isAnnounced: boolean): void {
    this.#output.setAttribute("aria-live", isAnnounced ? "polite" : "off");
  }

  /** Says what there is at a time. */
  tell(time: number | undefined): void {
    this.#time = time;
    this.#output.textContent = time === undefined ? this.#config.texts.hint : this.#textAt(time);
  }

  /** The middle of the first line's value after or before the cursor, else the first of what is shown. */
  beside(direction: 1 | -1, shown: Span): number {
    const line = this.#lines[0]?.valid;
    if (line === undefined || line.value.length === 0) return shown.begin;
    if (this.#time === undefined) return middleOf(line, nearestTo(line, direction > 0 ? shown.begin : shown.end) ?? 0);
    const at = nearestTo(line, this.#time) ?? 0;
    // In a gap the next value is the nearest one, if it lies in this direction.
    const isThere = Math.sign(middleOf(line, at) - this.#time) === direction && valueAt(line, this.#time) === undefined;
    return middleOf(line, Math.min(Math.max(isThere ? at : at + direction, 0), line.value.length - 1));
  }

  #textAt(time: number): string {
    const [main, ...others] = this.#lines;
    if (main === undefined) return "";
    const { texts } = this.#config;
    const valid = valueAt(main.valid, time);
    const invalid = valid === undefined ? valueAt(main.invalid, time) : undefined;
    const found = valid ?? invalid;
    const when =
      found === undefined || main.shape === "curve"
        ? this.#times.instant(found?.from ?? time)
        : this.#times.period(found.from, found.to);
    const what = found === undefined ? texts.noValue : this.#valueText(main, found.value, invalid !== undefined);
    const besides = others.flatMap((line) => {
      const beside = valueAt(line.valid, time);
      return beside === undefined ? [] : [`${line.name}: ${this.#valueText(line, beside.value, false)}`];
    });
    return [`${when}: ${what}`, ...besides].join(" · ");
  }

  #valueText({ isClassed, digits }: Drawn, value: number, isInvalid: boolean): string {
    const { region, unit, bands, texts } = this.#config;
    const options = digits === undefined ? { maximumFractionDigits: 20 } : { maximumSignificantDigits: digits };
    const band = isClassed ? bands.findLast(({ from }, index) => index === 0 || value >= from) : undefined;
    const note = isInvalid ? texts.invalid : band?.name;
    return `${value.toLocaleString(region, options)}${unit && ` ${unit}`}${note === undefined ? "" : ` (${note})`}`;
  }
}

/** The value whose period has the time in it. */
function valueAt(line: Line, time: number): { from: number; to: number; value: number } | undefined {
  const at = nearestTo(line, time);
  if (at === undefined) return undefined;
  const { [at]: from = 0 } = line.from;
  const { [at]: to = 0 } = line.to;
  const { [at]: value = 0 } = line.value;
  return from <= time && time < to ? { from, to, value } : undefined;
}

function middleOf({ from, to }: Line, at: number): number {
  return ((from[at] ?? 0) + (to[at] ?? 0)) / 2;
}
