import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { median, ROUNDS, type Row, scaled } from "../harness.ts";
import { type LoadMetrics, loadScore } from "./load-score.ts";
import type { PageKind } from "./paths.ts";

/** What browsers load of pages, and how soon they show it: cold loads, each in a context of its own. */

/** The window of Lighthouse's desktop preset. */
const WINDOW = { viewport: { width: 1_350, height: 940 }, locale: "en-GB" };
/** Its network: round trips of 40 ms, 10,240 kbit/s; bytes a second. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_280_000, uploadThroughput: 1_280_000 };

const MAX_BYTES = 100 * 1024;
const LOADS = scaled(5);
const MIN_SCORE = 95;

/** A page is idle when nothing has loaded, and no long task has ended, for this time. */
const IDLE_MS = 1_000;
const IDLE_TIMEOUT_MS = 20_000;

/** Bytes that the browser transfers of each page before a map or a chart is seen, pictures aside. */
export async function transfers(browser: Browser, url: URL, kinds: readonly PageKind[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, path } of kinds) {
    const { bytes, pictures } = await inContext(browser, async (context) => {
      // Nothing is ever seen.
      await context.addInitScript(() => {
        window.IntersectionObserver = class extends IntersectionObserver {
          override observe(): void {}
        };
      });
      const page = await context.newPage();
      const transferred = await countBytes(await context.newCDPSession(page));
      await page.goto(new URL(path(0), url).href);
      await idle(page);
      return transferred;
    });
    rows.push({
      name: `bytes of ${name} before map and charts`,
      unit: "KiB",
      product: [bytes / 1024],
      goal: { of: "value", at: "most", value: MAX_BYTES / 1024 },
      ...(pictures > 0 && { note: `and ${(pictures / 1024).toFixed(1)} KiB of pictures` }),
    });
  }
  return rows;
}

/** The score of the cold loads of each page: the median of each round. */
export async function scores(browser: Browser, url: URL, kinds: readonly PageKind[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, path } of kinds) {
    const loads: LoadMetrics[] = [];
    for (let load = 0; load < ROUNDS * LOADS; load++) {
      loads.push(await inContext(browser, (context) => coldLoad(context, new URL(path(load), url).href)));
    }
    const product = Array.from({ length: ROUNDS }, (_, round) =>
      median(loads.slice(round * LOADS, (round + 1) * LOADS).map(loadScore)),
    );
    const of = (metric: keyof LoadMetrics) => median(loads.map((load) => load[metric]));
    rows.push({
      name: `score of loads of ${name}`,
      unit: "of 100",
      product,
      goal: { of: "value", at: "least", value: MIN_SCORE },
      note:
        `FCP ${of("fcp").toFixed(0)} ms, LCP ${of("lcp").toFixed(0)} ms, TBT ${of("tbt").toFixed(0)} ms, ` +
        `CLS ${of("cls").toFixed(3)}`,
    });
  }
  return rows;
}

async function inContext<Result>(browser: Browser, use: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext(WINDOW);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

async function coldLoad(context: BrowserContext, address: string): Promise<LoadMetrics> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await page.goto(address);
  await idle(page);
  return page.evaluate(metrics);
}

/** Waits until the page is idle, or for `IDLE_TIMEOUT_MS`. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    ({ idleMs, timeoutMs }) =>
      new Promise<void>((resolve) => {
        const begin = performance.now();
        let last = begin;
        const observer = new PerformanceObserver(() => {
          last = performance.now();
        });
        observer.observe({ entryTypes: ["longtask", "resource"] });
        const timer = setInterval(() => {
          const now = performance.now();
          if (now - last < idleMs && now - begin < timeoutMs) return;
          clearInterval(timer);
          observer.disconnect();
          resolve();
        }, 50);
      }),
    { idleMs: IDLE_MS, timeoutMs: IDLE_TIMEOUT_MS },
  );
}

interface Transferred {
  bytes: number;
  pictures: number;
}

/** Counts what the page transfers from now on, compressed and with heads. */
async function countBytes(session: CDPSession): Promise<Transferred> {
  const transferred: Transferred = { bytes: 0, pictures: 0 };
  const pictures = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, type }) => void (type === "Image" && pictures.add(requestId)));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    transferred[pictures.has(requestId) ? "pictures" : "bytes"] += encodedDataLength;
  });
  await session.send("Network.enable");
  return transferred;
}

/** Runs in the page. All layout shifts are added up, of which the metric takes the worst five seconds. */
async function metrics(): Promise<LoadMetrics> {
  const observed = (type: string) =>
    new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve(observer.takeRecords()), 200);
    });
  const [paints, largest, shifts, tasks] = await Promise.all(
    ["paint", "largest-contentful-paint", "layout-shift", "longtask"].map(observed),
  );
  const fcp = paints?.find(({ name }) => name === "first-contentful-paint")?.startTime ?? Number.NaN;
  const blocking = (tasks ?? []).map(({ startTime, duration }) => (startTime + duration > fcp ? duration - 50 : 0));
  return {
    fcp,
    lcp: largest?.at(-1)?.startTime ?? Number.NaN,
    tbt: blocking.reduce((sum, each) => sum + each, 0),
    cls: ((shifts ?? []) as (PerformanceEntry & { value: number })[]).reduce((sum, { value }) => sum + value, 0),
  };
}
