import type { ChartConfig } from "../../components/chart-config.ts";
import { measuredNumber } from "../../components/measured-number.ts";
import { PeriodText } from "../../components/period-text.ts";
import { firstAfter, type Line, nearestTo } from "./columns.ts";
import type { Drawn } from "./values.ts";

/** The line of text that says what the chart has at the cursor. */
export class Readout {
  readonly #output: HTMLElement;
  readonly #config: ChartConfig;
  readonly #lines: readonly Drawn[];
  readonly #times: PeriodText;
  readonly #write: (value: number) => string;
  #time: number | undefined;

  constructor(output: HTMLElement, config: ChartConfig, lines: readonly Drawn[]) {
    this.#output = output;
    this.#config = config;
    this.#lines = lines;
    this.#times = new PeriodText(config.region, config.offset);
    this.#write = measuredNumber(config.region, config.decimals);
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

  /** The middle of the first line's value after or before a time; the time itself without one. */
  beside(direction: 1 | -1, time: number): number {
    const [main] = this.#lines;
    const lines = main === undefined ? [] : [main.valid, main.invalid];
    const found = lines.map((line) => middleBeside(line, time, direction)).filter((middle) => middle !== undefined);
    if (found.length === 0) return time;
    return direction > 0 ? Math.min(...found) : Math.max(...found);
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

  #valueText({ isClassed }: Drawn, value: number, isInvalid: boolean): string {
    const { unit, bands, texts } = this.#config;
    const band = isClassed ? bands.findLast(({ from }, index) => index === 0 || value >= from) : undefined;
    const note = isInvalid ? texts.invalid : band?.name;
    return `${this.#write(value)}${unit && ` ${unit}`}${note === undefined ? "" : ` (${note})`}`;
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

/** The middle of the first value whose middle is after the time, or of the last whose middle is before it. */
function middleBeside({ from, to }: Line, time: number, direction: 1 | -1): number | undefined {
  const middleOf = (at: number) => ((from[at] ?? 0) + (to[at] ?? 0)) / 2;
  const at = firstAfter(to, time);
  const isBeside = at < to.length && Math.sign(middleOf(at) - time) === direction;
  const beside = isBeside ? at : direction > 0 ? at + 1 : at - 1;
  return beside >= 0 && beside < to.length ? middleOf(beside) : undefined;
}
