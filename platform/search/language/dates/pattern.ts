import { dayNumber } from "../../../../science/calendar.ts";
import { civilOf, DAY, HOUR, MINUTE, NANOS_PER_MILLI, SECOND, timeOfDay, weekdayOf } from "./calendar.ts";
import { matchedBy, type Part } from "./matching.ts";
import { DateProblem } from "./problem.ts";
import { printOffset, type TimeZone, timeZone, toLocal } from "./zone.ts";

/** What a text says; what it leaves out is undefined. */
export interface DateFields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour?: number;
  hourOfHalf?: number;
  afternoon?: boolean;
  minute?: number;
  second?: number;
  /** Milliseconds of the second; finer digits are cut off. */
  millis?: number;
  zone?: TimeZone;
}

export interface Pattern {
  /** Undefined when the text has another form; values may still be out of range. */
  parse(text: string): DateFields | undefined;
  print(instant: number, zone: TimeZone): string;
}

const MONTHS = [
  "January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December",
]; // biome-ignore format: two rows read better
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** One run of pattern letters: how it looks in a text, what it says, and how it is printed. */
interface Letter {
  readonly regex: string;
  read(text: string, into: DateFields): void;
  print(local: number, offset: number, zone: TimeZone): string;
}

const padded = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width, "0")}` : String(value).padStart(width, "0");

function numeric(
  width: number,
  read: (value: number, into: DateFields) => void,
  value: (local: number) => number,
): Letter {
  return {
    regex: width === 1 ? "\\d{1,19}" : `\\d{${width}}`,
    read: (text, into) => read(Number(text), into),
    print: (local) => padded(value(local), width),
  };
}

const named = (
  names: readonly string[],
  read: (index: number, into: DateFields) => void,
  index: (local: number) => number,
): Letter => ({
  regex: names.join("|"),
  read: (text, into) => read(names.indexOf(text), into),
  print: (local) => names[index(local)] ?? "",
});

const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));

function yearLetter(
  width: number,
  read: (value: number, into: DateFields) => void,
  value: (local: number) => number,
): Letter {
  if (width === 2) {
    return {
      regex: "\\d{2}",
      read: (text, into) => read(2000 + Number(text), into),
      print: (local) => padded(Math.abs(value(local)) % 100, 2),
    };
  }
  return {
    // A year longer than its pattern carries its sign, so that it can't be mistaken for what follows.
    regex: width < 4 ? `-?\\d{${width},9}` : `-?\\d{${width}}${width < 9 ? `|\\+\\d{${width + 1},9}` : ""}`,
    read: (text, into) => read(Number(text), into),
    print: (local) => {
      const year = value(local);
      return width >= 4 && year >= 10 ** width ? `+${year}` : padded(year, width);
    },
  };
}

const offsetLetter = (separator: string, zero: string | undefined, minutes: "always" | "if any"): Letter => ({
  regex: `${zero === "Z" ? "Z|" : ""}[+-]\\d{2}${minutes === "always" ? `${separator}\\d{2}` : "(?:\\d{2})?"}`,
  read: (text, into) => {
    into.zone = timeZone(text);
  },
  print: (_local, offset) => {
    const text = printOffset(offset, separator, zero ?? `+00${minutes === "always" ? `${separator}00` : ""}`);
    return minutes === "if any" && text.endsWith("00") && text.length === 5 ? text.slice(0, 3) : text;
  },
});

const dayOfYearOf = (local: number): number => Math.floor(local / DAY) - dayNumber(civilOf(local).year, 1, 1) + 1;

/** A run of equal letters with the form of its texts. */
interface LetterForm {
  readonly letter: Letter;
  readonly form: RegExp;
}

const OPEN = { optional: "open" } as const;
const CLOSE = { optional: "close" } as const;

/** Those that patterns have had, by letter and width: there are few, and many patterns. */
const letterForms = new Map<string, LetterForm[]>();

/** Undefined when java.time has the letter and this engine has not. */
function letterForm(symbol: string, width: number): LetterForm | undefined {
  const forms = letterForms.get(symbol) ?? [];
  const known = forms[width];
  if (known) return known;
  const meant = letter(symbol, width);
  if (!meant) return undefined;
  const made = { letter: meant, form: new RegExp(`(?:${meant.regex})`, "y") };
  forms[width] = made;
  letterForms.set(symbol, forms);
  return made;
}

/** The meaning of a run of `width` equal letters, or undefined when java.time has it and this engine has not. */
function letter(symbol: string, width: number): Letter | undefined {
  switch (symbol) {
    case "y":
    case "u":
      return yearLetter(
        width,
        (v, f) => (f.year = v),
        (l) => civilOf(l).year,
      );
    case "M":
    case "L": {
      const month = (local: number) => civilOf(local).month;
      if (width <= 2) return numeric(width, (v, f) => (f.month = v), month);
      if (width > 4) return undefined;
      return named(
        width === 3 ? short(MONTHS) : MONTHS,
        (i, f) => (f.month = i + 1),
        (l) => month(l) - 1,
      );
    }
    case "d":
      return numeric(
        width,
        (v, f) => (f.day = v),
        (l) => civilOf(l).day,
      );
    case "D":
      return numeric(width, (v, f) => (f.dayOfYear = v), dayOfYearOf);
    case "E":
      if (width > 4) return undefined;
      return named(
        width <= 3 ? short(WEEKDAYS) : WEEKDAYS,
        () => undefined,
        (l) => weekdayOf(l) - 1,
      );
    case "H":
      return numeric(
        width,
        (v, f) => (f.hour = v),
        (l) => Math.floor(timeOfDay(l) / HOUR),
      );
    case "h":
      return numeric(
        width,
        (v, f) => (f.hourOfHalf = v),
        (l) => ((Math.floor(timeOfDay(l) / HOUR) + 11) % 12) + 1,
      );
    case "a":
      return named(
        ["AM", "PM"],
        (i, f) => (f.afternoon = i === 1),
        (l) => (timeOfDay(l) < 12 * HOUR ? 0 : 1),
      );
    case "m":
      return numeric(
        width,
        (v, f) => (f.minute = v),
        (l) => Math.floor(timeOfDay(l) / MINUTE) % 60,
      );
    case "s":
      return numeric(
        width,
        (v, f) => (f.second = v),
        (l) => Math.floor(timeOfDay(l) / SECOND) % 60,
      );
    case "S":
      return {
        regex: `\\d{${width}}`,
        read: (text, into) => {
          into.millis = Number(text.slice(0, 3).padEnd(3, "0"));
        },
        print: (local) =>
          padded(Math.round((timeOfDay(local) % SECOND) * NANOS_PER_MILLI), 9)
            .padEnd(width, "0")
            .slice(0, width),
      };
    case "X":
      return [offsetLetter("", "Z", "if any"), offsetLetter("", "Z", "always"), offsetLetter(":", "Z", "always")][
        width - 1
      ];
    case "x":
      return [
        offsetLetter("", undefined, "if any"),
        offsetLetter("", undefined, "always"),
        offsetLetter(":", undefined, "always"),
      ][width - 1];
    case "Z":
      return width <= 3
        ? offsetLetter("", undefined, "always")
        : width === 5
          ? offsetLetter(":", "Z", "always")
          : undefined;
    case "V":
      if (width !== 2) return undefined;
      return {
        regex: "[A-Za-z0-9/_+:-]{1,64}",
        read: (text, into) => {
          into.zone = timeZone(text);
        },
        print: (_local, _offset, zone) => zone.id,
      };
    default:
      return undefined;
  }
}

/** How often a letter may stand in a row. */
const MAX_LETTERS: Readonly<Record<string, number>> = { y: 19, u: 19, S: 9, D: 3, d: 2, H: 2, h: 2, m: 2, s: 2 };

const LETTER = /[A-Za-z]/;
const JAVA_LETTERS = "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp";

/** Optional parts are inside each other or apart. */
function partsOf(pattern: string): Part<LetterForm>[] {
  const invalid = (why: string) =>
    new DateProblem("illegal_argument_exception", `Invalid format: [${pattern}]: ${why}`);
  const out: Part<LetterForm>[] = [];
  let depth = 0;
  for (let at = 0; at < pattern.length; ) {
    const symbol = pattern.charAt(at);
    if (LETTER.test(symbol)) {
      let end = at;
      while (pattern[end] === symbol) end++;
      if (!JAVA_LETTERS.includes(symbol)) throw invalid(`Unknown pattern letter: ${symbol}`);
      if (end - at > (MAX_LETTERS[symbol] ?? 5)) throw invalid(`Too many pattern letters: ${symbol}`);
      const known = letterForm(symbol, end - at);
      if (!known) throw invalid(`Pattern letters not supported: ${symbol.repeat(end - at)}`);
      out.push(known);
      at = end;
    } else if (symbol === "'") {
      let text = "";
      let end = at + 1;
      for (; end < pattern.length; end++) {
        if (pattern[end] !== "'") text += pattern[end];
        else if (pattern[end + 1] === "'") text += pattern[++end];
        else break;
      }
      if (end >= pattern.length) throw invalid(`Pattern ends with an incomplete string literal: ${pattern}`);
      out.push({ literal: text === "" ? "'" : text });
      at = end + 1;
    } else if (symbol === "[" || symbol === "]") {
      depth += symbol === "[" ? 1 : -1;
      if (depth < 0) throw invalid("Pattern invalid as it contains ] without previous [");
      out.push(symbol === "[" ? OPEN : CLOSE);
      at++;
    } else if (symbol === "{" || symbol === "}" || symbol === "#") {
      throw invalid(`Pattern includes reserved character: '${symbol}'`);
    } else {
      out.push({ literal: symbol });
      at++;
    }
  }
  for (; depth > 0; depth--) out.push(CLOSE);
  return out;
}

/** A java.time pattern such as `yyyy-MM-dd'T'HH:mm[:ss]XXX`. @throws DateProblem for a letter it does not know. */
export function compilePattern(pattern: string): Pattern {
  const parts = partsOf(pattern);
  const match = matchedBy(parts);
  return {
    parse: (text) => {
      const found = match(text);
      if (!found) return undefined;
      const fields: DateFields = {};
      for (const { part, text: own } of found) part.letter.read(own, fields);
      return fields;
    },
    print: (instant, zone) => {
      const offset = zone.offsetAt(instant);
      const local = toLocal(zone, instant);
      let text = "";
      for (const part of parts) {
        if ("letter" in part) text += part.letter.print(local, offset, zone);
        else if ("literal" in part) text += part.literal;
      }
      return text;
    },
  };
}
