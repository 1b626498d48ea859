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
  /** The zone of a text without an offset. */
  readonly zone?: TimeZone | undefined;
  /**
   * Whether `zone` is that of local times, as in `range` queries: then an epoch is a local time too, and a format's own
   * zone takes precedence. In aggregations `zone` is that of the format.
   */
  readonly movesEpochs?: boolean | undefined;
  /** Whether to complete the time of day with its end instead of its beginning. */
  readonly roundUp?: boolean | undefined;
}

/** One or several date formats joined by `||`: the first that matches reads, the first in the list writes. */
export interface DateFormat {
  /** As written. */
  readonly pattern: string;
  /** Milliseconds since 1970 in UTC, finer digits cut off towards the past. @throws DateProblem */
  parse(text: string, reading?: DateReading): number;
  /** @throws DateProblem for an instant that the format can't write */
  print(instant: number, zone?: TimeZone): string;
}

/** The format of date fields without one of their own. */
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

/** Maximum total length of the cached patterns, which come from searches in any number. */
const MAX_KEPT_LENGTH = 100_000;
const formats = new Map<string, DateFormat>();
let kept = 0;

function compile(pattern: string, locale: DateLocale): DateFormat {
  // A leading 8 once marked java.time formats. It has no meaning today.
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
  // In a text with a zone and an offset, the offset counts only if the search gives a zone too.
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
