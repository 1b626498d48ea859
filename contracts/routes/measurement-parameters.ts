import { z } from "zod";
import { minutesAhead } from "../date-time.ts";
import { NAME_SEPARATOR } from "../names.ts";
import type { FieldError } from "../problem.ts";
import { foldName } from "../text.ts";
import { culture, decimal, inPath, inQuery, inQueryOr, ParameterError, type ParameterType, text } from "./parameter.ts";

/** The parameters of the reads of measurements. */

function splitList(value: string): string[] {
  return value
    .split(NAME_SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean);
}

const namesSchema = z.string().meta({ examples: ["PM10;NO2"] });

/** Names, folded. */
export const names: ParameterType<ReadonlySet<string>> = {
  schema: namesSchema,
  read: (value) => new Set(splitList(value).map(foldName)),
};

/** Names as they were typed, for pages that show them. */
export const typedNames: ParameterType<readonly string[]> = { schema: namesSchema, read: splitList };

export const truth: ParameterType<boolean> = {
  schema: z.boolean(),
  read: (value) => {
    const folded = value.toLowerCase();
    if (folded === "true" || folded === "1") return true;
    if (folded === "false" || folded === "0") return false;
    throw new ParameterError("must be true or false");
  },
};

export type Method = "within" | "nearest";

/** Which series of a circle are wanted; case makes no difference. */
export const method: ParameterType<Method> = {
  schema: z.enum(["nearest", "within"]),
  read: (value) => {
    const folded = value.toLowerCase();
    if (folded === "within" || folded === "nearest") return folded;
    throw new ParameterError("must be within or nearest");
  },
};

/** Steps of series, seconds. */
export const timesteps: ParameterType<ReadonlySet<number>> = {
  schema: z.string().regex(/^\d+(;\d+)*$/),
  read: (value) => {
    const steps = splitList(value);
    if (!steps.every((step) => /^\d{1,9}$/.test(step) && Number(step) > 0)) {
      throw new ParameterError("must be a whole number of seconds, such as 3600");
    }
    return new Set(steps.map(Number));
  },
};

/** The largest radius of a circle, kilometres. */
const MAX_RADIUS = 20;

/** Kilometres. */
export const radius: ParameterType<number> = {
  schema: z.number().gt(0).max(MAX_RADIUS),
  read: (value) => {
    const kilometres = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(kilometres > 0 && kilometres <= MAX_RADIUS)) {
      throw new ParameterError(`must be a number of kilometres over 0 and at most ${MAX_RADIUS}`);
    }
    return kilometres;
  },
};

/** The id of a time series. */
export const seriesId: ParameterType<number> = {
  schema: z.int().positive(),
  read: (value) => {
    if (!/^\d{1,15}$/.test(value) || Number(value) === 0) throw new ParameterError("must be the id of a time series");
    return Number(value);
  },
};

const separated =
  "Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; " +
  "`area`, `station` and `component` may stand in plural or not.";

const AREAS = { aliases: ["area"], example: "Oslo" };
const STATIONS = { aliases: ["station"], example: "Manglerud" };
const COMPONENTS = { aliases: ["component"] };

/** Share of its time that a mean must cover, %, unless the request sets another. */
const DEFAULT_COVERAGE = 75;

const areaOf = <Value>(type: ParameterType<Value>) =>
  inQuery(type, `Only stations of this area. ${separated}`, { ...AREAS, documentedAs: "area" });
const componentOf = <Value>(type: ParameterType<Value>) =>
  inQuery(type, `Only these components. ${separated}`, { ...COMPONENTS, documentedAs: "component", example: "PM10" });

/** The filters of pages. */
export const TYPED_FILTERS = { area: areaOf(typedNames), component: componentOf(typedNames) };

export const FILTERS = {
  areas: inQuery(names, `Only stations of these areas. ${separated}`, AREAS),
  area: areaOf(names),
  stations: inQuery(names, `Only these stations. ${separated}`, STATIONS),
  station: inQuery(names, `Only these stations. ${separated}`, { ...STATIONS, documentedAs: "station" }),
  components: inQuery(names, `Only these components. ${separated}`, { ...COMPONENTS, example: "PM10;NO2" }),
  component: componentOf(names),
  showinvalid: inQueryOr(false, truth, "`true`: invalid values too; false unless set.", { example: true }),
  showmissing: inQueryOr(false, truth, "`true`: means that too little covers appear with `value` null.", {
    example: true,
  }),
  method: inQueryOr(
    "nearest" as const,
    method,
    "`within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.",
    { example: "within" },
  ),
  timestep: inQuery(timesteps, "Only series of this step, seconds.", { example: "3600" }),
  coverage: inQueryOr(
    DEFAULT_COVERAGE,
    decimal(0, 100),
    `The smallest coverage of a mean, %; ${DEFAULT_COVERAGE} unless set.`,
    { example: 75 },
  ),
  utd: inQueryOr(false, truth, "`true`: only stations whose newest value is up to date.", { example: true }),
  culture: inQuery(culture, "Language of texts: `no`, unless set, or `en`.", { example: "en" }),
};

/** A date as it was written. */
export interface WrittenTime {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Seconds after the day's beginning; undefined where only the date was written. */
  readonly second: number | undefined;
  /** Minutes that its own offset lies ahead of UTC; absent where it has the network's. */
  readonly offset?: number;
}

const datePattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))? *(Z|[+-]\d{2}(?::?[0-5]\d)?)?)?$/i;

/** A date, with or without a time of day, which may have an offset. */
export const writtenTime: ParameterType<WrittenTime> = {
  schema: z.string().meta({ examples: ["2022-03-09", "2022-03-09 13:00", "2022-03-09T13:00", "2022-03-09T12:00Z"] }),
  read: (value) => {
    const parts = datePattern.exec(value.trim());
    if (!parts) throw notATime();
    const [, , , , clock, , , zone] = parts;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
      .slice(1, 7)
      .map((part) => Number(part ?? 0));
    const date = utcDate(year, month, day);
    if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
      throw notATime();
    }
    if (hour > 23 || minute > 59 || second >= 60) throw notATime();
    return {
      day: dayNumberOf(date),
      second: clock === undefined ? undefined : (hour * 60 + minute) * 60 + second,
      ...(zone !== undefined && { offset: offsetOf(zone) }),
    };
  },
};

/** The same, for types with a message of their own. */
export function writtenOrNone(value: string): WrittenTime | undefined {
  try {
    return writtenTime.read(value);
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

const MAX_OFFSET_MINUTES = 18 * 60;

function offsetOf(zone: string): number {
  const offset = minutesAhead(zone);
  if (Math.abs(offset) > MAX_OFFSET_MINUTES) throw notATime();
  return offset;
}

function notATime(): ParameterError {
  return new ParameterError(
    "must be a date that exists, such as 2024-02-29, 2024-02-29 13:00, 2024-02-29T13:00 or 2024-02-29T13:00+01:00",
  );
}

/** 00 UTC of the date; months and days beyond their end run into the next ones. */
function utcDate(year: number, month: number, day: number): Date {
  return new Date(new Date(0).setUTCFullYear(year, month - 1, day));
}

const DAY_MS = 86_400_000;

function dayNumberOf(date: Date): number {
  return date.getTime() / DAY_MS;
}

export const PERIOD = {
  fromtime: inPath(
    writtenTime,
    "Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time " +
      "has its own.",
    "2022-03-09",
  ),
  totime: inPath(writtenTime, "Its end; without a time of day, that day's end.", "2022-03-10"),
};

/** The longest period that a route answers, in calendar months of the dates as written. */
export interface PeriodLimit {
  readonly months: number;
  /** In words, such as `one year`. */
  readonly words: string;
}

export const ONE_YEAR: PeriodLimit = { months: 12, words: "one year" };
export const ONE_MONTH: PeriodLimit = { months: 1, words: "one month" };

/** As the parameters `fromtime` and `totime` were written. */
export interface WrittenPeriod {
  readonly fromtime?: WrittenTime;
  readonly totime?: WrittenTime;
}

/**
 * Checks that the period is not longer than the limit. Dates are compared as written: a month may end on the same day of the
 * next month, that day included.
 */
export function checkLength({ fromtime, totime }: WrittenPeriod, { months, words }: PeriodLimit): FieldError[] {
  if (fromtime === undefined || totime === undefined) return [];
  if (totime.day <= monthsLater(fromtime.day, months)) return [];
  return [{ path: "totime", message: `must be at most ${words} after fromtime` }];
}

/** The same day of a later month, or that month's last where it is shorter. */
function monthsLater(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const same = dayNumberOf(utcDate(year, month + months, date.getUTCDate()));
  const last = dayNumberOf(utcDate(year, month + months + 1, 0));
  return Math.min(same, last);
}

const stationName: ParameterType<string> = { ...text(), read: foldName };

/** The ways in which a route names its series. */
export const BY_STATION = {
  station: inPath(stationName, "A station's name, or `all`.", "Manglerud"),
  stations: FILTERS.stations,
  components: FILTERS.components,
};
const CIRCLE = {
  latitude: inPath(decimal(-90, 90), "Of the circle's centre, degrees north.", 59.9),
  longitude: inPath(decimal(-180, 180), "Degrees east.", 10.8),
  radius: inPath(radius, `Kilometres, more than 0 and at most ${MAX_RADIUS}.`, 5),
};
export const BY_CIRCLE = { ...CIRCLE, components: FILTERS.components, method: FILTERS.method };
export const BY_ID = { id: inPath(seriesId, "Id of a time series.", 38) };

/** Labels of the mean types, the first of which has the id 1. */
const MEAN_TYPE_LABELS = ["hour", "8hour", "day", "month", "year", "maxhour", "max8hour", "week", "season"] as const;

export type MeanTypeLabel = (typeof MEAN_TYPE_LABELS)[number];

/** A mean type by its id or its label, in any case. */
const meanTypeLabel: ParameterType<MeanTypeLabel> = {
  ...text(),
  read: (value) => {
    const folded = value.trim().toLowerCase();
    const found = MEAN_TYPE_LABELS.find((label, index) => label === folded || String(index + 1) === folded);
    if (found) return found;
    const known = MEAN_TYPE_LABELS.map((label, index) => `${index + 1} ${label}`).join(", ");
    throw new ParameterError(`must be a mean type, by id or label: ${known}`);
  },
};

export const MEAN_TYPE = inPath(
  meanTypeLabel,
  "A mean type by id or label: 1 `hour`, 2 `8hour` (running, stamped at its end), 3 `day`, 4 `month`, 5 `year`, " +
    "6 `maxhour` and 7 `max8hour` (the highest of a day), 8 `week`, 9 `season`.",
  "day",
);
