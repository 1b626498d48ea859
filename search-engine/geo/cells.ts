import type { Grid } from "../language/aggregations/geo-grid.ts";
import type { GeoCell } from "../language/geometry/geometry.ts";

/** Cells of a grid by column, eastwards, and row. */
export interface Cells {
  column(longitude: number): number;
  row(latitude: number): number;
  /** Whether points of the cell count. */
  accepts(column: number, row: number): boolean;
  name(column: number, row: number): string;
  /** In ascending order of Elasticsearch's numbers of cells. */
  compare(a: CellPlace, b: CellPlace): number;
}

export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

export const cellsOf = ({ system, precision, bounds }: Grid): Cells =>
  system === "geohash" ? geohashes(precision, bounds) : tiles(precision, bounds);

const GEOHASH_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";

/** Rows count northwards. The bits of column and row alternate in a geohash, beginning with the column's. */
function geohashes(length: number, bounds: GeoCell | undefined): Cells {
  const columns = 2 ** Math.ceil((5 * length) / 2);
  const rows = 2 ** Math.floor((5 * length) / 2);
  const [width, height] = [360 / columns, 180 / rows];
  return {
    // Exact: degrees are multiples of 360 / 2 ** 32 or half of it.
    column: (longitude) => Math.floor((longitude + 180) / width),
    row: (latitude) => Math.floor((latitude + 90) / height),
    accepts: (column, row) => {
      if (!bounds) return true;
      const [west, south] = [column * width - 180, row * height - 90];
      const isBeside = meets(west, west + width, bounds);
      return isBeside && bounds.north > south && bounds.south < south + height;
    },
    name: (column, row) => geohash(column, row, length),
    compare: (a, b) => {
      const [x, y] = [geohash(a.column, a.row, length), geohash(b.column, b.row, length)];
      const order = x === y ? 0 : x < y ? -1 : 1;
      // A hash of twelve characters is a signed number of 64 bits, whose first bit is set in the eastern half of the
      // earth.
      return length === 12 && isEastern(x) !== isEastern(y) ? -order : order;
    },
  };
}

const isEastern = (hash: string): boolean => hash >= "h";

function meets(west: number, east: number, bounds: GeoCell): boolean {
  if (bounds.east < bounds.west) return bounds.west < east || bounds.east > west;
  return bounds.west < east && bounds.east > west;
}

function geohash(column: number, row: number, length: number): string {
  let [x, y] = [column, row];
  let text = "";
  let takesColumn = (5 * length) % 2 === 1;
  for (let place = 0; place < length; place++) {
    let digit = 0;
    for (let bit = 1; bit <= 16; bit *= 2) {
      if (takesColumn) {
        digit += (x % 2) * bit;
        x = Math.floor(x / 2);
      } else {
        digit += (y % 2) * bit;
        y = Math.floor(y / 2);
      }
      takesColumn = !takesColumn;
    }
    text = GEOHASH_DIGITS.charAt(digit) + text;
  }
  return text;
}

/** Tiles of web maps: rows count southwards, and those at the edge reach to the poles. */
function tiles(zoom: number, bounds: GeoCell | undefined): Cells {
  const count = 2 ** zoom;
  const clipped = (place: number) => Math.max(0, Math.min(count - 1, Math.floor(place)));
  const column = (longitude: number) => clipped(((longitude + 180) / 360) * count);
  const row = (latitude: number) => clipped(mercator(latitude) * count);
  return {
    column,
    row,
    accepts: bounds ? withinTiles(bounds, count, column, row) : () => true,
    name: (x, y) => `${zoom}/${x}/${y}`,
    compare: (a, b) => a.column - b.column || a.row - b.row,
  };
}

/** 0 at the northern edge of the map and 1 at the southern. */
function mercator(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Multiplied as Java does it: edges are compared exactly. */
const DEGREES_OF_A_RADIAN = 180 / Math.PI;

/** Tiles that only touch the bounds are not in them. */
function withinTiles(bounds: GeoCell, count: number, column: Cells["column"], row: Cells["row"]): Cells["accepts"] {
  const longitudeOf = (x: number) => (x / count) * 360 - 180;
  const latitudeOf = (y: number) => Math.atan(Math.sinh(Math.PI - (2 * Math.PI * y) / count)) * DEGREES_OF_A_RADIAN;
  const [first, last] = [column(bounds.west), column(bounds.east)];
  const [top, bottom] = [row(bounds.north), row(bounds.south)];
  const from = longitudeOf(first + 1) === bounds.west ? first + 1 : first;
  const to = longitudeOf(last) === bounds.east ? last : last + 1;
  const northern = latitudeOf(top + 1) === bounds.north ? top + 1 : top;
  const southern = latitudeOf(bottom) === bounds.south ? bottom : bottom + 1;
  const isAround = bounds.east < bounds.west;
  return (x, y) => {
    const isBeside = isAround ? x >= from || x < to : x >= from && x < to;
    return isBeside && y >= northern && y < southern;
  };
}
