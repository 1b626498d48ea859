import type { Browser, CDPSession, Page } from "playwright-core";
import { z } from "zod";
import { quantile, ROUNDS, type Row, scaled } from "../harness.ts";

/** A pan through the charts of a station: a year of hourly values of each component, nine tenths of which are shown. */

const STEPS = scaled(200);
/** CSS pixels from one step to the next. */
const STEP = 4;
/** The part of the period that is shown. */
const SHOWN = 0.9;
/** Steps of the mouse in one direction: the rest of the period is wider than so many. */
const STRIDE = 20;
const GOAL_MS = 16;

/** Charts are drawn when they are seen: all are in the window at once. */
const WINDOW = { viewport: { width: 1_280, height: 6_000 }, locale: "en-GB" };

/** Milliseconds of the main thread that frames of a pan take. `path`: of the page of a station and a year. */
export async function pan(browser: Browser, url: URL, path: string): Promise<readonly Row[]> {
  const context = await browser.newContext(WINDOW);
  try {
    const page = await context.newPage();
    const charts = await openCharts(page, new URL(path, url));
    const session = await context.newCDPSession(page);
    // Another process that has the processor meanwhile is not counted.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await panFrames(page, session, scaled(60));
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(quantile(await panFrames(page, session, STEPS), 0.95));
    }
    return [
      {
        name: "main thread for a frame of a pan through a year, p95",
        unit: "ms",
        product: rounds,
        goal: { of: "value", at: "most", value: GOAL_MS },
        note: `${charts} charts in the window, drawn in software`,
      },
    ];
  } finally {
    await context.close();
  }
}

const Config = z.object({ begin: z.number(), end: z.number() });

/** Opens the page with the middle of its period shown. Returns the number of its charts. */
async function openCharts(page: Page, address: URL): Promise<number> {
  await page.goto(address.href);
  const figures = page.locator("figure[data-chart]");
  const { begin, end } = Config.parse(JSON.parse((await figures.first().getAttribute("data-chart")) ?? ""));
  const margin = ((end - begin) * (1 - SHOWN)) / 2;
  const minute = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 16)}Z`;
  address.searchParams.set("shown", `${minute(begin + margin)}_${minute(end - margin)}`);
  await page.goto(address.href);
  const count = await figures.count();
  for (let chart = 0; chart < count; chart++) await figures.nth(chart).locator(".chart-plot canvas").waitFor();
  return count;
}

/** Drags the first chart to and fro. Returns the milliseconds of the main thread of each step, until its frame is painted. */
async function panFrames(page: Page, session: CDPSession, steps: number): Promise<number[]> {
  const box = await page.locator(".u-over").first().boundingBox();
  if (box === null) throw new Error("no chart is drawn");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  const times: number[] = [];
  for (let step = 0; step < steps; step++) {
    const before = await taskMs(session);
    await page.mouse.move(x + STEP * offsetOf(step + 1), y);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    times.push((await taskMs(session)) - before);
  }
  await page.mouse.up();
  await page.keyboard.up("Shift");
  return times;
}

/** To and fro around the middle: 0, 1, … STRIDE / 2, … 0, … −STRIDE / 2, … */
function offsetOf(step: number): number {
  const along = (step + STRIDE / 2) % (2 * STRIDE);
  return (along < STRIDE ? along : 2 * STRIDE - along) - STRIDE / 2;
}

/** What all tasks of the page's main thread have taken. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}
