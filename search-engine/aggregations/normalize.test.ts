import { expect, test } from "vitest";
import { normalized } from "./normalize.ts";

test.each([
  ["rescale_0_1", [0, 0.25, 1]],
  ["rescale_0_100", [0, 25, 100]],
  ["percent_of_sum", [0, 0.2, 0.8]],
  ["mean", [-5 / 12, -2 / 12, 7 / 12]],
  ["z-score", [-5 / Math.sqrt(26), -2 / Math.sqrt(26), 7 / Math.sqrt(26)]],
  ["softmax", [1, Math.exp(3), Math.exp(12)].map((each) => each / (1 + Math.exp(3) + Math.exp(12)))],
] as const)("%s leaves gaps out", (method, expected) => {
  const [first, second, gap, last] = normalized([0, 3, Number.NaN, 12], method);
  expect([first, second, last]).toEqual(expected.map((each) => expect.closeTo(each, 14)));
  expect(gap).toBeNaN();
});

test("the scale of only negative numbers ends at 0", () => {
  expect(normalized([-4, -2], "rescale_0_1")).toEqual([0, 0.5]);
  expect(normalized([], "mean")).toEqual([]);
});
