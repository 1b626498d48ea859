import { expect, test, vi } from "vitest";
import { saidInTests } from "../test/said.ts";
import { events, mebibytes, percentOf, progressLines, timeLeft } from "./progress-lines.ts";

const said = saidInTests();

test("progress is reported every two seconds, with the rate and the time left, and at the end", () => {
  const progress = progressLines("exported", events);
  vi.advanceTimersByTime(1_999);
  progress.show(1_000, 0.1);
  vi.advanceTimersByTime(1);
  progress.show(1_001, 0.25);
  vi.advanceTimersByTime(500);
  progress.show(2_000, 0.5);
  vi.advanceTimersByTime(1_500);
  progress.end();
  expect(said).toEqual([
    "1001 events exported, 25.0 %, 501 events/s, 6 s left\n",
    "2000 events exported, 500 events/s\n",
  ]);
});

test("without a known whole there is no share and no time left", () => {
  const progress = progressLines("copied", mebibytes);
  vi.advanceTimersByTime(2_000);
  progress.show(10 * 1024 ** 2);
  expect(said).toEqual(["10 MiB copied, 5 MiB/s\n"]);
});

test("the time left counts from where the work began", () => {
  expect([timeLeft(0.75, 10, 0.5), timeLeft(0.5, 10, 0.5), timeLeft(0, 10)]).toEqual([", 10 s left", "", ""]);
  expect(percentOf(1 / 3)).toBe("33.3 %");
});
