import { expect, test } from "vitest";
import { shareBetween } from "./share.ts";

const at = (place: number): string => `0123456789ab.${"0".repeat(16)}${place.toString(16).padStart(16, "0")}`;

test("the share of the way is known by the digits of positions, and of the feed's own", () => {
  expect(shareBetween(at(100), at(150), at(300))).toBe(0.25);
  expect(shareBetween(at(100), at(400), `${at(300)}.record.abc`)).toBe(1);
});

test.each([
  ["other positions", "a", "b", "c"],
  ["a head that is not ahead", at(3), at(3), at(3)],
])("of %s nothing is known", (_, first, position, head) => {
  expect(shareBetween(first, position, head)).toBeUndefined();
});
