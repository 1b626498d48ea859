import { DAY_OF_WEEK, type DateField, ERA, HALF_OF_DAY, MONTH, QUARTER } from "./fields.ts";

/**
 * The words that java.time writes for fields. They depend on the locale, and on the source of its data: here the JDK's
 * own (`COMPAT`), which Elasticsearch 8 uses up to Java 22.
 */

/** `root` is for formats of a `range` query, `english` for all others. */
export type DateLocale = "root" | "english";

export type TextStyle = "short" | "full" | "narrow";

/** Words of consecutive values; `first` is the value of the first word. */
export interface Words {
  readonly first: number;
  readonly words: readonly string[];
}

const words = (first: number, text: string, separator = " "): Words => ({ first, words: text.split(separator) });
const shortened = ({ first, words: all }: Words): Words => ({ first, words: all.map((word) => word.slice(0, 3)) });
const initials = ({ first, words: all }: Words): Words => ({ first, words: all.map((word) => word.slice(0, 1)) });

const MONTHS = words(1, "January February March April May June July August September October November December");
const WEEKDAYS = words(1, "Monday Tuesday Wednesday Thursday Friday Saturday Sunday");

/** Undefined where a field is written as a number. */
export function wordsOf(field: DateField, style: TextStyle, locale: DateLocale): Words | undefined {
  switch (field) {
    case MONTH:
      if (style === "narrow") return locale === "english" ? initials(MONTHS) : words(1, "1 2 3 4 5 6 7 8 9 10 11 12");
      return style === "short" ? shortened(MONTHS) : MONTHS;
    case DAY_OF_WEEK:
      return { full: WEEKDAYS, short: shortened(WEEKDAYS), narrow: initials(WEEKDAYS) }[style];
    case QUARTER:
      if (style === "narrow") return words(1, "1 2 3 4");
      return style === "full" && locale === "english"
        ? words(1, "1st quarter,2nd quarter,3rd quarter,4th quarter", ",")
        : words(1, "Q1 Q2 Q3 Q4");
    case HALF_OF_DAY:
      return style === "narrow" ? words(0, "a p") : words(0, "AM PM");
    case ERA:
      if (style === "narrow") return words(0, "B A");
      if (style === "short") return words(0, "BC AD");
      return locale === "english" ? words(0, "Before Christ,Anno Domini", ",") : words(0, "BCE CE");
    default:
      return undefined;
  }
}

/** The name of a month in messages, such as `FEBRUARY`. */
export const monthName = (month: number): string => MONTHS.words[month - 1]?.toUpperCase() ?? "";
