import { type DateField, HALF_OF_DAY, NANO_OF_SECOND } from "./fields.ts";
import { DateProblem } from "./problem.ts";
import type { DateLocale, TextStyle } from "./texts.ts";
import { wordsOf } from "./texts.ts";
import type { TimeZone } from "./zone.ts";

/** A local time with its offset. */
export interface WallClock {
  readonly instant: number;
  /** In local milliseconds. */
  readonly local: number;
  /** Milliseconds that the clock is ahead of UTC. */
  readonly offset: number;
  readonly zone: TimeZone;
}

/** A part of a format. Each is tried at most once at each place of a text, so reading takes linear time. */
export interface Part {
  /** @throws DateProblem for a value that the format can't write. */
  print(clock: WallClock): string;
  /** The end of the part that begins at `at`; -1 where the text does not match. */
  read(into: Reading, at: number): number;
  /** The fields that it may read. */
  readonly fields: readonly DateField[];
}

let tried = 0;

/** Number of times that a part of any format was tried, plus the number of digits read, since the process began. */
export function partsTried(): number {
  return tried;
}

/** The fields read from a text so far. */
export class Reading {
  readonly text: string;
  fields = new Map<DateField, number>();
  zone: TimeZone | undefined;
  /** The half of the day beside the hours: 0 or 1. */
  dayPeriod: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Keeps a value. Returns `end`, or -1 if the text has given another value before. */
  set(field: DateField, value: number, end: number): number {
    const known = this.fields.get(field);
    this.fields.set(field, value);
    return known === undefined || known === value ? end : -1;
  }

  /** Reads the parts one after another. */
  readAll(parts: readonly Part[], at: number): number {
    let end = at;
    for (const part of parts) {
      tried++;
      end = part.read(this, end);
      if (end < 0) break;
    }
    return end;
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether, and from how many digits on, a sign is written and read. */
export type Sign = "normal" | "exceedsPad" | "notNegative" | "never";

/** A run of digits. Adjacent runs share them: all but the first then have a fixed width. */
export interface Digits {
  readonly field: DateField;
  readonly min: number;
  readonly max: number;
  readonly sign: Sign;
  /** The first year of the century that two digits stand for. */
  readonly hundredFrom?: number;
  /** Fraction of a second, of which only so many digits are written. */
  readonly isFraction?: boolean;
}

export const digits = (field: DateField, min = 1, max = 19, sign: Sign = "normal"): Digits => ({
  field,
  min,
  max,
  sign,
});
/** Always so many digits. */
export const fixed = (field: DateField, width: number): Digits => digits(field, width, width, "notNegative");

const isDigits = (part: Digits | Part): part is Digits => "min" in part;
const hasFixedWidth = ({ min, max, sign }: Digits): boolean => min === max && sign === "notNegative";

/** Parts in a row. A run of digits leaves enough digits to the runs of a fixed width behind it. */
export function joined(items: readonly (Digits | Part)[]): readonly Part[] {
  const found: { item: Digits | Part; left: number; isFixed: boolean }[] = [];
  let first: (typeof found)[number] | undefined;
  for (const item of items) {
    const one = { item, left: 0, isFixed: false };
    found.push(one);
    if (!isDigits(item)) first = undefined;
    else if (first && hasFixedWidth(item)) {
      first.left += item.max;
      one.isFixed = true;
    } else {
      if (first) first.isFixed = true;
      first = one;
    }
  }
  return found.map(({ item, left, isFixed }) => (isDigits(item) ? sharedPart(item, isFixed ? -1 : left) : item));
}

/** Patterns often have the same runs. */
const sharedParts = new WeakMap<Digits, Map<number, Part>>();

function sharedPart(run: Digits, left: number): Part {
  if (left > 0) return digitsPart(run, left);
  const parts = sharedParts.get(run) ?? new Map<number, Part>();
  const part = parts.get(left) ?? digitsPart(run, left);
  sharedParts.set(run, parts.set(left, part));
  return part;
}

/** `left`: number of digits left to the runs behind it; -1 where its own width is fixed. */
function digitsPart(run: Digits, left: number): Part {
  if (run.isFraction) return fractionPart(run.field, run.min, run.max, false);
  const { field, min, max, sign, hundredFrom } = run;
  return {
    fields: [field],
    print: ({ local }) => printed(run, field.of(local)),
    read: (into, at) => {
      const { text } = into;
      const first = text[at];
      const isNegative = first === "-";
      const isPositive = first === "+";
      if (isPositive && sign !== "exceedsPad") return -1;
      if (isNegative && sign !== "exceedsPad" && sign !== "normal") return -1;
      const start = isNegative || isPositive ? at + 1 : at;
      const most = max + Math.max(left, 0);
      let end = start;
      while (end < text.length && end - start < most && isDigit(text.charCodeAt(end))) end++;
      tried += end - start;
      if (end - start < min) return -1;
      if (left > 0) end = Math.min(end, start + Math.max(min, end - start - left));
      const value = Number(text.slice(start, end));
      if (isNegative && value === 0) return -1;
      if (sign === "exceedsPad" && !isNegative && isPositive !== end - start > min) return -1;
      const year = hundredFrom !== undefined && end - at === min ? hundredFrom + value : value;
      return into.set(field, isNegative ? -year : year, end);
    },
  };
}

function printed({ field, min, max, sign, hundredFrom }: Digits, value: number): string {
  if (hundredFrom !== undefined) return String(Math.abs(value) % 100).padStart(min, "0");
  const text = String(Math.abs(value));
  const unprintable = (why: string) =>
    new DateProblem("date_time_exception", `Field ${field.name} cannot be printed as the value ${value} ${why}`);
  if (text.length > max) throw unprintable(`exceeds the maximum print width of ${max}`);
  const digits = text.padStart(min, "0");
  if (value >= 0) return sign === "exceedsPad" && text.length > min ? `+${digits}` : digits;
  if (sign === "notNegative") throw unprintable("cannot be negative according to the SignStyle");
  return sign === "never" ? digits : `-${digits}`;
}

/** Digits of a fraction; `hasPoint`: behind a point, which is part of it. */
export function fractionPart(field: DateField, min: number, max: number, hasPoint: boolean): Part {
  return {
    fields: [field],
    print: ({ local }) => {
      const all = String(field.of(local)).padStart(9, "0").slice(0, max);
      const shown = all.slice(0, min) + all.slice(min).replace(/0+$/, "");
      return shown === "" ? "" : `${hasPoint ? "." : ""}${shown}`;
    },
    read: (into, at) => {
      const { text } = into;
      if (hasPoint && text[at] !== ".") return min > 0 ? -1 : at;
      const start = hasPoint ? at + 1 : at;
      let end = start;
      while (end < text.length && end - start < max && isDigit(text.charCodeAt(end))) end++;
      if (end - start < min) return -1;
      return into.set(field, Number(text.slice(start, end).padEnd(9, "0")), end);
    },
  };
}

/** Digits of a second's fraction, without a point. */
export const fractionDigits = (width: number): Digits => ({ ...fixed(NANO_OF_SECOND, width), isFraction: true });

export const literal = (text: string, ignoresCase = false): Part => ({
  fields: [],
  print: () => text,
  read: (into, at) => {
    const found = into.text.slice(at, at + text.length);
    const isEqual = found === text || (ignoresCase && found.toLowerCase() === text.toLowerCase());
    return isEqual ? at + text.length : -1;
  },
});

/** A word of a field; digits where the locale has none. */
export function wordPart(field: DateField, style: TextStyle, locale: DateLocale): Part {
  const found = wordsOf(field, style, locale);
  if (!found) return digitsPart(digits(field), 0);
  const { first, words } = found;
  // The last of several equal words is read, as in Java.
  const byLength = [...new Map(words.map((word, place) => [word, first + place]))].sort(
    ([a], [b]) => b.length - a.length,
  );
  return {
    fields: [field],
    print: ({ local }) => words[field.of(local) - first] ?? "",
    read: (into, at) => {
      for (const [word, value] of byLength) {
        if (into.text.startsWith(word, at)) return into.set(field, value, at + word.length);
      }
      return -1;
    },
  };
}

/** The half of a day as a period of it. */
export function dayPeriodPart(style: TextStyle, locale: DateLocale): Part {
  const word = wordPart(HALF_OF_DAY, style, locale);
  return {
    fields: [],
    print: word.print,
    read: (into, at) => {
      const own = new Reading(into.text);
      const end = word.read(own, at);
      const value = own.fields.get(HALF_OF_DAY);
      if (end < 0 || (into.dayPeriod !== undefined && into.dayPeriod !== value)) return -1;
      into.dayPeriod = value;
      return end;
    },
  };
}

/** @throws DateProblem */
export function printAll(parts: readonly Part[], clock: WallClock): string {
  let text = "";
  for (const part of parts) text += part.print(clock);
  return text;
}

const fieldsOf = (parts: readonly Part[]): readonly DateField[] => parts.flatMap(({ fields }) => fields);

/** Parts that may be left out together. */
export function optional(...items: readonly (Digits | Part)[]): Part {
  const parts = joined(items);
  return {
    fields: fieldsOf(parts),
    print: (clock) => printAll(parts, clock),
    read: (into, at) => {
      const { zone, dayPeriod } = into;
      const fields = new Map(into.fields);
      const end = into.readAll(parts, at);
      if (end >= 0) return end;
      Object.assign(into, { fields, zone, dayPeriod });
      return at;
    },
  };
}

/** A part that is padded with spaces on its left. */
export const padded = (part: Part, width: number): Part => ({
  fields: part.fields,
  print: (clock) => {
    const text = part.print(clock);
    if (text.length <= width) return text.padStart(width);
    throw new DateProblem(
      "date_time_exception",
      `Cannot print as output of ${text.length} characters exceeds pad width of ${width}`,
    );
  },
  read: (into, at) => {
    const end = at + width;
    if (end > into.text.length) return -1;
    let start = at;
    while (start < end && into.text[start] === " ") start++;
    const own = Object.assign(new Reading(into.text.slice(0, end)), {
      fields: into.fields,
      zone: into.zone,
      dayPeriod: into.dayPeriod,
    });
    if (part.read(own, start) !== end) return -1;
    Object.assign(into, { zone: own.zone, dayPeriod: own.dayPeriod, fields: own.fields });
    return end;
  },
});
