import { isJavaLong, javaLong } from "../java/java-numbers.ts";
import { NANOS_PER_MILLI, SECOND } from "./calendar.ts";
import type { Reader } from "./reader.ts";

/** Milliseconds or seconds since 1970, with digits down to nanoseconds. */
export interface EpochFormat {
  readonly readers: readonly Reader[];
  print(instant: number): string;
}

export const epochMillis: EpochFormat = {
  readers: [epochReader(1, 6)],
  print: (instant) => {
    if (Number.isSafeInteger(instant)) return String(instant);
    const whole = Math.trunc(instant);
    return withFraction(String(javaLong(instant)), Math.round(Math.abs(instant - whole) * NANOS_PER_MILLI), 6);
  },
};

export const epochSeconds: EpochFormat = {
  readers: [epochReader(SECOND, 9)],
  print: (instant) => {
    const nanos = Math.round(Math.abs(instant % SECOND) * NANOS_PER_MILLI);
    const seconds = `${instant < 0 ? "-" : ""}${Math.floor(Math.abs(instant) / SECOND)}`;
    return withFraction(seconds, nanos, 9);
  },
};

const withFraction = (whole: string, fraction: number, digits: number): string =>
  fraction === 0 ? whole : `${whole}.${String(fraction).padStart(digits, "0").replace(/0+$/, "")}`;

/** Seconds without a fraction are rounded up to their end. */
function epochReader(unit: number, digits: number): Reader {
  const regex = new RegExp(`^-?(\\d{1,19})(?:\\.\\d{0,${digits}})?$`);
  return {
    read: (text, roundUp) => {
      const [, whole = ""] = regex.exec(text) ?? [];
      if (whole === "" || !isJavaLong(BigInt(whole))) return undefined;
      const value = Number(text);
      if (Math.abs(value * unit) > 2 ** 63) return undefined;
      // In whole and fraction, because 1577836800.001 * 1000 is not a whole number.
      const fraction = Math.round((value - Math.trunc(value)) * unit * 1e6) / 1e6;
      const instant = Math.floor(Math.trunc(value) * unit + fraction);
      return { instant: roundUp && unit === SECOND && !text.includes(".") ? instant + SECOND - 1 : instant };
    },
  };
}
