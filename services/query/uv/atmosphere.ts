import { UV_FIELD_NAMES, UV_GRID_CELLS, type UvFieldName } from "../../../contracts/uv-grid.ts";
import { type Sun, sunAt, zenithAngle } from "../../../science/solar.ts";
import { clearIndex, indexCurve } from "../../../science/uv/index-curve.ts";
import { betaOfDepth550 } from "../../../science/uv/skies.ts";
import {
  type CellValues,
  type Corners,
  inTime,
  type PlaceInTime,
  placeOf,
  seriesAt,
  type UvGrid,
  valuesOf,
} from "./grid.ts";
import { uvTables } from "./tables.ts";

/** Angstrom's β of air without data. */
export const USUAL_AEROSOL = 0.05;
/** Reflectance of ground without data. */
export const USUAL_ALBEDO = 0.05;
/** Reflectance of ground under 5 cm of snow that has lain for days (Feister & Grewe 1995). */
const SNOW_ALBEDO = 0.76;

/** The sky over a place at an instant; NaN where the forecast does not say. */
export interface Air {
  readonly ozone: number;
  readonly aerosolBeta: number;
  readonly albedo: number;
  /** Share of the clear sky's index that clouds leave, from the producer. */
  readonly modification: number;
  readonly cloudFraction: number;
  /** g/m². */
  readonly cloudWater: number;
}

/** The air over one place at any instant of the forecast. */
export type AirAt = (place: PlaceInTime) => Air;

/** Ratios of smaller indices are not used. */
const MIN_INDEX = 0.1;
/** Gaps between clouds leave somewhat more than a clear sky does, and never much more. */
const MAX_TRANSMISSION = 1.5;

/** The fields of a forecast, as they are read for a place. */
export class Atmosphere {
  readonly grid: UvGrid;
  /** Whether it says anything of clouds. */
  readonly knowsClouds: boolean;
  readonly #fields: ReadonlyMap<UvFieldName, CellValues>;
  readonly #suns: readonly Sun[];
  readonly #allSkyShare: CellValues | undefined;

  constructor(grid: UvGrid) {
    this.grid = grid;
    this.#fields = new Map(
      UV_FIELD_NAMES.flatMap((name) => {
        const field = grid.fields[name];
        return field === undefined ? [] : [[name, valuesOf(field)] as const];
      }),
    );
    this.#suns = grid.steps.map(sunAt);
    const ofClouds = ["uvi_allsky", "cloud_modification_factor", "cloud_fraction", "cloud_lwp_gm2"] as const;
    this.knowsClouds = ofClouds.some((name) => this.#fields.has(name));
    const allSky = this.#fields.get("uvi_allsky");
    this.#allSkyShare = allSky && this.#remembered((step, cell) => this.#shareLeft(allSky(step, cell), step, cell));
  }

  over(corners: Corners): AirAt {
    const series = new Map(
      [...this.#fields].map(([name, values]) => [name, seriesAt(values, corners, this.grid.steps.length)]),
    );
    const shares = this.#allSkyShare && seriesAt(this.#allSkyShare, corners, this.grid.steps.length);
    return (place) => {
      const at = (values: Float64Array | undefined) => (values === undefined ? Number.NaN : inTime(values, place));
      return airOf((name) => at(series.get(name)), at(shares));
    };
  }

  /**
   * The share of the index that clouds leave in a cell, by the producer's own numbers. This ratio is interpolated between
   * cells and steps: the index itself depends on the Sun's height at each place and time.
   */
  #shareLeft(allSky: number, step: number, cell: number): number {
    const clear = this.#fields.get("uvi_clearsky")?.(step, cell) ?? this.#clearIndex(step, cell);
    return clear >= MIN_INDEX ? Math.min(allSky / clear, MAX_TRANSMISSION) : Number.NaN;
  }

  #clearIndex(step: number, cell: number): number {
    const sun = this.#suns[step];
    if (sun === undefined) return Number.NaN;
    const { latitude, longitude } = placeOf(cell);
    const air = airOf((name) => this.#fields.get(name)?.(step, cell) ?? Number.NaN, Number.NaN);
    return clearIndex(indexCurve(uvTables, air), zenithAngle(sun, latitude, longitude)) / sun.distance ** 2;
  }

  /** Computed once for each cell and step. */
  #remembered(values: CellValues): CellValues {
    const unknown = -1;
    const known = new Float32Array(this.grid.steps.length * UV_GRID_CELLS).fill(unknown);
    return (step, cell) => {
      const index = step * UV_GRID_CELLS + cell;
      if (known[index] === unknown) known[index] = values(step, cell);
      return known[index] ?? Number.NaN;
    };
  }
}

function airOf(value: (name: UvFieldName) => number, allSkyShare: number): Air {
  const depth = value("aod550");
  return {
    ozone: value("ozone_du"),
    aerosolBeta: Number.isNaN(depth) ? USUAL_AEROSOL : betaOfDepth550(depth),
    albedo: otherwise(value("albedo_uv"), USUAL_ALBEDO + otherwise(value("snow"), 0) * (SNOW_ALBEDO - USUAL_ALBEDO)),
    modification: otherwise(allSkyShare, value("cloud_modification_factor")),
    cloudFraction: value("cloud_fraction"),
    cloudWater: value("cloud_lwp_gm2"),
  };
}

function otherwise(preferred: number, other: number): number {
  return Number.isNaN(preferred) ? other : preferred;
}
