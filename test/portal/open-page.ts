import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Opens a page in a window of its own for a use. Fails where the browser's console has an error, a script fails, or anything
 * is asked for from another host.
 */
export async function openPage<Result>(
  browser: Browser | string,
  address: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  if (typeof browser === "string") return expect.unreachable(browser);
  const { origin } = new URL(address);
  const context = await browser.newContext({ locale: "en-GB", ...options });
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("console", (message) => {
      // The status of a page for what is missing or deleted is no error of the page.
      const isStatus = message.text().startsWith("Failed to load resource") && message.location().url === address;
      if (message.type() === "error" && !isStatus) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && !["data:", "blob:"].includes(url.protocol)) complaints.push(`asks for ${url}`);
    });
    await page.goto(address);
    const result = await use(page);
    expect(complaints).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

/** Waits until every map and chart of the page is drawn; each is when it is about to be seen. */
export async function untilDrawn(page: Page): Promise<void> {
  for (const place of await page.locator(".map-place, .chart-plot").all()) {
    await place.scrollIntoViewIfNeeded();
    const isDrawn = () =>
      place.evaluate((element) => {
        const canvas = element.querySelector("canvas");
        if (element.matches(".chart-plot")) return canvas !== null;
        return element.matches('[data-drawn="true"]') && canvas?.clientWidth === element.clientWidth;
      });
    await expect.poll(isDrawn).toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** Moves the focus by the Tab key through the whole page, and stops at each element that it comes to. */
export async function* tabStops(page: Page): AsyncGenerator<void> {
  while (true) {
    await page.keyboard.press("Tab");
    const came = await page.evaluate(() => {
      const { activeElement: element } = document;
      const known = window as unknown as { visited?: WeakSet<Element>; last?: Element };
      known.visited ??= new WeakSet();
      if (element === null || element === document.body) return "end";
      // A date has a field each for its day, month and year.
      if (element === known.last) return "same";
      if (known.visited.has(element)) return "end";
      known.visited.add(element);
      known.last = element;
      return "next";
    });
    if (came === "end") return;
    if (came === "next") yield;
  }
}
