import { pastValues } from "../../../../contracts/routes/measurements.ts";
import type { StationPeriod } from "../../../../contracts/routes/portal/stations.ts";
import { formatDay } from "../../../../science/calendar.ts";
import type { KnownSeries } from "../../measurements/network.ts";
import type { ApiRead } from "../components/api-call.tsx";
import type { ShownPeriod } from "./shown-period.ts";

interface Asked {
  readonly components?: readonly string[];
  readonly length?: StationPeriod;
  readonly firstDay?: number;
}

/** The path of a station's page. */
export function stationPath(station: number, { components = [], length, firstDay }: Asked = {}): string {
  const query = new URLSearchParams({
    ...(components.length > 0 && { component: components.join(";") }),
    ...(length !== undefined && { period: length }),
    ...(firstDay !== undefined && { from: formatDay(firstDay) }),
  });
  return query.size === 0 ? `/stations/${station}` : `/stations/${station}?${query}`;
}

/** The route with the values of a series in the period, invalid ones too. */
export function valuesPath(series: KnownSeries, period: ShownPeriod, suffix = ""): string {
  return `/${kindOf(series)}/historical/${daysOf(period)}/ids/${series.id}${suffix}?showinvalid=true`;
}

/** The same for programs. */
export function valuesRead(series: KnownSeries, period: ShownPeriod): ApiRead {
  return { route: pastValues[kindOf(series)].byId, target: valuesPath(series, period) };
}

/** With the index where the component has one. */
const kindOf = ({ limits }: KnownSeries) => (limits === undefined ? "obs" : "aq");

/** The route with means of a series in the period. */
export function meansPath({ id }: KnownSeries, type: string, period: ShownPeriod, suffix = ""): string {
  return `/agg/${type}/${daysOf(period)}/ids/${id}${suffix}`;
}

function daysOf({ firstDay, lastDay }: ShownPeriod): string {
  return `${formatDay(firstDay)}/${formatDay(lastDay)}`;
}
