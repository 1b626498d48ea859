import { Atmosphere } from "./atmosphere.ts";
import { type Coverage, coverageOf, forecastAt } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import { type Horizon, horizonOf } from "./horizon.ts";
import { drawIndexMap } from "./index-map.ts";
import { writeForecast } from "./write-forecast.ts";

/** A request for the forecasts of some locations: plain data that crosses threads. */
export interface ForecastJob {
  /** 00 UTC of the first day, milliseconds since 1970. */
  readonly today: number;
  readonly grid: UvGrid | undefined;
  /** Latitude and longitude of each location in turn, degrees. */
  readonly locations: Float64Array;
}

/** A request for the map of the world at an hour: plain data that crosses threads. */
export interface MapJob {
  readonly today: number;
  readonly grid: UvGrid | undefined;
  /** From `today` on. */
  readonly hour: number;
}

/** Computes forecasts, and caches what requests share: the Sun of three days, and the fields of the last forecast. */
export class Forecaster {
  #horizon: Horizon | undefined;
  #atmosphere: Atmosphere | undefined;
  #coverage: Coverage | undefined;

  /** The forecasts as JSON, in the order of the locations, each with a comma before it, so that pieces can be concatenated. */
  write({ today, grid, locations }: ForecastJob): string {
    const horizon = this.#horizonOf(today);
    const coverage = grid && this.#coverageOf(grid, horizon);
    let text = "";
    for (let index = 0; index < locations.length; index += 2) {
      const [latitude = Number.NaN, longitude = Number.NaN] = locations.subarray(index, index + 2);
      const location = { latitude, longitude };
      text += `,${writeForecast(forecastAt(location, horizon, coverage), horizon, grid)}`;
    }
    return text;
  }

  /** The map as a PNG. */
  draw({ today, grid, hour }: MapJob): Uint8Array<ArrayBuffer> {
    const horizon = this.#horizonOf(today);
    return drawIndexMap(hour, horizon, grid && this.#coverageOf(grid, horizon));
  }

  #horizonOf(today: number): Horizon {
    if (this.#horizon?.today !== today) {
      this.#horizon = horizonOf(today);
      this.#coverage = undefined;
    }
    return this.#horizon;
  }

  #coverageOf(grid: UvGrid, horizon: Horizon): Coverage {
    if (this.#atmosphere?.grid.key !== grid.key) {
      this.#atmosphere = new Atmosphere(grid);
      this.#coverage = undefined;
    }
    this.#coverage ??= coverageOf(this.#atmosphere, horizon);
    return this.#coverage;
  }
}
