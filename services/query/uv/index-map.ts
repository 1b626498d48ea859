import { type Coverage, indicesAlong } from "./forecast.ts";
import type { Horizon } from "./horizon.ts";
import { colourOf, INDEX_COLOURS } from "./index-colours.ts";
import { encodePng } from "./png.ts";

/** Degrees between the places whose index is computed. */
const STEP = 2;
const ROWS = 180 / STEP + 1;
const COLUMNS = 360 / STEP;

/** Pixels of a degree. */
const SCALE = 2;
const WIDTH = 360 * SCALE;
const HEIGHT = 180 * SCALE;

/** The index of the world at an hour of the horizon, as a PNG from pole to pole and from date line to date line. */
export function drawIndexMap(hour: number, horizon: Horizon, coverage: Coverage | undefined): Uint8Array<ArrayBuffer> {
  const longitudes = Float64Array.from({ length: COLUMNS }, (_, column) => -180 + column * STEP);
  const rows = Array.from({ length: ROWS }, (_, row) =>
    indicesAlong(90 - row * STEP, longitudes, hour, horizon, coverage),
  );
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const south = (y + 0.5) / SCALE / STEP;
    const row = Math.floor(south);
    const [upper, lower] = [rows[row], rows[row + 1]];
    if (upper === undefined || lower === undefined) throw new RangeError(`the map has no row ${row}`);
    for (let x = 0; x < WIDTH; x++) {
      const east = (x + 0.5) / SCALE / STEP;
      const column = Math.floor(east);
      const next = (column + 1) % COLUMNS;
      const along = (values: Float64Array): number => mixed(east - column, values[column], values[next]);
      pixels[y * WIDTH + x] = colourOf(mixed(south - row, along(upper), along(lower)));
    }
  }
  return encodePng({ width: WIDTH, height: HEIGHT, colours: INDEX_COLOURS, pixels });
}

function mixed(share: number, from = Number.NaN, to = Number.NaN): number {
  return from + share * (to - from);
}
