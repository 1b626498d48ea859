import {
  DAY_OF_MONTH,
  DAY_OF_WEEK,
  DAY_OF_YEAR,
  type DateField,
  HOUR_OF_DAY,
  ISO_WEEK_DATES,
  ISO_WEEKS,
  MINUTE_OF_HOUR,
  MONTH,
  NANO_OF_SECOND,
  SECOND_OF_MINUTE,
  YEAR,
  YEAR_OF_ERA,
} from "./fields.ts";
import { type IsoForm, isoReader } from "./iso.ts";
import { type Digits, digits, fixed, fractionPart, joined, literal, optional, type Part } from "./parts.ts";
import { type Reader, readerOf } from "./reader.ts";
import { UTC } from "./zone.ts";
import { offsetPart, zoneIdPart } from "./zone-parts.ts";

/** The parts to write, and the readers. */
export interface PatternFormat {
  readonly parts: readonly Part[];
  readonly readers: readonly Reader[];
}

/**
 * Elasticsearch's formats with names. Each writes one form and reads one or several: strict names require all digits.
 * They follow Elasticsearch's code, which sometimes differs from its reference.
 */

type Item = string | Digits | Part | readonly Item[];

/** Separates the runs of digits on both sides. */
const NOTHING = literal("");

/** Parts in a row. Digits of an inner list share none with those outside. */
function row(...items: readonly Item[]): readonly Part[] {
  const parts = items.flatMap((item): readonly (Digits | Part)[] => {
    if (typeof item === "string") return [literal(item)];
    return isList(item) ? [NOTHING, ...row(...item), NOTHING] : [item];
  });
  return joined(parts).filter((part) => part !== NOTHING);
}

const isList = (item: Item): item is readonly Item[] => Array.isArray(item);
const maybe = (...items: readonly Item[]): Part => optional(...row(...items));

/** One or two digits. */
const short = (field: DateField, max = 2): Digits => digits(field, 1, max, "notNegative");
const two = (field: DateField): Digits => fixed(field, 2);
const year = (min: number, max: number): Digits => digits(YEAR, min, max, "exceedsPad");
const signedYear = (min: number, max: number): Digits => digits(YEAR, min, max);

const [MM, DD, H, M, S] = [two(MONTH), two(DAY_OF_MONTH), two(HOUR_OF_DAY), two(MINUTE_OF_HOUR), two(SECOND_OF_MINUTE)];
const [h, m, s] = [short(HOUR_OF_DAY), short(MINUTE_OF_HOUR), short(SECOND_OF_MINUTE)];
const [D3, D] = [fixed(DAY_OF_YEAR, 3), short(DAY_OF_YEAR, 3)];
const fraction = (min: number, max: number): Part => fractionPart(NANO_OF_SECOND, min, max, true);
const [MILLIS, FRACTION] = [fraction(3, 3), fraction(1, 9)];
const COMMA_FRACTION = maybe(",", fractionPart(NANO_OF_SECOND, 1, 9, false));

const OFFSET = offsetPart({ separator: ":", minutes: "always", seconds: "never", zero: "Z" });
const SHORT_OFFSET = offsetPart({ separator: "", minutes: "if any", seconds: "never", zero: "Z" });

const DATE: Item = [year(4, 4), maybe("-", MM, maybe("-", DD))];
const LOOSE_DATE: Item = [signedYear(1, 9), maybe("-", short(MONTH), maybe("-", short(DAY_OF_MONTH)))];
const LONG_DATE: Item = [year(4, 19), "-", MM, "-", DD];
const TIME: Item = [H, ":", M, ":", S];
const LOOSE_TIME: Item = [h, ":", m, ":", s];
const BASIC_DATE: Item = [signedYear(4, 4), MM, DD];
const BASIC_DATE_WRITTEN: Item = [signedYear(4, 10), MM, DD];
const BASIC_TIME: Item = [H, M, S];
const ORDINAL: Item = [year(4, 4), "-", D3];
const LOOSE_ORDINAL: Item = [year(4, 10), "-", D];

/** ISO weeks of dates, which need a weekday. (Years and weeks below need none.) */
const weekYear = (min: number, max: number, sign: Digits["sign"] = "exceedsPad"): Digits =>
  digits(ISO_WEEK_DATES.year, min, max, sign);
const week = (min: number): Digits => digits(ISO_WEEK_DATES.weekOfYear, min, 2, "never");
const WEEK = two(ISO_WEEK_DATES.weekOfYear);
const WEEKDAY = digits(DAY_OF_WEEK);
const WEEK_DATE: Item = [weekYear(4, 10), literal("-W", true), WEEK, "-", fixed(DAY_OF_WEEK, 1)];
const LOOSE_WEEK_DATE: Item = [weekYear(4, 10), "-W", short(ISO_WEEK_DATES.weekOfYear), "-", fixed(DAY_OF_WEEK, 1)];
/** The T of weeks with all digits, in either case. */
const ANY_T = literal("T", true);
const WEEK_YEAR = digits(ISO_WEEKS.year, 4, 10, "exceedsPad");
const YEAR_AND_WEEK: Item = [WEEK_YEAR, "-W", two(ISO_WEEKS.weekOfYear)];
const BASIC_WEEK_DATE: Item = [weekYear(4, 10, "normal"), "W", week(2), WEEKDAY];

const OPTIONAL_TIME: Item = [
  [year(4, 9), maybe("-", MM, maybe("-", DD))],
  "T",
  maybe(H, maybe(":", M, maybe(":", S, maybe(MILLIS)), maybe(OFFSET))),
];

const zones = [zoneIdPart, SHORT_OFFSET];
/** Reads the parts with a zone behind them: an id, or an offset without a colon. */
const zoned = (...items: readonly Item[]): Reader[] => zones.map((zone) => reads(...items, zone));
const reads = (...items: readonly Item[]): Reader => readerOf(row(...items), "strict");
const smart = (...items: readonly Item[]): Reader => readerOf(row(...items), "smart");
const iso = (form: IsoForm): Reader => isoReader(form);

const format = (written: readonly Item[], ...readers: readonly Reader[]): PatternFormat => ({
  parts: row(...written),
  readers,
});
/** Reads what it writes. */
const same = (...items: readonly Item[]): PatternFormat => format(items, reads(...items));
const sameSmart = (...items: readonly Item[]): PatternFormat => format(items, smart(...items));

const ANY_ISO: IsoForm = { from: "year", to: "nano", zone: "optional", hasComma: true };

const formats: Readonly<Record<string, PatternFormat>> = {
  iso8601: format(OPTIONAL_TIME, iso(ANY_ISO)),
  strict_date_optional_time: format(OPTIONAL_TIME, iso(ANY_ISO)),
  strict_date_optional_time_nanos: format(
    [
      [year(4, 9), maybe("-", MM, maybe("-", DD))],
      "T",
      maybe(H, maybe(":", M, maybe(":", S, maybe(fraction(3, 9))), maybe(OFFSET))),
    ],
    iso({ ...ANY_ISO, timeFrom: "second" }),
  ),
  date_optional_time: format(
    OPTIONAL_TIME,
    reads(
      LOOSE_DATE,
      maybe(
        "T",
        maybe(h, maybe(":", m, maybe(":", s), maybe(FRACTION), COMMA_FRACTION, maybe(zoneIdPart), maybe(SHORT_OFFSET))),
      ),
    ),
  ),

  basic_date: format(
    [BASIC_DATE_WRITTEN],
    readerOf(row(signedYear(1, 4), short(MONTH), short(DAY_OF_MONTH)), "strict", UTC),
  ),
  basic_date_time: format(
    [BASIC_DATE_WRITTEN, "T", BASIC_TIME, MILLIS, OFFSET],
    ...zoned(BASIC_DATE, "T", BASIC_TIME, FRACTION),
  ),
  basic_date_time_no_millis: format(
    [BASIC_DATE_WRITTEN, "T", BASIC_TIME, OFFSET],
    ...zoned(BASIC_DATE, "T", BASIC_TIME),
  ),
  basic_ordinal_date: sameSmart(year(4, 19), D3),
  basic_ordinal_date_time: format(
    [digits(YEAR_OF_ERA, 4, 19, "exceedsPad"), D3, "T", BASIC_TIME, MILLIS, OFFSET],
    ...zoned(digits(YEAR_OF_ERA, 4, 19, "exceedsPad"), D3, "T", BASIC_TIME, FRACTION),
  ),
  basic_ordinal_date_time_no_millis: format(
    [year(4, 19), D3, "T", BASIC_TIME, OFFSET],
    ...zoned(year(4, 19), D3, "T", BASIC_TIME),
  ),
  basic_time: format([BASIC_TIME, MILLIS, OFFSET], ...zoned(BASIC_TIME, FRACTION)),
  basic_time_no_millis: format([BASIC_TIME, OFFSET], ...zoned(BASIC_TIME)),
  basic_t_time: format(
    ["T", BASIC_TIME, MILLIS, OFFSET],
    reads("T", BASIC_TIME, FRACTION, zoneIdPart),
    smart("T", BASIC_TIME, FRACTION, SHORT_OFFSET),
  ),
  basic_t_time_no_millis: format(["T", BASIC_TIME, OFFSET], ...zoned("T", BASIC_TIME)),
  basic_week_date: format([BASIC_WEEK_DATE], reads(digits(ISO_WEEK_DATES.year), "W", week(1), WEEKDAY)),
  basic_week_date_time: format(
    [BASIC_WEEK_DATE, "T", H, M, S, ".", fractionPart(NANO_OF_SECOND, 3, 3, false), SHORT_OFFSET],
    ...zoned(digits(ISO_WEEK_DATES.year), "W", week(1), WEEKDAY, "T", BASIC_TIME, FRACTION),
  ),
  basic_week_date_time_no_millis: format(
    [BASIC_WEEK_DATE, "T", H, M, S, SHORT_OFFSET],
    ...zoned(digits(ISO_WEEK_DATES.year), "W", week(1), WEEKDAY, "T", BASIC_TIME),
  ),
  strict_basic_week_date: format([BASIC_WEEK_DATE], reads(fixed(ISO_WEEK_DATES.year, 4), "W", week(1), WEEKDAY)),
  strict_basic_week_date_time: format(
    [BASIC_WEEK_DATE, "T", H, M, S, ".", fractionPart(NANO_OF_SECOND, 3, 3, false), SHORT_OFFSET],
    ...zoned(fixed(ISO_WEEK_DATES.year, 4), "W", week(1), WEEKDAY, "T", H, M, S, FRACTION),
  ),
  strict_basic_week_date_time_no_millis: format(
    [BASIC_WEEK_DATE, "T", H, M, S, OFFSET],
    ...zoned(BASIC_WEEK_DATE, "T", H, M, S),
  ),

  date: format([year(4, 10), "-", MM, "-", DD], reads(LOOSE_DATE)),
  strict_date: format([year(4, 10), "-", MM, "-", DD], readerOf(row(year(4, 10), "-", MM, "-", DD), "lenient")),
  date_hour: format([LONG_DATE, "T", H], reads(LOOSE_DATE, "T", h)),
  strict_date_hour: sameSmart(year(4, 19), "-", MM, "-", DD, "T", H),
  date_hour_minute: format([LONG_DATE, "T", H, ":", M], reads(LOOSE_DATE, "T", h, ":", m)),
  strict_date_hour_minute: sameSmart(year(4, 19), "-", MM, "-", DD, "T", H, ":", M),
  date_hour_minute_second: format([LONG_DATE, "T", TIME], reads(LOOSE_DATE, "T", LOOSE_TIME)),
  strict_date_hour_minute_second: format(
    [LONG_DATE, "T", TIME],
    iso({ from: "second", to: "second", zone: "none" }),
    smart(LONG_DATE, "T", TIME),
  ),
  date_hour_minute_second_fraction: format([DATE, "T", TIME, MILLIS], reads(LOOSE_DATE, "T", LOOSE_TIME, FRACTION)),
  strict_date_hour_minute_second_fraction: format(
    [DATE, "T", TIME, MILLIS],
    iso({ from: "nano", to: "nano", zone: "none" }),
    reads(DATE, "T", TIME, FRACTION),
  ),
  date_hour_minute_second_millis: format([DATE, "T", TIME, MILLIS], reads(LOOSE_DATE, "T", LOOSE_TIME, fraction(1, 3))),
  strict_date_hour_minute_second_millis: format(
    [DATE, "T", TIME, MILLIS],
    iso({ from: "nano", to: "nano", zone: "none" }),
    reads(DATE, "T", TIME, FRACTION),
  ),
  date_time: format(
    OPTIONAL_TIME,
    ...[OFFSET, SHORT_OFFSET].map((zone) => reads(LOOSE_DATE, "T", h, ":", m, maybe(":", s, FRACTION), zone)),
  ),
  strict_date_time: format(
    [DATE, "T", TIME, fraction(3, 9), OFFSET],
    iso({ from: "second", to: "nano", zone: "mandatory" }),
    ...zoned(DATE, "T", TIME, maybe(FRACTION)),
  ),
  date_time_no_millis: format(
    [[year(4, 10), "-", MM, "-", DD], "T", TIME, zoneIdPart],
    ...[OFFSET, SHORT_OFFSET, maybe(zoneIdPart), maybe(SHORT_OFFSET)].map((zone) =>
      reads(LOOSE_DATE, "T", h, ":", m, maybe(":", s), zone),
    ),
  ),
  strict_date_time_no_millis: format(
    [DATE, "T", TIME, OFFSET],
    iso({ from: "second", to: "second", zone: "mandatory" }),
    ...zoned(DATE, "T", TIME),
  ),
  hour: format([H], reads(h)),
  strict_hour: sameSmart(H),
  hour_minute: format([H, ":", M], reads(h, ":", m)),
  strict_hour_minute: sameSmart(H, ":", M),
  hour_minute_second: format([TIME], reads(LOOSE_TIME)),
  strict_hour_minute_second: same(TIME),
  hour_minute_second_fraction: format([TIME, MILLIS], reads(LOOSE_TIME, FRACTION)),
  strict_hour_minute_second_fraction: format([TIME, MILLIS], reads(TIME, FRACTION)),
  hour_minute_second_millis: format([TIME, MILLIS], reads(LOOSE_TIME, fraction(1, 3))),
  strict_hour_minute_second_millis: format([TIME, MILLIS], reads(TIME, FRACTION)),
  ordinal_date: format([year(4, 10), "-", D3], reads(LOOSE_ORDINAL)),
  strict_ordinal_date: same(ORDINAL),
  ordinal_date_time: format(
    [ORDINAL, "T", H, ":", M, maybe(":", S, fraction(3, 9)), OFFSET],
    ...zoned(LOOSE_ORDINAL, "T", h, ":", m, maybe(":", s, FRACTION)),
  ),
  strict_ordinal_date_time: format(
    [ORDINAL, "T", H, ":", M, maybe(":", S, fraction(3, 9)), OFFSET],
    ...zoned(ORDINAL, "T", H, ":", M, maybe(":", S, FRACTION)),
  ),
  ordinal_date_time_no_millis: format([ORDINAL, "T", TIME, OFFSET], ...zoned(LOOSE_ORDINAL, "T", LOOSE_TIME)),
  strict_ordinal_date_time_no_millis: format([ORDINAL, "T", TIME, OFFSET], ...zoned(ORDINAL, "T", TIME)),
  time: format([TIME, MILLIS, OFFSET], ...zoned(LOOSE_TIME, FRACTION)),
  strict_time: format([TIME, MILLIS, OFFSET], ...zoned(TIME, FRACTION)),
  time_no_millis: format([TIME, OFFSET], ...zoned(LOOSE_TIME)),
  strict_time_no_millis: format([TIME, OFFSET], ...zoned(TIME)),
  t_time: format(["T", TIME, MILLIS, OFFSET], ...zoned("T", LOOSE_TIME, FRACTION)),
  strict_t_time: format(["T", TIME, MILLIS, OFFSET], ...zoned("T", TIME, FRACTION)),
  t_time_no_millis: format(["T", TIME, OFFSET], ...zoned("T", LOOSE_TIME)),
  strict_t_time_no_millis: format(["T", TIME, OFFSET], ...zoned("T", TIME)),
  week_date: format([WEEK_DATE], reads(LOOSE_WEEK_DATE)),
  strict_week_date: same(WEEK_DATE),
  week_date_time: format([WEEK_DATE, "T", TIME, MILLIS, OFFSET], ...zoned(LOOSE_WEEK_DATE, "T", LOOSE_TIME, FRACTION)),
  strict_week_date_time: format([WEEK_DATE, "T", TIME, MILLIS, OFFSET], ...zoned(WEEK_DATE, ANY_T, TIME, FRACTION)),
  week_date_time_no_millis: format([WEEK_DATE, "T", TIME, OFFSET], ...zoned(LOOSE_WEEK_DATE, "T", LOOSE_TIME)),
  strict_week_date_time_no_millis: format([WEEK_DATE, "T", TIME, OFFSET], ...zoned(WEEK_DATE, ANY_T, TIME)),
  weekyear: same(digits(ISO_WEEKS.year)),
  strict_weekyear: same(WEEK_YEAR),
  weekyear_week: format([YEAR_AND_WEEK], reads(digits(ISO_WEEKS.year), "-W", digits(ISO_WEEKS.weekOfYear))),
  strict_weekyear_week: same(YEAR_AND_WEEK),
  weekyear_week_day: format(
    [YEAR_AND_WEEK, "-", digits(ISO_WEEKS.weekday)],
    reads(digits(ISO_WEEKS.year), "-W", digits(ISO_WEEKS.weekOfYear), "-", digits(ISO_WEEKS.weekday)),
  ),
  strict_weekyear_week_day: same([YEAR_AND_WEEK], "-", digits(ISO_WEEKS.weekday)),
  year: same(digits(YEAR)),
  strict_year: format([year(4, 4)], iso({ from: "year", to: "year", zone: "none" }), reads(year(4, 4))),
  year_month: format([year(4, 10), "-", MM], reads(digits(YEAR), "-", digits(MONTH))),
  strict_year_month: format(
    [year(4, 4), "-", MM],
    iso({ from: "month", to: "month", zone: "none" }),
    reads(year(4, 4), "-", MM),
  ),
  year_month_day: format([DATE], reads(digits(YEAR), "-", digits(MONTH), "-", digits(DAY_OF_MONTH))),
  strict_year_month_day: same(DATE),
};

/** A format with a name; undefined where there is none of this name. */
export const namedFormat = (name: string): PatternFormat | undefined =>
  Object.hasOwn(formats, name) ? formats[name] : undefined;

/** All names, as documents list them. */
export const formatNames: readonly string[] = ["epoch_millis", "epoch_second", ...Object.keys(formats)].sort();
