import { f64 } from "../bytes/arrays.ts";
import type { Box } from "./box-tree.ts";

/*
 * Distances in metres between points in degrees, to the last bit as Lucene's SloppyMath computes them, so that sort
 * values equal Elasticsearch's: cosines and arcsines come from tables and Taylor series.
 */

const EARTH_MEAN_RADIUS = 6_371_008.7714;

const toRadians = (degrees: number): number => degrees * (Math.PI / 180);

/** Great-circle distance. */
export function arcDistance(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  return distanceOfKey(distanceKey(latitude1, longitude1, latitude2, longitude2));
}

const distanceOfKey = (key: number): number => EARTH_MEAN_RADIUS * 2 * arcsine(Math.min(1, Math.sqrt(key * 0.5)));

/** The greatest number that is the `distanceKey` of points within the radius, in metres. */
export function keyWithin(radius: number): number {
  // No key is greater, except by rounding.
  let [within, beyond] = [0, 4];
  if (distanceOfKey(beyond) <= radius) return beyond;
  for (;;) {
    const middle = (within + beyond) / 2;
    if (middle === within || middle === beyond) return within;
    if (distanceOfKey(middle) <= radius) within = middle;
    else beyond = middle;
  }
}

/** Distance on a plane at the scale of the mean latitude, for short distances. */
export function planeDistance(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const x = toRadians(longitude2 - longitude1) * Math.cos(toRadians((latitude2 + latitude1) / 2));
  const y = toRadians(latitude2 - latitude1);
  return Math.sqrt(x * x + y * y) * EARTH_MEAN_RADIUS;
}

/** Bounding box of a circle, `radius` in metres; all longitudes if it reaches a pole or the antimeridian. */
export function circleBounds(x: number, y: number, radius: number): Box {
  const degrees = (radius / EARTH_MEAN_RADIUS) * (180 / Math.PI) * (1 + 1e-9) + 1e-9;
  const [south, north] = [Math.max(-90, y - degrees), Math.min(90, y + degrees)];
  const ratio = Math.sin((degrees * Math.PI) / 180) / Math.cos((y * Math.PI) / 180);
  const reachesPole = y - degrees <= -90 || y + degrees >= 90 || ratio >= 1;
  const width = reachesPole ? 360 : (Math.asin(ratio) * 180) / Math.PI + 1e-9;
  const crosses = x - width < -180 || x + width > 180;
  return { south, north, west: crosses ? -180 : x - width, east: crosses ? 180 : x + width };
}

const scratch = new DataView(new ArrayBuffer(8));

/** A number that grows with the distance, and takes half as long to compute. */
export function distanceKey(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const x1 = toRadians(latitude1);
  const x2 = toRadians(latitude2);
  const h1 = 1 - cosine(x1 - x2);
  const h2 = cosine(x1) * cosine(x2) * (1 - cosine(toRadians(longitude1 - longitude2)));
  // Clears the last three bits, so that rounding errors do not order equal distances.
  scratch.setFloat64(0, h1 + h2);
  scratch.setUint8(7, scratch.getUint8(7) & 0xf8);
  return scratch.getFloat64(0);
}

function fromBits(high: number, low: number): number {
  scratch.setUint32(0, high);
  scratch.setUint32(4, low);
  return scratch.getFloat64(0);
}

const CIRCLE_STEPS = 2048;
const HALF_PI_HIGH = fromBits(0x3ff921fb, 0x54400000);
const HALF_PI_LOW = fromBits(0x3dd0b461, 0x1a626331);
const STEP_HIGH = (4 * HALF_PI_HIGH) / CIRCLE_STEPS;
const STEP_LOW = (4 * HALF_PI_LOW) / CIRCLE_STEPS;
const STEPS_PER_RADIAN = 1 / (STEP_HIGH + STEP_LOW);

const sines = new Float64Array(CIRCLE_STEPS + 1);
const cosines = new Float64Array(CIRCLE_STEPS + 1);
for (let index = 0; index <= CIRCLE_STEPS; index++) {
  const angle = index * STEP_HIGH + index * STEP_LOW;
  sines[index] = index % (CIRCLE_STEPS / 2) === 0 ? 0 : Math.sin(angle);
  cosines[index] = index % (CIRCLE_STEPS / 2) === CIRCLE_STEPS / 4 ? 0 : Math.cos(angle);
}

function cosine(angle: number): number {
  const size = Math.abs(angle);
  const step = Math.trunc(size * STEPS_PER_RADIAN + 0.5);
  const delta = size - step * STEP_HIGH - step * STEP_LOW;
  const index = step & (CIRCLE_STEPS - 1);
  const cos = f64(cosines, index);
  const sin = f64(sines, index);
  return cos + delta * (-sin + delta * (-cos * 0.5 + delta * (sin * (1 / 6) + delta * cos * (1 / 24))));
}

const SINE_STEPS = 8192;
const LARGEST_TABLE_SINE = Math.sin(toRadians(73));
const SINE_STEP = LARGEST_TABLE_SINE / SINE_STEPS;
const STEPS_PER_SINE = 1 / SINE_STEP;
const column = () => new Float64Array(SINE_STEPS + 1);
const series = [column(), column(), column(), column(), column()] as const;
for (let index = 0; index <= SINE_STEPS; index++) {
  const x = index * SINE_STEP;
  const one = 1 / (1 - x * x);
  const first = Math.sqrt(one);
  const third = first * one;
  const fifth = third * one;
  const seventh = fifth * one;
  series[0][index] = Math.asin(x);
  series[1][index] = first;
  series[2][index] = x * third * 0.5;
  series[3][index] = (1 + 2 * x * x) * fifth * (1 / 6);
  series[4][index] = (5 + 2 * x * (2 + x * (5 - 2 * x))) * seventh * (1 / 24);
}

function arcsine(x: number): number {
  if (x > LARGEST_TABLE_SINE) return steepArcsine(x);
  const index = Math.trunc(x * STEPS_PER_SINE + 0.5);
  const delta = x - index * SINE_STEP;
  const term = (order: 0 | 1 | 2 | 3 | 4) => f64(series[order], index);
  return term(0) + delta * (term(1) + delta * (term(2) + delta * (term(3) + delta * term(4))));
}

const HALF_PI_ROUNDED_OFF = 6.123233995736766e-17;
const NUMERATOR = [
  0.16666666666666666, -0.3255658186224009, 0.20121253213486293, -0.04005553450067941, 0.0007915349942898145,
  3.479331075960212e-5,
];
const DENOMINATOR = [1, -2.403394911734414, 2.0209457602335057, -0.6882839716054533, 0.07703815055590194];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, coefficient) => coefficient + x * sum);

/** Arcsine near 1, where the tables are too coarse: a rational approximation, as in fdlibm. */
function steepArcsine(x: number): number {
  if (x >= 1) return Math.PI / 2;
  const t = (1 - x) * 0.5;
  const root = Math.sqrt(t);
  const z = root + root * ((t * polynomial(NUMERATOR, t)) / polynomial(DENOMINATOR, t));
  return Math.PI / 2 - (z + z - HALF_PI_ROUNDED_OFF);
}
