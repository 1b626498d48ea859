import { sunBetween, zenithAngle } from "./solar.ts";

/** The zenith angle at which the Sun's upper edge is seen at a flat horizon: refraction lifts it by 34′, its radius is 16′. */
const HORIZON_ZENITH = 90 + 50 / 60;
const STEP_MS = 600_000;

/** The Sun rises or sets. */
export interface HorizonCrossing {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly rises: boolean;
}

/**
 * Sunrises and sunsets between two times (milliseconds since 1970), in their order; within half a minute of almanacs where the Sun
 * does not graze the horizon. Two crossings within ten minutes are not seen.
 */
export function horizonCrossings(
  from: number,
  to: number,
  latitude: number,
  longitude: number,
): readonly HorizonCrossing[] {
  const sun = sunBetween(from, to);
  const depthAt = (time: number): number => zenithAngle(sun(time), latitude, longitude) - HORIZON_ZENITH;
  const crossings: HorizonCrossing[] = [];
  let before = depthAt(from);
  for (let time = from; time < to; time += STEP_MS) {
    const end = Math.min(time + STEP_MS, to);
    const after = depthAt(end);
    if (before > 0 !== after > 0) {
      crossings.push({ time: time + ((end - time) * before) / (before - after), rises: after <= 0 });
    }
    before = after;
  }
  return crossings;
}
