import { z } from "zod";
import { UV_GRID, UV_GRID_CELLS, type UvFieldName, type UvGridDto } from "../../contracts/uv-grid.ts";
import { climatologicalOzone } from "../../science/uv/ozone-climatology.ts";
import type { ProviderClient } from "./client.ts";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 3 * HOUR_MS;
const STEPS = (3 * DAY_MS) / STEP_MS + 1;
const radians = Math.PI / 180;

/** How a field is packed: value = number × scale. */
const SCALES = { ozone_du: 0.05, cloud_fraction: 0.0001, aod550: 0.001 } as const satisfies Partial<
  Record<UvFieldName, number>
>;
type DemoField = keyof typeof SCALES;

/**
 * A forecast for demonstration over three days from 00 UTC of the day of `now` on, the same for one day everywhere:
 * climatological ozone with waves that travel east, bands of cloud that do so faster, and haze over deserts and cities.
 */
export function demoUvGrid(now: Date): UvGridDto {
  const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const times = Array.from({ length: STEPS }, (_, index) => day + index * STEP_MS);
  return {
    schema: "uvgrid/1",
    issued: instant(day),
    source: "demonstration",
    licence: "CC0-1.0",
    attribution: "Made up by airlog for demonstration",
    grid: { ...UV_GRID },
    steps: times.map(instant),
    fields: {
      ozone_du: field("ozone_du", times, ozone),
      cloud_fraction: field("cloud_fraction", times, cloud),
      aod550: field("aod550", times, aerosol),
    },
  };
}

const Served = z.object({ forecasts: z.array(z.object({ issued: z.string().nullable() })) });

/** Publishes the demonstration's forecast of the day through the write API, unless it or a newer one is served already. */
export async function sendUvGrid(client: ProviderClient, url: string, now = new Date()): Promise<void> {
  const issued = instant(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const response = await fetch(`${url}/uv/forecast/0/0`);
  const served = Served.parse(await response.json());
  const newest = served.forecasts[0]?.issued;
  if (newest && Date.parse(newest) >= Date.parse(issued)) return;
  await client.post("/api/provider/uv/forecast", demoUvGrid(now), { Prefer: "wait=60" });
}

/** The values of a row of cells at a time, by longitude. */
type Row = (latitude: number, time: number) => (longitude: number) => number;

function field(name: DemoField, times: readonly number[], rowOf: Row) {
  const scale = SCALES[name];
  const numbers = new DataView(new ArrayBuffer(2 * times.length * UV_GRID_CELLS));
  let at = 0;
  for (const time of times) {
    for (let row = 0; row < UV_GRID.nlat; row++) {
      const valueAt = rowOf(UV_GRID.lat0 + row, time);
      for (let column = 0; column < UV_GRID.nlon; column++) {
        numbers.setInt16(at, Math.round(valueAt(UV_GRID.lon0 + column) / scale), true);
        at += 2;
      }
    }
  }
  const data = Buffer.from(numbers.buffer).toString("base64");
  return { dtype: "int16" as const, scale, offset: 0, missing: -32768, data };
}

/** Troughs and ridges: five around the globe, deepest in middle latitudes, once around in twelve days. */
function ozone(latitude: number, time: number): (longitude: number) => number {
  const date = new Date(time);
  const usual = climatologicalOzone(date.getUTCMonth() + 1, date.getUTCDate() + (time % DAY_MS) / DAY_MS, latitude);
  const depth = 0.08 * Math.sin(2 * latitude * radians) ** 2;
  return (longitude) => {
    const phase = 5 * (longitude - (30 * time) / DAY_MS);
    return within(80, 700, usual * (1 + depth * Math.sin(phase * radians + latitude / 15)));
  };
}

/** Fronts that slant across middle latitudes, and showers near the equator; clear in the subtropics. */
function cloud(latitude: number, time: number): (longitude: number) => number {
  const fronts = 0.55 * Math.sin(2 * latitude * radians) ** 2;
  const showers = Math.abs(latitude) < 30 ? 0.25 * Math.cos(3 * latitude * radians) : 0;
  return (longitude) => {
    const travelled = longitude - (45 * time) / DAY_MS;
    const front = Math.sin((6 * travelled + 4 * latitude) * radians);
    const shower = Math.cos((9 * travelled - 2 * latitude) * radians);
    return within(0, 1, 0.35 + fronts * front + showers * shower);
  };
}

/** Dust between 10° and 30° north around Africa and Arabia, little elsewhere. */
function aerosol(latitude: number, time: number): (longitude: number) => number {
  const centre = 15 + Math.sin(time / DAY_MS) * 5;
  return (longitude) => 0.08 + 0.5 * Math.exp(-(((latitude - 20) / 10) ** 2) - ((longitude - centre) / 35) ** 2);
}

function within(min: number, max: number, value: number): number {
  return Math.min(Math.max(value, min), max);
}

function instant(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}
