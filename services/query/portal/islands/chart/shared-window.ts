import { replaceAddress } from "../common/address.ts";
import type { Span } from "./columns.ts";

/** The parameter of the URL with the part of the period that is shown. */
const PARAMETER = "shown";
/** The shortest part, seconds. */
const MIN_SHOWN = 2 * 3_600;

/** The part of a period that is shown by all charts of it on the page; the URL keeps it. */
export class SharedWindow {
  readonly whole: Span;
  readonly #listeners = new Set<() => void>();
  #shown: Span;
  #frame: number | undefined;

  constructor({ begin, end }: Span) {
    const whole = { begin, end };
    this.whole = whole;
    this.#shown = clamped(writtenIn(new URL(location.href)) ?? whole, whole);
  }

  get shown(): Span {
    return this.#shown;
  }

  get isWhole(): boolean {
    return this.#shown.begin === this.whole.begin && this.#shown.end === this.whole.end;
  }

  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Shows this part, or as much of it as there is, by the next frame. */
  show(span: Span): void {
    this.#shown = clamped(span, this.whole);
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      for (const listener of this.#listeners) listener();
    });
  }

  reset(): void {
    this.show(this.whole);
    this.keep();
  }

  /** Moves by a part of what is shown. */
  move(part: number): void {
    const { begin, end } = this.#shown;
    const by = (end - begin) * part;
    this.show({ begin: begin + by, end: end + by });
  }

  /** Shows as much as before, around a time. */
  showAround(time: number): void {
    const half = (this.#shown.end - this.#shown.begin) / 2;
    this.show({ begin: time - half, end: time + half });
  }

  /** Makes what is shown longer or shorter by a factor, around a time. */
  zoom(factor: number, around = (this.#shown.begin + this.#shown.end) / 2): void {
    const { begin, end } = this.#shown;
    const half = ((end - begin) * factor) / 2;
    this.show({ begin: around - half, end: around + half });
  }

  /** Writes what is shown into the URL. */
  keep(): void {
    const url = new URL(location.href);
    const { begin, end } = this.#shown;
    if (this.isWhole) url.searchParams.delete(PARAMETER);
    else url.searchParams.set(PARAMETER, `${minuteOf(begin)}_${minuteOf(end)}`);
    replaceAddress(url);
  }
}

/** `2026-11-27T13:00Z_2026-11-27T19:00Z` of the URL; undefined where there is nothing that can be read. */
function writtenIn(url: URL): Span | undefined {
  const [begin = Number.NaN, end = Number.NaN] = (url.searchParams.get(PARAMETER) ?? "")
    .split("_")
    .map((text) => Date.parse(text) / 1000);
  return begin < end ? { begin, end } : undefined;
}

function minuteOf(time: number): string {
  return `${new Date(time * 1000).toISOString().slice(0, 16)}Z`;
}

/** The span, shortened to the whole and moved into it. */
function clamped({ begin, end }: Span, whole: Span): Span {
  const length = Math.min(Math.max(end - begin, MIN_SHOWN), whole.end - whole.begin);
  const from = Math.min(Math.max(begin, whole.begin), whole.end - length);
  return { begin: from, end: from + length };
}
