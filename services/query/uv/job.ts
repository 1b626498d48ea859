import { Atmosphere } from "./atmosphere.ts";
import { type Coverage, coverageOf, forecastAt } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import { type Horizon, horizonOf } from "./horizon.ts";
import { writeForecast } from "./write-forecast.ts";

/** Places whose forecasts are wanted: plain data that crosses threads. */
export interface ForecastJob {
  /** 00 UTC of the first day, milliseconds since 1970. */
  readonly today: number;
  readonly grid: UvGrid | undefined;
  /** Latitude and longitude of each place in turn, degrees. */
  readonly locations: Float64Array;
}

/** Makes forecasts, keeping what many requests share: the Sun of three days, and the fields of the last forecast. */
export class Forecaster {
  #horizon: Horizon | undefined;
  #atmosphere: Atmosphere | undefined;
  #coverage: Coverage | undefined;

  /** The forecasts as JSON, in the order of the places, a comma before each: pieces of a list need no copy to be joined. */
  write({ today, grid, locations }: ForecastJob): string {
    const horizon = this.#horizonOf(today);
    const coverage = grid && this.#coverageOf(grid, horizon);
    let text = "";
    for (let index = 0; index < locations.length; index += 2) {
      const location = { latitude: locations[index] as number, longitude: locations[index + 1] as number };
      text += `,${writeForecast(forecastAt(location, horizon, coverage), horizon, grid)}`;
    }
    return text;
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
