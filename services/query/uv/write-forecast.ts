import { indexClass } from "../../../science/uv/index-classes.ts";
import type { Forecast } from "./forecast.ts";
import { DAY, type Horizon, instant, timeOf } from "./horizon.ts";

/** The source of the forecast. */
export interface Provenance {
  readonly source: string;
  readonly issued: string;
}

const CLIMATOLOGY = "climatology";
const NAMES = ["today", "tomorrow", "dayAfterTomorrow"] as const;

/** A forecast as JSON. Written by hand: a request may ask for 72,000 hours. */
export function writeForecast(forecast: Forecast, horizon: Horizon, provenance: Provenance | undefined): string {
  const { location, days, ozone } = forecast;
  const published = provenance !== undefined && days.some((day) => day.published) ? provenance : undefined;
  const lists = NAMES.map((name, day) => `"${name}":[${hoursOf(forecast, horizon, day)}]`);
  const summaries = days.map(({ highest, moment, published: covered }, day) => {
    const index = rounded(highest);
    const time = instant(timeOf(horizon.today, moment));
    const source = covered && published ? published.source : CLIMATOLOGY;
    return (
      `{"date":"${horizon.dates[day]}","max":{"index":${index},"time":"${time}",` +
      `"classification":${indexClass(index)}},"source":${JSON.stringify(source)}}`
    );
  });
  return (
    `{${lists.join(",")},"latitude":${location.latitude},"longitude":${location.longitude},` +
    `"ozone":${Math.round(ozone * 10) / 10},"source":${JSON.stringify(published?.source ?? CLIMATOLOGY)},` +
    `"issued":${published ? `"${published.issued}"` : "null"},"days":[${summaries.join(",")}]}`
  );
}

function hoursOf({ clear, index, cloudFactor }: Forecast, horizon: Horizon, day: number): string {
  let text = "";
  for (let hour = day * 24; hour < (day + 1) * 24; hour++) {
    const bare = rounded(clear[hour] ?? Number.NaN);
    const own = index[hour] ?? Number.NaN;
    const known = !Number.isNaN(own);
    const shown = known ? rounded(own) : bare;
    const factor = cloudFactor[hour] ?? Number.NaN;
    text +=
      `${text === "" ? "" : ","}{"time":"${horizon.hours[hour]}","index":${known ? shown : "null"},"indexClear":${bare},` +
      `"cloudFactor":${Number.isNaN(factor) ? "null" : Math.round(factor * 1000) / 1000},` +
      `"classification":${indexClass(shown)}}`;
  }
  return text;
}

/** Rounded to two decimals, so that the classified value is the shown one. */
function rounded(index: number): number {
  return Math.round(index * 100) / 100;
}

/** 00 UTC of the day of an instant. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY) * DAY;
}
