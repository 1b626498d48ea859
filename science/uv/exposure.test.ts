import { expect, test } from "vitest";
import { uvTables } from "../../test/uv-tables.ts";
import { doseRates } from "./dose-rates.ts";
import { requiredDose } from "./doses.ts";
import { exposure } from "./exposure.ts";

const rates = doseRates(uvTables, { altitude: 0, ozone: 330, surface: 3, sky: 0 });
const doses = { erythema: requiredDose("erythema", 2), vitaminD: requiredDose("vitaminD", 2) };
const oslo = { latitude: 59.91, longitude: 10.75, rates, doses };
const tromso = { latitude: 69.65, longitude: 18.96, rates, doses };
const steady = { erythema: () => 0.1, vitaminD: () => 0.1 };

test("under a constant sun the time is dose over rate", () => {
  const start = Date.UTC(2025, 5, 21, 10);
  const { vitaminD, zenith, sunUp } = exposure({ ...oslo, start, rates: steady });
  // The Earth is 1.6 % farther from the Sun than its mean distance.
  expect(vitaminD.minutes).toBeCloseTo((109.375 / 0.1 / 60) * 1.0162 ** 2, 1);
  expect(vitaminD.sunMinutes).toBe(vitaminD.minutes);
  expect(vitaminD.end).toBe(start + (vitaminD.minutes ?? Number.NaN) * 60_000);
  expect([sunUp, Math.round(zenith)]).toEqual([true, 39]);
});

test("a start before sunrise waits, and the waiting is reported separately from the time in the sun", () => {
  // Sunrise (centre of the sun, no refraction) in Oslo on 21 June is at about 2:05 UTC.
  const { vitaminD, zenith } = exposure({ ...oslo, start: Date.UTC(2025, 5, 21, 1, 0) });
  expect(zenith).toBeGreaterThan(90);
  const { minutes, sunMinutes } = vitaminD;
  const waiting = (minutes ?? Number.NaN) - (sunMinutes ?? Number.NaN);
  expect(waiting).toBeGreaterThan(60);
  expect(waiting).toBeLessThan(75);
  expect(sunMinutes).toBeGreaterThan(120);
});

test("a dose that isn't reached before sunset isn't reached the next day", () => {
  const { erythema, sunset, sunUp } = exposure({ ...oslo, start: Date.UTC(2025, 5, 21, 18) });
  expect(erythema).toMatchObject({ minutes: null, sunMinutes: null, end: null });
  expect(erythema.doseBySunset).toBeGreaterThan(0);
  expect(erythema.doseBySunset).toBeLessThan(doses.erythema);
  expect(sunUp).toBe(true);
  expect(new Date(sunset ?? Number.NaN).toISOString()).toMatch(/^2025-06-21T20:[23]/);
});

test("in the polar night there is no dose at all", () => {
  const answer = exposure({ ...tromso, start: Date.UTC(2025, 11, 21, 8) });
  expect(answer).toMatchObject({ sunUp: false, sunset: null, rates: { erythema: 0, vitaminD: 0 } });
  expect(answer.vitaminD).toEqual({ minutes: null, sunMinutes: null, end: null, doseBySunset: 0 });
});

test("under the midnight sun the dose adds up for a day and no longer", () => {
  const answer = exposure({ ...tromso, start: Date.UTC(2025, 5, 21, 22), doses: { erythema: 1e6, vitaminD: 1 } });
  expect(answer).toMatchObject({ sunUp: true, sunset: null });
  expect(answer.erythema.minutes).toBeNull();
  expect(answer.vitaminD.minutes).toBeLessThan(30);
  const later = exposure({ ...tromso, start: Date.UTC(2025, 5, 22, 5), doses });
  expect(answer.erythema.doseBySunset / later.erythema.doseBySunset).toBeCloseTo(1, 2);
});

test("steps of a minute are precise: an hour's dose equals that of Simpson's rule", () => {
  const from = (hour: number) => exposure({ ...oslo, start: Date.UTC(2025, 5, 21) + hour * 3_600_000 });
  const [start, middle, end] = [from(11), from(11.5), from(12)];
  const dose = start.erythema.doseBySunset - end.erythema.doseBySunset;
  const rate = (start.rates.erythema + 4 * middle.rates.erythema + end.rates.erythema) / 6;
  expect(dose / (rate * 3600)).toBeCloseTo(1, 4);
});
