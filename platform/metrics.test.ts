import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { type MeasuredLag, measureLag } from "./metrics.ts";

const known: readonly MeasuredLag<"view">[] = [{ labels: { view: "stations" }, lag: { events: 2, seconds: 1.5 } }];
const shown = ['airlog_view_lag_events{view="stations"} 2', 'airlog_view_lag_seconds{view="stations"} 1.5'];

/** The values of each scrape. */
function measured(read: () => Promise<readonly MeasuredLag<"view">[]>): () => Promise<string[]> {
  const registry = new Registry();
  measureLag(registry, "view", ["view"], read);
  return async () => (await registry.metrics()).split("\n").filter((line) => line.startsWith("airlog"));
}

test("a scrape reads the lags once", async () => {
  const read = vi.fn(async () => known);
  expect(await measured(read)()).toEqual(shown);
  expect(read).toHaveBeenCalledOnce();
});

test("lags that can't be read have no values until they can be read", async () => {
  const reads = [async () => known, () => Promise.reject(new Error("lost")), async () => known];
  const scrape = measured(() => reads.shift()?.() ?? expect.unreachable());
  expect([await scrape(), await scrape(), await scrape()]).toEqual([shown, [], shown]);
});

test("lags that are not read within five seconds have no values, and are not read again meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: (lags: typeof known) => void = () => undefined;
  const read = vi.fn(
    () =>
      new Promise<typeof known>((resolve) => {
        answer = resolve;
      }),
  );
  const scrape = measured(read);
  for (let count = 0; count < 2; count++) {
    const scraped = scrape();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await scraped).toEqual([]);
  }
  const scraped = scrape();
  answer(known);
  expect(await scraped).toEqual(shown);
  expect(read).toHaveBeenCalledOnce();
});

test("lags that are late at each scrape are those read since the previous scrape, once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const reads = [6_000, 6_000, 60_000];
  const scrape = measured(async () => {
    await new Promise((resolve) => setTimeout(resolve, reads.shift()));
    return known;
  });
  const scrapes: string[][] = [];
  for (let count = 0; count < 4; count++) {
    const scraped = scrape();
    await vi.advanceTimersByTimeAsync(5_000);
    scrapes.push(await scraped);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(scrapes).toEqual([[], shown, shown, []]);
});
