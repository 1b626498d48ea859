import { LARGEST_VALUE, VALUE_DECIMALS } from "../../../contracts/observation.ts";
import { DAY, endOf, HOUR, isOnGrid, MONTH, WEEK, YEAR } from "../../../science/calendar.ts";
import { pointer } from "../parsing/canonical.ts";
import { isId } from "../parsing/id.ts";
import { type ReadTime, timeError } from "./times.ts";

/** Values of one series as they were sent, as columns, not yet checked against the series. */
export interface Entry {
  readonly series: number;
  readonly fromTime: readonly number[];
  readonly toTime: readonly number[];
  readonly value: readonly (number | null)[];
  /** `VALID` and `CONTROLLED`. */
  readonly flags: readonly number[];
}

export const VALID = 1;
export const CONTROLLED = 2;

/** Called with an error: a JSON Pointer into the entry, and the message. */
export type Report = (path: string, message: string) => void;

const SCALE = 10 ** VALUE_DECIMALS;

/** Reads a parsed entry. Checked by hand, since a schema takes several times as long and there are millions of values. */
export function readEntry(given: unknown, readTime: ReadTime, report: Report): Entry | undefined {
  if (!isObject(given)) {
    report("", "must be an object");
    return undefined;
  }
  const { timeseries, values } = given;
  let fits = true;
  const refuse: Report = (path, message) => {
    fits = false;
    report(path, message);
  };
  for (const name in given) {
    if (name !== "timeseries" && name !== "values") refuse(pointer("", [name]), "is not a member of an entry");
  }
  if (!isId(timeseries)) refuse("/timeseries", timeseries === undefined ? "is required" : "must be the id of a series");
  if (!Array.isArray(values)) {
    refuse("/values", values === undefined ? "is required" : "must be an array");
    return undefined;
  }
  const columns = readValues(values, readTime, refuse);
  return fits && isId(timeseries) ? { series: timeseries, ...columns } : undefined;
}

function readValues(values: readonly unknown[], readTime: ReadTime, report: Report): Omit<Entry, "series"> {
  const fromTime: number[] = [];
  const toTime: number[] = [];
  const value: (number | null)[] = [];
  const flags: number[] = [];
  for (let index = 0; index < values.length; index++) {
    const given = values[index];
    if (!isObject(given)) {
      report(`/values/${index}`, "must be an object");
      continue;
    }
    const { fromTime: from, toTime: to, value: amount, isValid, qualityControlled } = given;
    const begin = typeof from === "string" ? readTime(from) : Number.NaN;
    const end = typeof to === "string" ? readTime(to) : Number.NaN;
    let members = 3;
    if (isValid !== undefined) members++;
    if (qualityControlled !== undefined) members++;
    for (const _ in given) members--;
    const fits =
      !Number.isNaN(begin) &&
      !Number.isNaN(end) &&
      isAmount(amount) &&
      members === 0 &&
      (isValid === undefined || typeof isValid === "boolean") &&
      (qualityControlled === undefined || typeof qualityControlled === "boolean");
    if (!fits) {
      reportValue(given, begin, end, (path, message) => report(`/values/${index}${path}`, message));
      continue;
    }
    fromTime.push(begin);
    toTime.push(end);
    value.push(amount === null ? null : Math.round(amount * SCALE) / SCALE);
    flags.push((isValid === false ? 0 : VALID) | (qualityControlled === true ? CONTROLLED : 0));
  }
  return { fromTime, toTime, value, flags };
}

const MEMBERS: ReadonlySet<string> = new Set(["fromTime", "toTime", "value", "isValid", "qualityControlled"]);

function reportValue(given: Members, begin: number, end: number, report: Report): void {
  if (Number.isNaN(begin)) report("/fromTime", timeError(given["fromTime"]));
  if (Number.isNaN(end)) report("/toTime", timeError(given["toTime"]));
  if (!isAmount(given["value"])) report("/value", amountError(given["value"]));
  for (const name of ["isValid", "qualityControlled"]) {
    if (given[name] !== undefined && typeof given[name] !== "boolean") report(`/${name}`, "must be true or false");
  }
  for (const name of Object.keys(given)) {
    if (!MEMBERS.has(name)) report(pointer("", [name]), "is not a member of a value");
  }
}

function isAmount(value: unknown): value is number | null {
  return typeof value === "number" ? value >= -LARGEST_VALUE && value <= LARGEST_VALUE : value === null;
}

function amountError(value: unknown): string {
  if (value === undefined) return "is required; null deletes the value";
  if (typeof value !== "number") return "must be a number or null";
  return Number.isFinite(value) ? `must lie from ${-LARGEST_VALUE} to ${LARGEST_VALUE}` : "must be a finite number";
}

/** How far values may lie ahead, seconds: as far as the clocks of loggers may be wrong. */
const MAX_AHEAD = HOUR;

/** What the values of an entry are checked against. */
export interface Circumstances {
  readonly timestep: number;
  /** The network's, minutes. */
  readonly offset: number;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Checks that a series of this step may have the values now, and that no time occurs twice. Values in the future have not
 * been measured, but they can be deleted.
 */
export function checkEntry(
  { fromTime, toTime, value }: Entry,
  { timestep, offset, now }: Circumstances,
  report: Report,
): void {
  let last = Number.NEGATIVE_INFINITY;
  let rising = true;
  const divides = timestep <= DAY;
  const latest = Date.parse(now) / 1000 + MAX_AHEAD;
  for (let index = 0; index < fromTime.length; index++) {
    const from = fromTime[index] ?? 0;
    const to = toTime[index] ?? 0;
    const fits = divides
      ? (from + offset * 60) % timestep === 0 && to - from === timestep
      : isOnGrid(from, timestep, offset) && to === endOf(from, timestep, offset);
    if (!fits) reportTimes(index, from, timestep, offset, report);
    else if (to > latest && value[index] !== null) {
      report(`/values/${index}/toTime`, `must not lie more than an hour after now, which is ${now}`);
    }
    if (from <= last) rising = false;
    last = from;
  }
  if (!rising) reportRepeated(fromTime, report);
}

function reportTimes(index: number, from: number, timestep: number, offset: number, report: Report): void {
  if (!isOnGrid(from, timestep, offset)) {
    report(`/values/${index}/fromTime`, `does not lie on the grid of the series, whose step is ${nameOf(timestep)}`);
  } else {
    report(`/values/${index}/toTime`, `must lie one step of the series after fromTime: ${nameOf(timestep)}`);
  }
}

function reportRepeated(fromTime: readonly number[], report: Report): void {
  const first = new Map<number, number>();
  for (const [index, from] of fromTime.entries()) {
    const earlier = first.get(from);
    if (earlier === undefined) first.set(from, index);
    else report(`/values/${index}/fromTime`, `is that of value ${earlier} too`);
  }
}

function nameOf(timestep: number): string {
  switch (timestep) {
    case WEEK:
      return "the week from Monday";
    case MONTH:
      return "the calendar month";
    case YEAR:
      return "the calendar year";
    default:
      return `${timestep} s from 00:00 of the network's offset`;
  }
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
