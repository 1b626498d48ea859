import type { DateField } from "./fields.ts";
import * as fields from "./fields.ts";
import {
  type Digits,
  dayPeriodPart,
  digits,
  fixed,
  fractionDigits,
  joined,
  literal,
  optional,
  type Part,
  padded,
  wordPart,
} from "./parts.ts";
import { DateProblem } from "./problem.ts";
import type { DateLocale, TextStyle } from "./texts.ts";
import { gmtPart, type OffsetStyle, offsetPart, zoneIdPart, zoneNamePart } from "./zone-parts.ts";

type Item = Digits | Part;

/** A pattern of letters, such as `yyyy-MM-dd'T'HH:mm[:ss]XXX`, as java.time reads it. @throws DateProblem */
export function partsOf(pattern: string, locale: DateLocale): readonly Part[] {
  const invalid = (why: string) =>
    new DateProblem("illegal_argument_exception", `Invalid format: [${pattern}]: ${why}`);
  const levels: Item[][] = [[]];
  let padTo = 0;
  const add = (item: Item) => {
    const level = levels.at(-1);
    level?.push(...(padTo > 0 ? joined([item]).map((part) => padded(part, padTo)) : [item]));
    padTo = 0;
  };
  for (let at = 0; at < pattern.length; ) {
    const symbol = pattern.charAt(at);
    if (/[A-Za-z]/.test(symbol)) {
      let end = at;
      while (pattern[end] === symbol) end++;
      const count = end - at;
      at = end;
      if (symbol === "p") {
        if (!/[A-Za-z]/.test(pattern.charAt(at))) {
          throw invalid(`Pad letter 'p' must be followed by valid pad pattern: ${pattern}`);
        }
        padTo = count;
      } else add(itemOf({ symbol, count, locale, invalid }));
    } else if (symbol === "'") {
      const { text, end } = quoted(pattern, at) ?? {};
      if (text === undefined || end === undefined) {
        throw invalid(`Pattern ends with an incomplete string literal: ${pattern}`);
      }
      add(literal(text === "" ? "'" : text));
      at = end;
    } else {
      at++;
      if (symbol === "[") levels.push([]);
      else if (symbol === "]") {
        if (levels.length === 1) throw invalid("Pattern invalid as it contains ] without previous [");
        add(optional(...(levels.pop() ?? [])));
      } else if ("{}#".includes(symbol)) throw invalid(`Pattern includes reserved character: '${symbol}'`);
      else add(character(symbol));
    }
  }
  while (levels.length > 1) add(optional(...(levels.pop() ?? [])));
  return joined(levels[0] ?? []);
}

/** The text in quotes that begins at `at`, in which a quote is written twice. Undefined where it does not end. */
function quoted(pattern: string, at: number): { readonly text: string; readonly end: number } | undefined {
  let text = "";
  for (let end = at + 1; end < pattern.length; end++) {
    if (pattern[end] !== "'") text += pattern[end];
    else if (pattern[end + 1] === "'") text += pattern[++end];
    else return { text, end: end + 1 };
  }
  return undefined;
}

/** A run of equal letters. */
interface Run {
  readonly symbol: string;
  readonly count: number;
  readonly locale: DateLocale;
  readonly invalid: (why: string) => DateProblem;
}

type Rule = (run: Run) => Item;

/** Cached: patterns are many, but their runs are few. */
const items = new Map<string, Item>();

function itemOf(run: Run): Item {
  const { symbol, count, locale, invalid } = run;
  const key = `${symbol}${count}${locale}`;
  const known = items.get(key);
  if (known) return known;
  const rule = RULES.get(symbol);
  if (!rule) throw invalid(`Unknown pattern letter: ${symbol}`);
  const item = rule(run);
  items.set(key, item);
  return item;
}

const characters = new Map<string, Part>();

/** A character that stands for itself. */
function character(symbol: string): Part {
  const part = characters.get(symbol) ?? literal(symbol);
  if (symbol < "\x80") characters.set(symbol, part);
  return part;
}

const tooMany = ({ symbol, invalid }: Run): DateProblem => invalid(`Too many pattern letters: ${symbol}`);

/** The rule for at most so many letters. */
const atMost =
  (most: number, rule: Rule): Rule =>
  (run) => {
    if (run.count > most) throw tooMany(run);
    return rule(run);
  };

/** One letter stands for any number of digits, two letters for two. */
const number = (field: DateField): Rule => atMost(2, ({ count }) => (count === 2 ? fixed(field, 2) : digits(field)));

const styleOf = (count: number): TextStyle => (count < 4 ? "short" : count === 4 ? "full" : "narrow");

/** Words for at least `from` letters, else numbers. */
const words = (field: DateField, from: number, short: Rule = number(field)): Rule =>
  atMost(5, (run) => (run.count < from ? short(run) : wordPart(field, styleOf(run.count), run.locale)));

function expectWidth({ count, invalid }: Run): void {
  if (count > 19) throw invalid(`The minimum width must be from 1 to 19 inclusive but was ${count}`);
}

/** At least so many digits as letters. */
const wide =
  (field: DateField, sign: Digits["sign"]): Rule =>
  (run) => {
    expectWidth(run);
    return digits(field, run.count, 19, sign);
  };

const years =
  (fieldOf: (run: Run) => DateField): Rule =>
  (run) => {
    expectWidth(run);
    const field = fieldOf(run);
    if (run.count === 2) return { ...fixed(field, 2), hundredFrom: 2000 };
    return digits(field, run.count, 19, run.count < 4 ? "normal" : "exceedsPad");
  };

const weeksOf = ({ locale }: Run) => (locale === "english" ? fields.ENGLISH_WEEKS : fields.ISO_WEEKS);
const weekday = words(fields.DAY_OF_WEEK, 3, (run) => fixed(weeksOf(run).weekday, run.count));

/** By the number of letters `X` or `x`. */
const OFFSETS: readonly Omit<OffsetStyle, "zero">[] = [
  { separator: "", minutes: "if any", seconds: "never" },
  { separator: "", minutes: "always", seconds: "never" },
  { separator: ":", minutes: "always", seconds: "never" },
  { separator: "", minutes: "always", seconds: "if any" },
  { separator: ":", minutes: "always", seconds: "if any" },
];

function offset(run: Run, zero: string, letters = run.count): Part {
  const style = OFFSETS[letters - 1];
  if (!style) throw tooMany(run);
  return offsetPart({ ...style, zero });
}

/** The rule for these numbers of letters only. */
const either =
  (counts: readonly number[], refusal: string, rule: Rule): Rule =>
  (run) => {
    if (!counts.includes(run.count)) throw run.invalid(refusal);
    return rule(run);
  };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["G", words(fields.ERA, 1)],
  ["u", years(() => fields.YEAR)],
  ["y", years(() => fields.YEAR_OF_ERA)],
  ["Y", years((run) => weeksOf(run).year)],
  ["Q", words(fields.QUARTER, 3)],
  // Stand-alone quarters have no words.
  ["q", atMost(5, (run) => (run.count === 2 ? fixed(fields.QUARTER, 2) : digits(fields.QUARTER)))],
  ["M", words(fields.MONTH, 3)],
  ["L", words(fields.MONTH, 3)],
  ["w", atMost(2, (run) => digits(weeksOf(run).weekOfYear, run.count, 2, "notNegative"))],
  ["W", atMost(1, (run) => fixed(weeksOf(run).weekOfMonth, 1))],
  [
    "D",
    atMost(3, ({ count }) =>
      count === 1 ? digits(fields.DAY_OF_YEAR) : digits(fields.DAY_OF_YEAR, count, 3, "notNegative"),
    ),
  ],
  ["d", number(fields.DAY_OF_MONTH)],
  ["F", atMost(1, number(fields.ALIGNED_WEEKDAY))],
  ["g", wide(fields.MODIFIED_JULIAN_DAY, "normal")],
  ["E", words(fields.DAY_OF_WEEK, 1)],
  ["e", weekday],
  [
    "c",
    (run) => {
      if (run.count === 2) throw run.invalid('Invalid pattern "cc"');
      return weekday(run);
    },
  ],
  ["a", atMost(1, words(fields.HALF_OF_DAY, 1))],
  [
    "B",
    either([1, 4, 5], "Wrong number of pattern letters: B", ({ count, locale }) =>
      dayPeriodPart(styleOf(count), locale),
    ),
  ],
  ["H", number(fields.HOUR_OF_DAY)],
  ["k", number(fields.CLOCK_HOUR_OF_DAY)],
  ["K", number(fields.HOUR_OF_HALF)],
  ["h", number(fields.CLOCK_HOUR_OF_HALF)],
  ["m", number(fields.MINUTE_OF_HOUR)],
  ["s", number(fields.SECOND_OF_MINUTE)],
  [
    "S",
    ({ count, invalid }) => {
      if (count > 9) throw invalid(`Minimum width must be from 0 to 9 inclusive but was ${count}`);
      return fractionDigits(count);
    },
  ],
  ["A", wide(fields.MILLI_OF_DAY, "notNegative")],
  ["n", wide(fields.NANO_OF_SECOND, "notNegative")],
  ["N", wide(fields.NANO_OF_DAY, "notNegative")],
  ["X", (run) => offset(run, "Z")],
  ["x", (run) => offset(run, run.count === 1 ? "+00" : run.count % 2 === 0 ? "+0000" : "+00:00")],
  ["Z", (run) => (run.count === 4 ? gmtPart(true) : run.count < 4 ? offset(run, "+0000", 2) : offset(run, "Z"))],
  ["O", either([1, 4], "Pattern letter count must be 1 or 4: O", ({ count }) => gmtPart(count === 4))],
  ["V", either([2], "Pattern letter count must be 2: V", () => zoneIdPart)],
  [
    "v",
    either([1, 4], "Wrong number of pattern letters: v", ({ count }) =>
      zoneNamePart(count === 4 ? "longGeneric" : "shortGeneric"),
    ),
  ],
  ["z", atMost(4, ({ count }) => zoneNamePart(count === 4 ? "long" : "short"))],
]);
