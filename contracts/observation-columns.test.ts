import fc from "fast-check";
import { expect, test } from "vitest";
import { type ObservationColumns, packed, unpacked } from "./observation-columns.ts";

const TIMESTEP = 600;

const columns = fc
  .array(fc.record({ gap: fc.nat(2), value: fc.option(fc.double({ noNaN: true })), flags: fc.nat(3) }), {
    maxLength: 60,
  })
  .chain((places) =>
    fc.record({ all: fc.constant(places), valid: fc.constantFrom("none", "some"), controlled: fc.boolean() }),
  )
  .map(({ all, valid, controlled }): ObservationColumns => {
    let from = 1_700_000_000;
    const fromTime = all.map(({ gap }) => (from += (gap + 1) * TIMESTEP));
    return {
      ...{ series: 7, timestep: TIMESTEP, fromTime, value: all.map(({ value }) => value) },
      ...(valid === "some" && { isValid: all.map(({ flags }) => (flags & 1) === 0) }),
      ...(controlled && { qualityControlled: all.map(({ flags }) => (flags & 2) === 0) }),
    };
  });

test("packed columns unpack to the same columns", () => {
  fc.assert(
    fc.property(columns, (given) => {
      expect(unpacked(packed(given))).toEqual(given);
    }),
  );
});

test("a month of hourly values without a gap is one run, and a flag that all values share is held once", () => {
  const hours = Array.from({ length: 720 }, (_, hour) => hour);
  const given = {
    ...{ series: 7, timestep: 3600, fromTime: hours.map((hour) => hour * 3600), value: hours },
    qualityControlled: hours.map(() => true),
  };
  expect(packed(given)).toEqual({
    ...{ series: 7, timestep: 3600, runs: [[0, 720]], value: hours, qualityControlled: true },
  });
});

test("runs that don't add up to the number of values are refused, however large their sum", () => {
  const run = (count: number) => ({ series: 7, timestep: 3600, runs: [[0, count] as const], value: [1] });
  expect(() => unpacked(run(2))).toThrow(RangeError);
  expect(() => unpacked(run(Number.MAX_SAFE_INTEGER))).toThrow(RangeError);
});
