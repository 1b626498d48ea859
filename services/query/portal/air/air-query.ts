import type { WrittenTime } from "../../../../contracts/routes/measurement-parameters.ts";
import { dayOf, formatDay, HOUR, startOfDay, timeFormatter } from "../../../../science/calendar.ts";
import { instantOf } from "../../measurements/period.ts";

/** What is asked of the page. */
export interface AirQuery {
  /** Names as they are shown; empty for all. */
  readonly areas: readonly string[];
  readonly components: readonly string[];
  /** When the hour begins, seconds since 1970; undefined for the newest values. */
  readonly hour: number | undefined;
  readonly page: number;
}

/**
 * The beginning of the network's hour that contains the time, as it was written or in milliseconds since 1970; seconds since
 * 1970. `offset`: minutes.
 */
export function hourOf(time: WrittenTime | number, offset: number): number {
  const at = typeof time === "number" ? Math.floor(time / 1000) : instantOf(time, 0, offset);
  const midnight = startOfDay(dayOf(at, offset), offset);
  return midnight + Math.floor((at - midnight) / HOUR) * HOUR;
}

/** A time as forms and paths have it, in the network's offset: `2022-03-09T13:00`. */
export const localTime = (time: number, offset: number): string => timeFormatter(offset)(time).slice(0, 16);

/** The path of the page with its query. */
export function airPath({ areas, components, hour, page }: AirQuery, offset: number): string {
  const query = namesQuery({ area: areas, component: components });
  if (hour !== undefined) query.set("at", localTime(hour, offset));
  if (page > 1) query.set("page", String(page));
  return withQuery("/air", query);
}

/** Names of stations that an address has room for. */
export const MAX_STATIONS = 50;

/** The path of the same values in the API. `stations`: names of those of the areas, by which those of an hour are restricted. */
export function apiPath(
  { areas, components, hour }: AirQuery,
  stations: readonly string[],
  offset: number,
  suffix: "" | ".csv" = "",
): string {
  if (hour === undefined) return withQuery(`/aq/utd${suffix}`, namesQuery({ areas, components }));
  const period = [hour, hour + HOUR].map((time) => localTime(time, offset)).join("/");
  return pastPath(`${period}/all${suffix}`, { stations, components });
}

interface AskedDays extends AskedPast {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The path of the values of whole days in the API. */
export function daysApiPath({ firstDay, lastDay, ...asked }: AskedDays): string {
  return pastPath(`${formatDay(firstDay)}/${formatDay(lastDay)}/all`, asked);
}

interface AskedPast {
  /** Names; empty for all. */
  readonly stations: readonly string[];
  readonly components: readonly string[];
}

function pastPath(path: string, { stations, components }: AskedPast): string {
  return withQuery(`/aq/historical/${path}`, namesQuery({ stations: stations.toSorted(), components }));
}

function namesQuery(names: Readonly<Record<string, readonly string[]>>): URLSearchParams {
  const given = Object.entries(names).filter(([, list]) => list.length > 0);
  return new URLSearchParams(given.map(([name, list]) => [name, list.join(";")]));
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}
