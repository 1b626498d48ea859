import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Throttle } from "./throttle.ts";

let slowdown: number | undefined;
let asked: number;
let throttle: Throttle;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  asked = 0;
  throttle = new Throttle(async () => {
    asked++;
    return slowdown;
  });
});

/** Works in pieces of 100 ms. Returns the share of the time that was work. */
async function shareOfWork(pieces: number): Promise<number> {
  let paused = 0;
  for (let done = 0; done < pieces; done++) {
    vi.advanceTimersByTime(100);
    const pause = await throttle.pauseAfter(100);
    vi.advanceTimersByTime(pause);
    paused += pause;
  }
  return (pieces * 100) / (pieces * 100 + paused);
}

test("a build runs at its full rate while nobody reads, and while reads take as long as usual", async () => {
  slowdown = undefined;
  expect(await shareOfWork(20)).toBe(1);
  slowdown = 1.05;
  expect(await shareOfWork(20)).toBe(1);
});

test("a build keeps a quarter of its rate while it slows reads down, and returns to the full one afterwards", async () => {
  slowdown = 1.5;
  await shareOfWork(50);
  expect(await shareOfWork(20)).toBeCloseTo(0.25);
  slowdown = 1;
  await shareOfWork(200);
  expect(await shareOfWork(20)).toBe(1);
  slowdown = 1.5;
  await shareOfWork(50);
  slowdown = undefined;
  await shareOfWork(5);
  expect(await shareOfWork(20)).toBe(1);
});

test("the wait for events makes no pause longer", async () => {
  slowdown = 1.5;
  await shareOfWork(50);
  expect(await throttle.pauseAfter(60_000)).toBe(3_000);
});

test("the slowdown is asked for twice a second at most", async () => {
  slowdown = 1;
  await shareOfWork(20);
  expect(asked).toBeLessThanOrEqual(5);
});
