import { MAX_FORMAT_LENGTH } from "../../limits.ts";
import { ownText } from "../json/own-text.ts";
import { epochMillis, epochSeconds } from "./epoch.ts";
import { partsOf } from "./letters.ts";
import { namedFormat } from "./named.ts";
import { type Part, printAll } from "./parts.ts";
import { DateProblem } from "./problem.ts";
import { type ReadDate, type Reader, readerOf } from "./reader.ts";
import { Unresolvable } from "./resolve.ts";
import type { DateLocale } from "./texts.ts";
import { type TimeZone, toInstant, UTC } from "./zone.ts";

export interface DateReading {
  /** Where a text without an offset was written. */
  readonly zone?: TimeZone | undefined;
  /**
   * Whether the zone is only that of a local time, as in `range` queries: an epoch is one, and a format with a zone of its own
   * has none. In aggregations the zone is that of the format.
   */
  readonly movesEpochs?: boolean | undefined;
  /** Fill what the text leaves out of the time of day with its end instead of its beginning. */
  readonly roundUp?: boolean | undefined;
}

/** One or several date formats joined by `||`: the first that fits reads, the first of all writes. */
export interface DateFormat {
  /** As the reader wrote it. */
  readonly pattern: string;
  /** Milliseconds since 1970 in UTC, finer digits cut off towards the past. @throws DateProblem */
  parse(text: string, reading?: DateReading): number;
  /** @throws DateProblem for an instant that the format can't write */
  print(instant: number, zone?: TimeZone): string;
}

/** What date fields without a format of their own read and write. */
export const DEFAULT_DATE_PATTERN = "strict_date_optional_time||epoch_millis";

/** @throws DateProblem for an unknown name or pattern letter. */
export function dateFormat(pattern: string, locale: DateLocale = "english"): DateFormat {
  const key = `${locale}:${pattern}`;
  const known = formats.get(key);
  if (known) return known;
  if (pattern.length > MAX_FORMAT_LENGTH) {
    const beginning = `${pattern.slice(0, 50)}…`;
    throw new DateProblem(
      "illegal_argument_exception",
      `Invalid format: [${beginning}]: at most [${MAX_FORMAT_LENGTH}] characters are allowed`,
    );
  }
  const own = ownText(key);
  formats.set(own, compile(own.slice(locale.length + 1), locale));
  kept += own.length;
  for (const [oldest] of formats) {
    if (kept <= MAX_KEPT_LENGTH) break;
    formats.delete(oldest);
    kept -= oldest.length;
  }
  return dateFormat(pattern, locale);
}

/** Characters of the patterns whose formats are kept: patterns come from searches, there is no end of them. */
const MAX_KEPT_LENGTH = 100_000;
const formats = new Map<string, DateFormat>();
let kept = 0;

function compile(pattern: string, locale: DateLocale): DateFormat {
  // A leading 8 once told java.time formats from older ones; it means nothing today.
  const alternatives = pattern
    .split("||")
    .map((each) => singleFormat((each.startsWith("8") ? each.slice(1) : each).trim(), locale));
  const refusal = (text: string, why?: string) => {
    const plain = `failed to parse date field [${text}] with format [${pattern}]`;
    return new DateProblem("parse_exception", `${plain}: [${why ?? plain}]`);
  };
  const readers = alternatives.flatMap((each) => each.readers);
  return {
    pattern,
    parse: (text, reading = {}) => {
      if (text === "") throw new DateProblem("parse_exception", "cannot parse empty datetime");
      try {
        for (const reader of readers) {
          const read = reader.read(text, reading.roundUp ?? false);
          if (read) return instantOf(read, reading);
        }
      } catch (error) {
        throw error instanceof Unresolvable ? refusal(text, error.message) : error;
      }
      throw refusal(text);
    },
    print: (instant, zone = UTC) => {
      try {
        return alternatives[0]?.print(instant, zone) ?? "";
      } catch (error) {
        if (!(error instanceof DateProblem)) throw error;
        const reason = `Failed formatting value [${instant}] as date with pattern [${pattern}]`;
        throw new DateProblem("illegal_argument_exception", reason);
      }
    },
  };
}

function instantOf(read: ReadDate, { zone, movesEpochs }: DateReading): number {
  if ("instant" in read) return zone && movesEpochs ? toInstant(zone, read.instant) : read.instant;
  const given = movesEpochs ? (read.ownZone ?? zone) : zone;
  // An offset beside a zone counts only where there is a third one.
  const named = zone ? (read.offset ?? read.zone) : (read.zone ?? read.offset);
  return toInstant(named ?? given ?? UTC, read.local);
}

interface SingleFormat {
  readonly readers: readonly Reader[];
  print(instant: number, zone: TimeZone): string;
}

function singleFormat(name: string, locale: DateLocale): SingleFormat {
  if (name === "") throw new DateProblem("illegal_argument_exception", "No date pattern provided");
  if (name === "epoch_millis") return epochMillis;
  if (name === "epoch_second") return epochSeconds;
  const named = namedFormat(name);
  if (named) return { readers: named.readers, print: printerOf(named.parts) };
  const parts = partsOf(name, locale);
  return { readers: [readerOf(parts, "strict")], print: printerOf(parts) };
}

function printerOf(parts: readonly Part[]): SingleFormat["print"] {
  return (instant, zone) => {
    const offset = zone.offsetAt(instant);
    return printAll(parts, { instant, local: instant + offset, offset, zone });
  };
}
