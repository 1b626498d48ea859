import { expect, test } from "vitest";
import { climatologicalOzone } from "./ozone-climatology.ts";

test("the middle of a month at a band's centre has the published mean", () => {
  expect(climatologicalOzone(3, 15, 60)).toBe(428);
  expect(climatologicalOzone(10, 15, -80)).toBe(217);
  expect(climatologicalOzone(12, 15, 0)).toBe(252);
});

test("it is linear between bands and constant beyond the last", () => {
  expect(climatologicalOzone(3, 15, 55)).toBe((404 + 428) / 2);
  expect(climatologicalOzone(1, 15, 90)).toBe(372);
  expect(climatologicalOzone(1, 15, -90)).toBe(303);
});

test("it is linear between the middles of months, over New Year too", () => {
  expect(climatologicalOzone(4, 30, 0)).toBeCloseTo((260 + 241) / 2);
  expect(climatologicalOzone(12, 31, 50)).toBeCloseTo(342 + (16 / 31) * (376 - 342));
  expect(climatologicalOzone(1, 1, 50)).toBeCloseTo(342 + (17 / 31) * (376 - 342));
  expect(climatologicalOzone(3, 14, 50)).toBeCloseTo(397 + (27 / 28) * (404 - 397));
  expect(climatologicalOzone(2, 29, 50)).toBeCloseTo(397 + (14 / 28) * (404 - 397));
});
