import { UV_GRID, UV_GRID_CELLS, type UvFieldName } from "../../../contracts/uv-grid.ts";

/** A forecast as it was published, in memory that threads share. */
export interface UvGrid {
  /** Identifies the forecast. */
  readonly key: string;
  readonly issued: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  /** Instants of the fields, milliseconds since 1970, rising. */
  readonly steps: readonly number[];
  readonly fields: Partial<Record<UvFieldName, SharedField>>;
}

/** Stored numbers by step, then latitude from the south, then longitude from the west: value × scale + offset. */
export interface SharedField {
  readonly dtype: "int16" | "uint8";
  readonly scale: number;
  readonly offset: number;
  readonly missing: number;
  readonly numbers: SharedArrayBuffer;
}

/** The cells around a place, and their shares of its value. */
export interface Corners {
  readonly cells: readonly number[];
  readonly shares: readonly number[];
}

/** Bilinear: longitude wraps, and latitude ends with the rows at the poles. */
export function cornersOf(latitude: number, longitude: number): Corners {
  const north = (latitude - UV_GRID.lat0) / UV_GRID.dlat;
  const row = Math.min(Math.floor(north), UV_GRID.nlat - 2);
  const up = north - row;
  const east = (longitude - UV_GRID.lon0) / UV_GRID.dlon;
  const column = Math.floor(east) % UV_GRID.nlon;
  const right = east - Math.floor(east);
  const next = (column + 1) % UV_GRID.nlon;
  const lower = row * UV_GRID.nlon;
  const upper = lower + UV_GRID.nlon;
  return {
    cells: [lower + column, lower + next, upper + column, upper + next],
    shares: [(1 - up) * (1 - right), (1 - up) * right, up * (1 - right), up * right],
  };
}

/** The place of a cell in degrees. */
export function placeOf(cell: number): { readonly latitude: number; readonly longitude: number } {
  return {
    latitude: UV_GRID.lat0 + Math.floor(cell / UV_GRID.nlon) * UV_GRID.dlat,
    longitude: UV_GRID.lon0 + (cell % UV_GRID.nlon) * UV_GRID.dlon,
  };
}

/** A value of each cell at each step; NaN where there is none. */
export type CellValues = (step: number, cell: number) => number;

/** The values of a field. */
export function valuesOf({ dtype, scale, offset, missing, numbers }: SharedField): CellValues {
  const stored = dtype === "int16" ? new Int16Array(numbers) : new Uint8Array(numbers);
  return (step, cell) => {
    const number = stored[step * UV_GRID_CELLS + cell] ?? missing;
    return number === missing ? Number.NaN : number * scale + offset;
  };
}

/** The value of a place at each step, from the cells around it that have one; NaN where none has. */
export function seriesAt(values: CellValues, { cells, shares }: Corners, steps: number): Float64Array {
  const series = new Float64Array(steps);
  for (let step = 0; step < steps; step++) {
    let sum = 0;
    let weight = 0;
    for (let corner = 0; corner < 4; corner++) {
      const share = shares[corner] ?? 0;
      if (share === 0) continue;
      const value = values(step, cells[corner] ?? Number.NaN);
      if (Number.isNaN(value)) continue;
      sum += share * value;
      weight += share;
    }
    series[step] = weight === 0 ? Number.NaN : sum / weight;
  }
  return series;
}

/** Where an instant lies between two steps. */
export interface PlaceInTime {
  readonly step: number;
  readonly share: number;
}

/** Undefined before the first step and after the last. */
export function placeInTime(steps: readonly number[], time: number): PlaceInTime | undefined {
  const after = steps.findIndex((step) => step >= time);
  const until = steps[after];
  if (until === undefined) return undefined;
  if (until === time) return { step: after, share: 0 };
  const from = steps[after - 1];
  return from === undefined ? undefined : { step: after - 1, share: (time - from) / (until - from) };
}

/** Linear in time; the one value where the other is missing. */
export function inTime(series: Float64Array, { step, share }: PlaceInTime): number {
  const before = series[step] ?? Number.NaN;
  return share === 0 ? before : between(before, series[step + 1] ?? Number.NaN, share);
}

/** The value at `share` of the way from one to the other; if one is missing, the other one. */
export function between(from: number, to: number, share: number): number {
  if (Number.isNaN(from)) return to;
  return Number.isNaN(to) ? from : from + share * (to - from);
}
