import type { Station } from "../../../contracts/station.ts";
import { foldName } from "../../../contracts/text.ts";
import type { NewTimeSeries } from "../../../contracts/time-series.ts";

/** Names that differ in the case of letters only are one name. */
export function stationName({ name }: Pick<Station, "name">): string {
  return foldName(name);
}

/** A station has one series of a component and a step; components that differ in the case of letters only are one. */
export function seriesName({ station, component, timestep }: NewTimeSeries): string {
  return JSON.stringify([station, foldName(component), timestep]);
}
