import { type Sun, sunBetween } from "../../../science/solar.ts";

export const HOUR = 3600_000;
export const DAY = 24 * HOUR;

/** Days of a forecast. */
export const DAYS = 3;
const HOURS = 24 * DAYS;

/** Instants in an hour at which the highest index of a day is sought. */
export const MOMENTS = 6;

/** The instants of a forecast, every ten minutes from 00 UTC of its first day to the end of its last, and the Sun then. */
export interface Horizon {
  /** Milliseconds since 1970. */
  readonly today: number;
  readonly suns: readonly Sun[];
  /** Distances of the Sun at those instants, AU. */
  readonly distances: Float64Array;
  /** Such as 2024-06-21. */
  readonly dates: readonly string[];
  /** The time of every hour, such as 2024-06-21T09:00:00Z. */
  readonly hours: readonly string[];
}

/** `today` is 00 UTC of the first day. */
export function horizonOf(today: number): Horizon {
  const sun = sunBetween(today, today + DAYS * DAY);
  const suns = Array.from({ length: HOURS * MOMENTS + 1 }, (_, index) => sun(timeOf(today, index)));
  return {
    today,
    suns,
    distances: Float64Array.from(suns.map(({ distance }) => distance)),
    dates: Array.from({ length: DAYS }, (_, day) => new Date(today + day * DAY).toISOString().slice(0, 10)),
    hours: Array.from({ length: HOURS }, (_, hour) => instant(today + hour * HOUR)),
  };
}

/** The time of the moment with this index. */
export function timeOf(today: number, index: number): number {
  return today + (index * HOUR) / MOMENTS;
}

/** Such as 2024-06-21T09:10:00Z. */
export function instant(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}
