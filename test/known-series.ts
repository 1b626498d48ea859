import type { Station } from "../contracts/station.ts";
import type { TimeSeries } from "../contracts/time-series.ts";
import type { KnownSeries } from "../services/query/measurements/network.ts";

/** A station as the directory of the network has it. */
export const manglerud: Station = {
  id: 17,
  name: "Manglerud",
  zone: "Stor-Oslo",
  municipality: "Oslo",
  area: "Oslo",
  type: "Veinær stasjon",
  latitude: 59.89864,
  longitude: 10.8149,
  isVisible: true,
};

interface Parts {
  readonly id?: number;
  readonly timestep?: number;
  readonly limits?: readonly number[] | undefined;
}

/** A series of PM10 as the directory of the network knows it. */
export function knownSeries({ id = 1, timestep = 3600, limits }: Parts = {}): KnownSeries {
  const unit = "µg/m³";
  const series: TimeSeries = {
    id,
    station: manglerud.id,
    component: "PM10",
    unit,
    timestep,
    isVisible: true,
    provider: "nilu",
  };
  return {
    id,
    series,
    station: manglerud,
    unit,
    limits,
    folded: { station: "manglerud", area: "oslo", component: "pm10" },
  };
}
