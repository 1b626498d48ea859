import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningOf, beginningOnWire, isList, type Json } from "./json.ts";

const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;

/** Values inside a value. */
function valuesIn(value: Json): number {
  if (value === null || typeof value !== "object") return 0;
  const parts = isList(value) ? value : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + 1 + valuesIn(part), 0);
}

test("a value with enough room is whole", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(beginningOf(value, { values: 10_000, characters: 1_000_000 })).toEqual({ value, left: 0 });
    }),
  );
});

test("a beginning has at most as many values and characters as there is room for, and says what is left", () => {
  fc.assert(
    fc.property(anyJson, fc.nat(20), fc.nat(100), (whole, values, characters) => {
      const { value, left } = beginningOf(whole, { values, characters });
      expect(valuesIn(value)).toBeLessThanOrEqual(values);
      expect(left > 0).toBe(JSON.stringify(value) !== JSON.stringify(whole));
    }),
  );
});

test("a long text leaves room for those behind it", () => {
  const { value } = beginningOf({ long: "x".repeat(100_000), short: "all of it" }, { values: 10, characters: 20_000 });
  expect(value).toMatchObject({ short: "all of it" });
});

test("what does not compress is cut further than what does", () => {
  const room = { values: 5_000, characters: 100_000 };
  const noise = Array.from({ length: 5_000 }, (_, index) => String(Math.sin(index)));
  const same = Array.from({ length: 5_000 }, () => "cloud radar");
  const [noisy, plain] = [noise, same].map((value) => beginningOnWire(value, room, 10_000));
  expect(plain).toEqual({ value: same, left: 0 });
  expect(gzipSync(JSON.stringify(noisy?.value)).length).toBeLessThanOrEqual(10_000);
  expect(noisy?.left).toBeGreaterThan(0);
});
