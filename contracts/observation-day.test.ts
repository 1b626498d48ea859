import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDay, emptyDay, encodeDay, QUALITY_CONTROLLED, VALID } from "./observation-day.ts";

test("the values of every step are stored as doubles, lowest byte first, each with its flags", () => {
  const { values, flags } = encodeDay({ values: Float64Array.of(1, -2.5), flags: Uint8Array.of(VALID, 0) }, 2);
  expect(Buffer.from(values).toString("hex")).toBe("000000000000f03f00000000000004c0");
  expect(flags).toEqual(Uint8Array.of(VALID, 0));
});

test("a day with few values stores only these, with their slots", () => {
  const day = emptyDay(17);
  day.values.set([1, -2.5], 3);
  day.flags.set([VALID, 0], 3);
  const { values, flags } = encodeDay(day, 2);
  expect(Buffer.from(values).toString("hex")).toBe("000000000000f03f00000000000004c0");
  expect(Buffer.from(flags).toString("hex")).toBe("0100030000000400000011000000");
});

test("a stored day is decoded wherever its bytes lie in memory", () => {
  const slots = fc.constantFrom(1, 24, 144, 1_440).chain((slots) => {
    const value = fc.tuple(
      fc.nat(slots - 1),
      fc.double({ noNaN: true }),
      fc.constantFrom(0, VALID, QUALITY_CONTROLLED),
    );
    return fc.record({ slots: fc.constant(slots), drawn: fc.array(value, { maxLength: 60 }) });
  });
  fc.assert(
    fc.property(slots, fc.nat(8), ({ slots, drawn }, before) => {
      const day = emptyDay(slots);
      for (const [slot, value, flags] of drawn) {
        day.values[slot] = value;
        day.flags[slot] = flags;
      }
      const { values, flags } = encodeDay(day, new Set(drawn.map(([slot]) => slot)).size);
      expect(values.length + flags.length).toBeLessThanOrEqual(9 * slots);
      const moved = (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(before), bytes]).subarray(before);
      expect(decodeDay(moved(values), moved(flags))).toEqual(day);
    }),
  );
});

test("one value in a day of seconds takes a few bytes, not the bytes of all seconds", () => {
  const day = emptyDay(86_400);
  day.values[86_399] = 1;
  const { values, flags } = encodeDay(day, 1);
  expect(values.length + flags.length).toBe(17);
});

test("decoding makes a copy", () => {
  const day = { values: Float64Array.of(1), flags: Uint8Array.of(VALID) };
  const { values, flags } = encodeDay(day, 1);
  const decoded = decodeDay(values, flags);
  values.fill(0);
  flags.fill(0);
  expect(decoded).toEqual({ values: Float64Array.of(1), flags: Uint8Array.of(VALID) });
});

test("an empty day has no values", () => {
  expect(emptyDay(2)).toEqual({ values: Float64Array.of(Number.NaN, Number.NaN), flags: Uint8Array.of(0, 0) });
});

test("values and flags that differ in number are refused", () => {
  expect(() => decodeDay(Buffer.alloc(8), Buffer.alloc(2))).toThrow(RangeError);
});
