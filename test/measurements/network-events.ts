import type { ObservationColumns } from "../../contracts/observation-columns.ts";
import { manglerud as station } from "../end-to-end/network-samples.ts";
import type { ScriptedEvent } from "../scripted-log.ts";
import { ingested, seriesAdded, stationAdded } from "../scripted-measurements.ts";

/** Events of a small network: two stations in Oslo, one in Bergen, one without values. */

const seconds = (time: string): number => Date.parse(time) / 1000;

export const manglerud = { ...station({ description: "Ved E6" }), id: 1 };
const aker = {
  ...manglerud,
  id: 2,
  name: "Rv 4, Aker sykehus",
  eoi: null,
  latitude: 59.94103,
  longitude: 10.79806,
  owner: null,
  status: null,
  description: null,
};
const danmarksPlass = {
  ...aker,
  id: 3,
  name: "Danmarks plass",
  zone: "Bergen",
  municipality: "Bergen",
  area: "Bergen",
  eoi: "NO0120A",
  latitude: 60.37417,
  longitude: 5.34056,
  isVisible: false,
};
const empty = {
  ...aker,
  id: 4,
  name: "Empty",
  municipality: "N/A",
  zone: "Utenfor sonesystemet",
  area: "Nowhere",
};

const series = { unit: "µg/m³", timestep: 3600, isVisible: true, provider: "oslo" };

export const network: readonly ScriptedEvent[] = [
  stationAdded(manglerud),
  stationAdded(aker),
  stationAdded(danmarksPlass),
  stationAdded(empty),
  seriesAdded({ ...series, id: 38, station: 1, component: "PM10", height: 3.5, eea: true, topic: "Luftkvalitet" }),
  seriesAdded({ ...series, id: 39, station: 1, component: "NO2" }),
  seriesAdded({ ...series, id: 40, station: 1, component: "NO" }),
  seriesAdded({ ...series, id: 41, station: 2, component: "PM10" }),
  seriesAdded({ ...series, id: 42, station: 3, component: "CO", unit: "mg/m³", isVisible: false }),
  seriesAdded({ ...series, id: 43, station: 3, component: "PM10" }),
  seriesAdded({
    ...series,
    id: 44,
    station: 3,
    component: "Benzo(a)pyrene in PM10 (aerosol)",
    unit: "ng/m³",
    timestep: 31536000,
  }),
  seriesAdded({ ...series, id: 45, station: 4, component: "O3" }),
  seriesAdded({ ...series, id: 46, station: 2, component: "PM10", timestep: 600 }),
  seriesAdded({ ...series, id: 47, station: 2, component: "PM10", timestep: 86400 }),
];

/** One value. */
export function measured(
  id: number,
  from: string,
  value: number | null,
  rest: { timestep?: number; isValid?: boolean; controlled?: boolean } = {},
): ScriptedEvent {
  return values(id, from, [value], rest);
}

/** Consecutive values from the time on; null for a missing one. */
export function values(
  id: number,
  from: string,
  list: readonly (number | null)[],
  { timestep = 3600, isValid = true, controlled = false } = {},
): ScriptedEvent {
  const columns: ObservationColumns = {
    series: id,
    timestep,
    fromTime: list.map((_, at) => seconds(from) + at * timestep),
    value: list,
    isValid: list.map(() => isValid),
    qualityControlled: list.map(() => controlled),
  };
  return ingested(columns);
}
