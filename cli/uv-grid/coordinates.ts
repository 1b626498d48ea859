import { UV_GRID } from "../../contracts/uv-grid.ts";
import { BadFile } from "../bad-file.ts";

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3600_000, day: DAY_MS };

/** Instants of a CF time axis, such as `hours since 2026-06-21 00:00:00`, as ISO 8601 in UTC. @throws BadFile */
export function instantsOf(values: readonly number[], units: string): string[] {
  const [, unit = "", reference = ""] = /^\s*(second|minute|hour|day)s?\s+since\s+(.+?)\s*$/i.exec(units) ?? [];
  const scale = UNITS[unit.toLowerCase()];
  const origin = referenceTime(reference);
  if (scale === undefined || Number.isNaN(origin)) {
    throw new BadFile(`time has the units "${units}"; they must look like "hours since 2026-06-21 00:00:00"`);
  }
  return values.map((value) => {
    const time = new Date(Math.round(origin + value * scale));
    if (Number.isNaN(time.getTime())) throw new BadFile(`time holds ${value}, which is no time`);
    return time.toISOString().replace(".000Z", "Z");
  });
}

function referenceTime(text: string): number {
  const [, date, time = "00:00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:UTC|Z|([+-]\d{2}:\d{2}))?)?$/i.exec(text) ?? [];
  return Date.parse(`${date}T${time}${zone}`);
}

/** For each row of the grid, from the south, the row of the file. @throws BadFile */
export function rowsOf(latitudes: readonly number[]): number[] {
  return placesOf(
    "latitude",
    latitudes,
    UV_GRID.nlat,
    (row) => UV_GRID.lat0 + row * UV_GRID.dlat,
    Number.POSITIVE_INFINITY,
  );
}

/** For each column of the grid, from the west, the column of the file, which may begin at Greenwich. @throws BadFile */
export function columnsOf(longitudes: readonly number[]): number[] {
  return placesOf("longitude", longitudes, UV_GRID.nlon, (column) => UV_GRID.lon0 + column * UV_GRID.dlon, 360);
}

function placesOf(
  name: string,
  values: readonly number[],
  count: number,
  wanted: (index: number) => number,
  turn: number,
): number[] {
  const close = (a: number, b: number) => Math.abs(a - b) < 1e-4 || Math.abs(Math.abs(a - b) - turn) < 1e-4;
  if (values.length !== count) throw new BadFile(`${name} has ${values.length} values instead of ${count}`);
  return Array.from({ length: count }, (_, index) => {
    const found = values.findIndex((value) => close(value, wanted(index)));
    if (found < 0) throw new BadFile(`${name} ${wanted(index)} is missing; the grid has every whole degree`);
    return found;
  });
}
