import { expect, test } from "vitest";
import { loadScore, metricScore } from "../../bench/pages/load-score.ts";

const perfect = { fcp: 0, lcp: 0, tbt: 0, cls: 0 };

test.each([
  ["fcp", 934, 90],
  ["fcp", 1_600, 50],
  ["lcp", 1_200, 90],
  ["lcp", 2_400, 50],
  ["tbt", 150, 90],
  ["tbt", 350, 50],
  ["cls", 0.1, 90],
  ["cls", 0.25, 50],
] as const)("%s of %d scores %d", (metric, value, score) => {
  expect(metricScore(metric, value)).toBeCloseTo(score, 3);
});

test("a metric scores less the larger it is, from 100 to 0", () => {
  const scores = [0, 1, 50, 150, 350, 1_000, 1e6].map((value) => metricScore("tbt", value));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores[0]).toBe(100);
  expect(scores.at(-1)).toBeCloseTo(0);
});

test("a load's score weighs its metrics", () => {
  expect(loadScore(perfect)).toBe(100);
  expect(loadScore({ ...perfect, tbt: 1e6 })).toBeCloseTo((100 * 60) / 90);
  expect(loadScore({ ...perfect, fcp: 1e6 })).toBeCloseTo((100 * 80) / 90);
});
