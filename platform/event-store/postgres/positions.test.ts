import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePositions, PositionUnknown } from "../port.ts";
import { Positions } from "./positions.ts";

const positions = new Positions("0123456789ab");
const number = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const place = fc.record({ tx: number, position: number });

test("a position is read back as its pointer", () => {
  fc.assert(fc.property(place, (given) => void expect(positions.parse(positions.of(given))).toEqual(given)));
});

test("positions compare like their pointers", () => {
  const sign = (value: bigint) => (value < 0n ? -1 : value > 0n ? 1 : 0);
  fc.assert(
    fc.property(place, place, (a, b) => {
      const expected = sign(a.tx - b.tx) || sign(a.position - b.position);
      expect(Math.sign(comparePositions(positions.of(a), positions.of(b)))).toBe(expected);
    }),
  );
});

test("a text that is not a position is refused", () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(() => positions.parse(text)).toThrow(PositionUnknown)));
});

test("a position of another log is refused as such", () => {
  expect(() => positions.parse(new Positions("ba9876543210").start)).toThrow("belongs to another log");
});
