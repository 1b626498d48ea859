import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDay, emptyDay, encodeValues, QUALITY_CONTROLLED, VALID } from "./observation-day.ts";

test("values are stored as doubles, lowest byte first", () => {
  expect(Buffer.from(encodeValues(Float64Array.of(1, -2.5))).toString("hex")).toBe("000000000000f03f00000000000004c0");
});

test("what is stored comes back, wherever in memory its bytes lie", () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN));
  const places = fc.array(fc.tuple(value, fc.constantFrom(0, VALID, QUALITY_CONTROLLED | VALID)), { maxLength: 30 });
  fc.assert(
    fc.property(places, fc.nat(8), (drawn, before) => {
      const values = Float64Array.from(drawn, ([each]) => each);
      const flags = Uint8Array.from(drawn, ([, each]) => each);
      const stored = Buffer.concat([Buffer.alloc(before), encodeValues(values)]).subarray(before);
      expect(decodeDay(stored, flags)).toEqual({ values, flags });
    }),
  );
});

test("what is decoded is a copy", () => {
  const stored = Buffer.from(encodeValues(Float64Array.of(1)));
  const flags = Buffer.of(VALID);
  const day = decodeDay(stored, flags);
  stored.fill(0);
  flags.fill(0);
  expect(day).toEqual({ values: Float64Array.of(1), flags: Uint8Array.of(VALID) });
});

test("an empty day has no values", () => {
  expect(emptyDay(2)).toEqual({ values: Float64Array.of(Number.NaN, Number.NaN), flags: Uint8Array.of(0, 0) });
});

test("values and flags of different numbers are refused", () => {
  expect(() => decodeDay(Buffer.alloc(8), Buffer.alloc(2))).toThrow(RangeError);
});
