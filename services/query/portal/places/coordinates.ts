import type { Coordinates } from "../../../../science/geometry/distance.ts";

/** Degrees with their side of the equator or of Greenwich, as English and Norwegian write them. */
const DEGREES = String.raw`([+-]?\d{1,3}(?:MARK\d{1,20})?) ?°? ?`;
const PATTERNS = [
  // A comma may separate the numbers, with a space after it or without.
  { mark: String.raw`\.`, between: "(?: ?[,;] ?| )" },
  // Where a comma is the decimal mark, the numbers have a space between them, or a semicolon.
  { mark: ",", between: "(?: ?[,;] | ?;| )" },
].map(({ mark, between }) => {
  const degrees = DEGREES.replace("MARK", mark);
  return new RegExp(`^${degrees}([NS])?${between}${degrees}([EØWV])?$`, "i");
});

const NEGATIVE = /[SWV]/i;

/** The coordinates that a text is, such as "69.65, 18.96", "69,65 18,96" or "33.45° S, 70.67° W". */
export function coordinatesIn(text: string): Coordinates | undefined {
  const written = text.trim().replace(/\s+/g, " ").replaceAll("\u2212", "-");
  for (const pattern of PATTERNS) {
    const found = pattern.exec(written);
    if (found === null) continue;
    const [, north = "", northSide, east = "", eastSide] = found;
    const [latitude, longitude] = [degreesOf(north, northSide), degreesOf(east, eastSide)];
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
  }
  return undefined;
}

function degreesOf(number: string, side = ""): number {
  const degrees = Number(number.replace(",", "."));
  return NEGATIVE.test(side) ? -Math.abs(degrees) : degrees;
}
