import { foldName } from "../../../../contracts/text.ts";
import type { StationAir } from "../air/station-air.ts";

/** An area of the network, with the station whose index is the worst now. */
export interface AreaAir {
  readonly area: string;
  readonly stations: number;
  /** Undefined where no station has an index. */
  readonly worst: StationAir | undefined;
}

/** The areas with the most stations, the largest first. `stations`: the worst first. */
export function largestAreas(stations: readonly StationAir[], limit: number): readonly AreaAir[] {
  const areas = new Map<string, { area: string; stations: number; worst: StationAir | undefined }>();
  for (const each of stations) {
    const { area } = each.station;
    const key = foldName(area);
    const known = areas.get(key);
    if (known) known.stations++;
    else areas.set(key, { area, stations: 1, worst: each.worst && each });
  }
  return [...areas.values()].sort((a, b) => b.stations - a.stations || (a.area < b.area ? -1 : 1)).slice(0, limit);
}
