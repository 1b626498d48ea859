import { daysInMonth } from "../calendar.ts";
import { numberAt } from "../number-at.ts";

/**
 * Zonal monthly means of total ozone, Dobson units: Fortuin & Kelder 1998 (J. Geophys. Res. 103, 31709), rounded.
 * One row a month; columns at latitudes -80, -70 … 80.
 */
// biome-ignore format: one month a line
const zonalMeans = Float64Array.of(
  303, 317, 325, 292, 294, 276, 265, 261, 252, 258, 250, 278, 333, 376, 385, 376, 372,
  292, 306, 315, 289, 287, 270, 262, 260, 250, 262, 267, 288, 350, 397, 411, 412, 419,
  288, 298, 306, 293, 279, 271, 259, 258, 255, 267, 265, 301, 357, 404, 428, 441, 439,
  281, 300, 307, 295, 284, 269, 260, 258, 260, 277, 277, 308, 357, 391, 417, 439, 441,
  279, 280, 309, 303, 292, 272, 259, 256, 241, 282, 285, 310, 349, 379, 392, 402, 401,
  283, 295, 319, 314, 306, 281, 261, 255, 261, 284, 284, 299, 332, 360, 361, 358, 364,
  284, 292, 324, 325, 321, 290, 267, 258, 264, 284, 283, 290, 314, 337, 337, 327, 325,
  273, 293, 325, 345, 339, 300, 272, 262, 269, 282, 280, 284, 303, 319, 319, 307, 297,
  225, 260, 333, 360, 347, 309, 291, 270, 272, 280, 275, 280, 294, 308, 309, 297, 286,
  217, 279, 350, 364, 374, 311, 283, 270, 268, 276, 269, 273, 287, 305, 311, 306, 297,
  292, 328, 353, 344, 349, 296, 276, 265, 258, 265, 256, 265, 293, 319, 324, 347, 288,
  328, 336, 337, 323, 304, 283, 269, 263, 252, 257, 251, 269, 312, 342, 350, 343, 328,
);

const latitudes = 17;

/** Any year without a leap day. */
const commonYear = 2025;

/**
 * Climatological total ozone in Dobson units: linear in latitude (held beyond ±80°), and in time between the middles
 * (day 15) of the months.
 *
 * @param month 1–12
 * @param day of the month, fractions allowed
 * @param latitude degrees north
 */
export function climatologicalOzone(month: number, day: number, latitude: number): number {
  const from = day >= 15 ? month - 1 : (month + 10) % 12;
  const to = (from + 1) % 12;
  const length = daysInMonth(commonYear, from + 1);
  const share = Math.min((day >= 15 ? day - 15 : day - 15 + length) / length, 1);
  return zonalMean(from, latitude) * (1 - share) + zonalMean(to, latitude) * share;
}

function zonalMean(month: number, latitude: number): number {
  const position = (Math.min(Math.max(latitude, -80), 80) + 80) / 10;
  const band = Math.min(Math.floor(position), 15);
  const south = numberAt(zonalMeans, month * latitudes + band);
  const north = numberAt(zonalMeans, month * latitudes + band + 1);
  return south + (position - band) * (north - south);
}
