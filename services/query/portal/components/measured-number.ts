/**
 * Decimals that networks report hourly values with, by unit; computed means have them too. Values are stored and served with
 * all the digits that were sent.
 */
const DECIMALS: Readonly<Record<string, number>> = { "µg/m³": 1, "mg/m³": 2, "ng/m³": 2 };

/** How a number is written whose unit says nothing of its decimals. */
const OF_OTHER_UNITS = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 4,
  roundingPriority: "morePrecision",
} as const;

/** The decimals of values in a unit; undefined where the unit says nothing of them. */
export function decimalsOf(unit: string): number | undefined {
  const plain = unit
    .trim()
    .toLowerCase()
    .replace("m3", "m³")
    .replace(/^[u\u03bc]g/, "\u00b5g");
  return Object.hasOwn(DECIMALS, plain) ? DECIMALS[plain] : undefined;
}

/** Writes measured values and their means: in tables, charts and on maps alike. `region`: a language as `Intl` has it. */
export function measuredNumber(region: string, decimals: number | undefined): (value: number) => string {
  const options =
    decimals === undefined
      ? OF_OTHER_UNITS
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" as const };
  const [short, power] = [new Intl.NumberFormat(region, options), powersIn(region)];
  const isWritten = decimals === undefined ? isShort : (value: number) => Math.abs(value) < LEAST_LONG;
  return (value) => (isWritten(value) ? short : power).format(value);
}

const LEAST_LONG = 1e15;

/** Whether a number is short when it is written without a power of ten. */
export function isShort(value: number): boolean {
  return value === 0 || (Math.abs(value) >= 1e-7 && Math.abs(value) < LEAST_LONG);
}

/** Writes numbers with powers of ten. */
export function powersIn(region: string): Intl.NumberFormat {
  return new Intl.NumberFormat(region, { maximumSignificantDigits: 17, notation: "scientific" });
}
