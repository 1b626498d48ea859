import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { AirQualityIndex } from "../../../../science/air-quality-index/index-table.ts";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { knownSeries } from "../../../../test/known-series.ts";
import { historyWriter } from "./history-text.ts";
import type { StoredDay } from "./stored-days.ts";

const DAY = 86_400;

const seriesOf = (timestep: number) => knownSeries({ timestep, limits: norwegian.limits["PM10"] });

interface Case {
  readonly timestep: number;
  readonly offset: number;
  readonly days: readonly StoredDay[];
  readonly from: number;
  readonly to: number;
  readonly showInvalid: boolean;
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e12 }).map((millionths) => millionths / 1e6) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

const cases: fc.Arbitrary<Case> = fc
  .record({
    timestep: fc.constantFrom(600, 3600, 7200, 43_200, DAY),
    offset: fc.constantFrom(0, 60, -210, 345),
    first: fc.integer({ min: -20_000, max: 40_000 }),
    count: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ timestep, offset, first, count }) => {
    const slots = DAY / timestep;
    const day = fc.record({
      values: fc.array(value, { minLength: slots, maxLength: slots }),
      flags: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: slots, maxLength: slots }),
    });
    const begin = first * DAY - offset * 60;
    return fc.record({
      timestep: fc.constant(timestep),
      offset: fc.constant(offset),
      days: fc.array(day, { minLength: count, maxLength: count }).map((days) =>
        days.map(({ values, flags }, at) => ({
          day: first + at,
          values: Float64Array.from(values),
          flags: Uint8Array.from(flags),
        })),
      ),
      from: fc.integer({ min: begin - DAY, max: begin + count * DAY }),
      to: fc.integer({ min: begin, max: begin + (count + 1) * DAY }),
      showInvalid: fc.boolean(),
    });
  });

/** The same in the plainest way. */
function expected({ timestep, offset, days, from, to, showInvalid }: Case) {
  const local = (time: number) => {
    const sign = offset < 0 ? "-" : "+";
    const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
    const zone = `${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
    return new Date((time + offset * 60) * 1000).toISOString().slice(0, 19) + zone;
  };
  return days.flatMap(({ day, values, flags }) =>
    [...values].flatMap((value, slot) => {
      const begin = day * DAY - offset * 60 + slot * timestep;
      const isValid = ((flags[slot] ?? 0) & 1) === 1;
      if (Number.isNaN(value) || (!isValid && !showInvalid) || begin < from || begin + timestep > to) return [];
      const index = !isValid ? 0 : value < 60 ? 1 : value < 120 ? 2 : value < 400 ? 3 : 4;
      return {
        fromTime: local(begin),
        toTime: local(begin + timestep),
        value,
        qualityControlled: ((flags[slot] ?? 0) & 2) === 2,
        index,
        color: ["ffffff", "6ee86e", "ff9900", "ff0000", "990099"][index],
        ...(isValid ? {} : { isValid: false }),
      };
    }),
  );
}

function written(given: Case, index: AirQualityIndex | undefined): object[] {
  const { timestep, offset, days, from, to, showInvalid } = given;
  const settings = { isCsv: false, period: { from, to }, showInvalid, offset, index };
  const write = historyWriter(seriesOf(timestep), "", settings);
  return JSON.parse(
    `[${days
      .flatMap((day) => [...write(day)])
      .join("")
      .slice(1)}]`,
  );
}

test("the text is what a plain reading of the values gives, whatever step, offset and period", () => {
  fc.assert(
    fc.property(cases, (given) => {
      expect(written(given, norwegian)).toEqual(expected(given));
      const plain = expected(given).map(({ index, color, ...rest }) => rest);
      expect(written(given, undefined)).toEqual(plain);
    }),
    { numRuns: 200 },
  );
});

test("values have at most the six decimals that they were stored with, and never an exponent", () => {
  const settings = {
    isCsv: true,
    period: { from: 0, to: 4 * 43_200 },
    showInvalid: false,
    offset: 0,
    index: undefined,
  };
  const write = historyWriter(seriesOf(43_200), "1,", settings);
  const day = { day: 1, values: Float64Array.of(0.000001, 1e9), flags: Uint8Array.of(1, 3) };
  expect([...write(day)].join("")).toBe(
    "1,1970-01-02T00:00:00+00:00,1970-01-02T12:00:00+00:00,0.000001,false\r\n" +
      "1,1970-01-02T12:00:00+00:00,1970-01-03T00:00:00+00:00,1000000000,true\r\n",
  );
});

test("a long day is written in parts, so that other requests have their turn", () => {
  const settings = { isCsv: false, period: { from: 0, to: DAY }, showInvalid: false, offset: 0, index: undefined };
  const values = Float64Array.from({ length: DAY }, (_, second) => second);
  const parts = [...historyWriter(seriesOf(1), "", settings)({ day: 0, values, flags: new Uint8Array(DAY).fill(1) })];
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000);
  const written = z.array(z.object({ value: z.number() })).parse(JSON.parse(`[${parts.join("").slice(1)}]`));
  expect(written.map(({ value }) => value)).toEqual([...values]);
});
