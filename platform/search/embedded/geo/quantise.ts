/**
 * Coordinates as Lucene stores them: a 32-bit integer each, a ten-millionth of a degree fine, rounded down. Comparisons
 * happen on the decoded degrees, so that points and borders that were written equal stay equal.
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
