import { UV_GRID } from "../../contracts/uv-grid.ts";
import { BadFile } from "../bad-file.ts";
import type { NetCdfFile } from "./netcdf-file.ts";
import { packingOf } from "./packing.ts";

/** Values of an axis, which has the dimension of its name. @throws BadFile */
export function axisOf(file: NetCdfFile, name: string): number[] {
  const { scale, offset, isMissing } = packingOf(file, name);
  return Array.from(file.values(name, [name]), (stored) => {
    if (isMissing(stored)) throw new BadFile(`${name} has a missing value`);
    return stored * scale + offset;
  });
}

/** For each row of the grid, from the south, the row of the file. @throws BadFile */
export function rowsOf(file: NetCdfFile): number[] {
  requireDegrees(file, "latitude", /^(deg|degrees?([ _]?(n|north))?)$/i);
  const place = (row: number) => UV_GRID.lat0 + row * UV_GRID.dlat;
  return placesOf("latitude", axisOf(file, "latitude"), UV_GRID.nlat, place, Number.POSITIVE_INFINITY);
}

/** For each column of the grid, from the west, the column of the file, which may begin at Greenwich. @throws BadFile */
export function columnsOf(file: NetCdfFile): number[] {
  requireDegrees(file, "longitude", /^(deg|degrees?([ _]?(e|east))?)$/i);
  const place = (column: number) => UV_GRID.lon0 + column * UV_GRID.dlon;
  return placesOf("longitude", axisOf(file, "longitude"), UV_GRID.nlon, place, 360);
}

/** Checks the units of an axis that names some. */
function requireDegrees(file: NetCdfFile, name: string, known: RegExp): void {
  const units = file.text("units", name)?.trim();
  if (!units || known.test(units)) return;
  const wanted = name === "latitude" ? "degrees_north" : "degrees_east";
  throw new BadFile(`${name} has the units "${units}"; they must be ${wanted}`);
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
