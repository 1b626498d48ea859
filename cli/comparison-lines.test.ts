import { expect, test, vi } from "vitest";
import { saidInTests } from "../test/said.ts";
import { comparisonLines } from "./comparison-lines.ts";

const said = saidInTests();

test("the rate of the rows counts from the first row, when the events are reported for the last time", () => {
  const lines = comparisonLines();
  vi.advanceTimersByTime(1_000);
  lines.onProgress(500, 1);
  vi.advanceTimersByTime(1_000);
  lines.onCompared(100, 0.1);
  vi.advanceTimersByTime(1_000);
  lines.onCompared(200, 0.2);
  vi.advanceTimersByTime(1_000);
  lines.onCompared(300, 0.25);
  vi.advanceTimersByTime(1_000);
  lines.end();
  expect(said).toEqual([
    "500 events applied, 250 events/s\n",
    "300 rows compared, 25.0 %, 150 rows/s, 6 s left\n",
    "300 rows compared, 100 rows/s\n",
  ]);
});

test("where no row was compared, only the events are reported", () => {
  const lines = comparisonLines();
  lines.onProgress(500, 1);
  vi.advanceTimersByTime(1_000);
  lines.end();
  expect(said).toEqual(["500 events applied, 500 events/s\n"]);
});
