import { aggregations, type Search } from "./search.ts";

/** Fixed intervals around changes of a zone's clocks: by an hour, by half an hour and by a day. */

const HOUR = 3_600_000;

const changes: Readonly<Record<string, readonly string[]>> = {
  "Europe/Berlin": ["2023-10-29T01:00:00Z", "2023-03-26T01:00:00Z"],
  "America/New_York": ["2023-11-05T06:00:00Z"],
  "Australia/Lord_Howe": ["2023-04-01T15:00:00Z", "2023-09-30T15:30:00Z"],
  "Pacific/Apia": ["2011-12-30T10:00:00Z"],
};
const intervals = ["15m", "1h", "90m", "7h", "1d", "300d"];
/** Hours from the change. */
const distances = [-25, -2.25, -1, -0.75, -0.25, 0, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 2.25, 6, 25];

const searchesOf = (time_zone: string, change: string) => {
  const at = (hours: number) => new Date(Date.parse(change) + hours * HOUR).toISOString();
  const histogram = (options: object) => ({ date_histogram: { field: "unmapped", time_zone, ...options } });
  const missingAt = (hours: readonly number[], options: object) =>
    Object.fromEntries(hours.map((each, n) => [`a${n}`, histogram({ ...options, missing: at(each) })]));
  return [
    ...intervals.map((fixed_interval) => missingAt(distances, { fixed_interval })),
    missingAt(distances, { fixed_interval: "90m", offset: "+10m" }),
    ...["30m", "90m", "7h", "1d"].map((fixed_interval) => ({
      a: histogram({ fixed_interval, missing: at(-3), extended_bounds: { min: at(-5), max: at(5) } }),
      b: histogram({ fixed_interval, missing: at(0.3), extended_bounds: { min: at(-4), max: at(30) } }),
      c: histogram({ fixed_interval, missing: at(0.3), hard_bounds: { min: at(0.1), max: at(30) } }),
    })),
  ];
};

/** Buckets of the hours that a clock shows twice or never. */
export const changedClockSearches: readonly Search[] = aggregations(
  "clocks that change",
  Object.entries(changes).flatMap(([zone, all]) => all.flatMap((change) => searchesOf(zone, change))),
);
