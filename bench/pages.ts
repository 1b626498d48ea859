import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";
import type { BenchResult, Row } from "./harness.ts";
import { firstBytes } from "./pages/first-bytes.ts";
import { scores, transfers } from "./pages/loads.ts";
import { pan } from "./pages/pan.ts";
import { pageKinds, yearPath } from "./pages/paths.ts";
import { fillPortal, type Portal } from "./pages/portal.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * The pages with 100,000 records and the demonstration's network: how soon each answers, and in a browser what it loads, how
 * soon it shows that, and how smoothly charts of a year are panned.
 */

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    const portal = await fillPortal(system);
    const answered = await firstBytes(system.url, pageKinds(portal));
    const browser = await openBrowser().catch((error: unknown) => String(error));
    if (typeof browser === "string") {
      return { name: "pages", rows: answered, leftOut: [`What browsers do: none starts here, ${browser}`] };
    }
    try {
      return { name: "pages", rows: [...answered, ...(await inBrowser(browser, system.url, portal))] };
    } finally {
      await browser.close();
    }
  } finally {
    await system.close();
  }
}

async function inBrowser(browser: Browser, url: URL, portal: Portal): Promise<readonly Row[]> {
  const kinds = pageKinds(portal).filter(({ isFeed }) => !isFeed);
  return [
    ...(await transfers(browser, url, kinds)),
    ...(await scores(
      browser,
      url,
      kinds.filter(({ isScored }) => isScored),
    )),
    ...(await pan(browser, url, yearPath(portal))),
  ];
}
