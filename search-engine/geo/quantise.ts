/*
 * Coordinates as Lucene stores them: in 32 bits, about 1e-7 degrees apart, rounded down. Comparisons use the decoded
 * degrees, so that coordinates that were written equal stay equal.
 */

const LATITUDE_STEP = 180 / 2 ** 32;
const LONGITUDE_STEP = 360 / 2 ** 32;
const LARGEST = 2 ** 31 - 1;

/** Degrees −90 to 90. */
export const quantiseLatitude = (latitude: number): number =>
  Math.min(Math.floor(latitude / LATITUDE_STEP), LARGEST) * LATITUDE_STEP;

/** Degrees −180 to 180. */
export const quantiseLongitude = (longitude: number): number =>
  Math.min(Math.floor(longitude / LONGITUDE_STEP), LARGEST) * LONGITUDE_STEP;
