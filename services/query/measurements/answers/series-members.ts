import type { KnownSeries } from "../network.ts";

/** The members of a series and its station. Each answer has some of them, in an order of its own. */
export function membersOf({ id, series, station, unit }: KnownSeries) {
  const { zone, municipality, area, name, eoi = null, type, latitude, longitude } = station;
  const { component, timestep, isVisible } = series;
  const place = { zone, municipality, area, station: name, eoi, type, latitude, longitude };
  return { id, ...place, component, unit, timestep, isVisible };
}

export type SeriesMembers = ReturnType<typeof membersOf>;
