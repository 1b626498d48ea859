import { sunBetween, zenithAngle } from "../solar.ts";
import type { DoseRates } from "./dose-rates.ts";
import type { DoseProduct } from "./doses.ts";

export interface ExposureRequest {
  /** Beginning of the exposure, milliseconds UTC. */
  readonly start: number;
  /** Degrees north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** Weighted irradiance at 1 AU. */
  readonly rates: DoseRates;
  /** Weighted doses to reach, J/m². */
  readonly doses: Readonly<Record<DoseProduct, number>>;
}

export interface Exposure {
  /** Geometric zenith angle of the Sun at the start, degrees. */
  readonly zenith: number;
  /** Weighted irradiance at the start, the Sun's distance included, W/m². */
  readonly rates: Readonly<Record<DoseProduct, number>>;
  /** Whether the Sun is above the horizon at some time within 24 hours from the start. */
  readonly sunUp: boolean;
  /** The first sunset after the Sun is up, milliseconds UTC; null when there is none within 24 hours. */
  readonly sunset: number | null;
  readonly erythema: Progress;
  readonly vitaminD: Progress;
}

/** Progress of the dose of one product. The first three are null when the dose isn't reached before sunset. */
export interface Progress {
  /** From the start, waiting for sunrise included. */
  readonly minutes: number | null;
  /** Without the waiting. */
  readonly sunMinutes: number | null;
  /** Milliseconds UTC. */
  readonly end: number | null;
  /** Dose from the start to the first sunset after the Sun is up, 24 hours at most, J/m². */
  readonly doseBySunset: number;
}

const minuteMs = 60_000;
const maxMinutes = 24 * 60;

/**
 * Adds up the irradiance of horizontal skin minute by minute (trapezoids, straight within the last step), from the
 * start, or from the first sunrise after it, to the first sunset (zenith angle 90°), for 24 hours at most.
 */
export function exposure({ start, latitude, longitude, rates, doses }: ExposureRequest): Exposure {
  const sunFrom = sunBetween(start, start + maxMinutes * minuteMs);
  const instant = (time: number): Instant => {
    const sun = sunFrom(time);
    const zenith = zenithAngle(sun, latitude, longitude);
    const nearness = sun.distance ** -2;
    return {
      time,
      zenith,
      erythema: zenith > 90 ? 0 : rates.erythema(zenith) * nearness,
      vitaminD: zenith > 90 ? 0 : rates.vitaminD(zenith) * nearness,
    };
  };
  const first = instant(start);
  const erythema = tally(doses.erythema);
  const vitaminD = tally(doses.vitaminD);
  let sunrise = first.zenith <= 90 ? start : null;
  let sunset: number | null = null;
  let before = first;
  for (let step = 1; step <= maxMinutes && sunset === null; step++) {
    let after = instant(start + step * minuteMs);
    if (before.zenith > 90 && after.zenith > 90) {
      before = after;
      continue;
    }
    if (before.zenith > 90) {
      before = instant(crossing(before, after));
      sunrise = before.time;
    } else if (after.zenith > 90) {
      after = instant(crossing(before, after));
      sunset = after.time;
    }
    erythema.add(before.time, after.time, before.erythema, after.erythema);
    vitaminD.add(before.time, after.time, before.vitaminD, after.vitaminD);
    before = after;
  }
  return {
    zenith: first.zenith,
    rates: { erythema: first.erythema, vitaminD: first.vitaminD },
    sunUp: sunrise !== null,
    sunset,
    erythema: erythema.progress(start, sunrise ?? start),
    vitaminD: vitaminD.progress(start, sunrise ?? start),
  };
}

interface Instant extends Readonly<Record<DoseProduct, number>> {
  readonly time: number;
  readonly zenith: number;
}

/** The time at which the Sun's centre crosses the horizon, between two instants on either side of it. */
const crossing = (a: Instant, b: Instant): number =>
  a.time + ((90 - a.zenith) / (b.zenith - a.zenith)) * (b.time - a.time);

/** Accumulates a dose and records when it reaches the required one. */
function tally(required: number) {
  let sum = 0;
  let end: number | null = null;
  return {
    /** Adds a step between two times in milliseconds with the rates (W/m²) at its ends. */
    add(from: number, to: number, rateFrom: number, rateTo: number): void {
      const gained = (((rateFrom + rateTo) / 2) * (to - from)) / 1000;
      if (end === null && gained > 0 && sum + gained >= required)
        end = from + ((required - sum) / gained) * (to - from);
      sum += gained;
    },
    progress: (start: number, sunrise: number): Progress => ({
      minutes: end === null ? null : (end - start) / minuteMs,
      sunMinutes: end === null ? null : (end - sunrise) / minuteMs,
      end,
      doseBySunset: sum,
    }),
  };
}
