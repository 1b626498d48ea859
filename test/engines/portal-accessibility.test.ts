import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserUntil } from "../browser.ts";
import type { System } from "../end-to-end/system.ts";
import { PAGES, startPortal } from "../portal/every-page.ts";
import { clippedTexts, lostInForcedColours, moving, smallTargets } from "../portal/in-page.ts";
import { openPage, tabStops, untilDrawn } from "../portal/open-page.ts";

const browser = await browserUntil(afterAll);

/** Colours with widths in CSS pixels. The narrowest is a screen of 1,280 pixels at 400 % zoom. */
const WINDOWS = [
  ["light", 320],
  ["light", 768],
  ["light", 1920],
  ["dark", 320],
  ["dark", 1920],
] as const;

/** What WCAG's success criterion 1.4.12 has readers set. */
const TEXT_SPACING =
  "* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";

const wide = { viewport: { width: 1280, height: 800 } };
const narrow = { viewport: { width: 320, height: 800 } };

describe.skipIf(typeof browser === "string")("in a browser", () => {
  let system: System;
  beforeAll(async () => {
    system = await startPortal();
  }, 120_000);
  afterAll(() => system.close());

  const opened = (path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) =>
    openPage(browser, system.urlOf(path) + path, options, async (page) => {
      expect(await page.locator("main h1").count()).toBe(1);
      await use(page);
    });

  describe.each(Object.entries(PAGES))("%s", (_, path) => {
    test("has nothing that keeps anybody out or is too small to press, and fits the window, in both colours and at each width", async () => {
      await opened(path, {}, async (page) => {
        for (const [colorScheme, width] of WINDOWS) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          const window = `${colorScheme} colours, ${width} pixels wide`;
          expect(await violationsOf(page), window).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), window).toBeLessThanOrEqual(width);
          await untilDrawn(page);
          expect(await page.evaluate(smallTargets), window).toEqual([]);
        }
      });
    });

    test("loses nothing when readers widen the spaces of texts", async () => {
      // The pages refuse styles of others, which readers' extensions add all the same.
      await opened(path, { bypassCSP: true, ...narrow }, async (page) => {
        await page.addStyleTag({ content: TEXT_SPACING });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        expect(await page.evaluate(clippedTexts)).toEqual([]);
      });
    });

    test("keeps what it says, and shows where the focus is, in colours that readers force", async () => {
      await opened(path, { forcedColors: "active", ...wide }, async (page) => {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await untilDrawn(page);
          expect(await violationsOf(page), colorScheme).toEqual([]);
          expect(await page.evaluate(lostInForcedColours), colorScheme).toEqual([]);
        }
        expect(await withoutOutline(page)).toEqual([]);
      });
    });

    test("shows where the focus is, and moves nothing for readers who want that", async () => {
      await opened(path, { reducedMotion: "reduce", ...wide }, async (page) => {
        await untilDrawn(page);
        expect(await page.evaluate(moving)).toEqual([]);
        expect(await withoutOutline(page)).toEqual([]);
      });
    });

    test("is well in Norwegian, too", async () => {
      const { pathname, searchParams } = new URL(path, "http://localhost");
      searchParams.set("lang", "no");
      await opened(`${pathname}?${searchParams}`, narrow, async (page) => {
        await untilDrawn(page);
        expect(await page.locator("html").getAttribute("lang")).toBe("nb");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      });
    });
  });

  test.each(["/air", "/stations/1", "/uv?place=Oslo"])(
    "%s is printed without what is there to be used",
    async (path) => {
      await opened(path, {}, async (page) => {
        await page.emulateMedia({ media: "print" });
        const used = page.locator(":is(nav, form, button, .map, .slider, .chart-readout):visible");
        expect(await used.count()).toBe(0);
        expect(await page.locator("main table:visible").count()).toBeGreaterThan(0);
      });
    },
  );
});

/** The elements that Tab comes to without an outline. */
async function withoutOutline(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const _ of tabStops(page)) {
    const isShown = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!isShown) found.push(await page.locator(":focus").evaluate((element) => element.outerHTML.slice(0, 200)));
  }
  return found;
}

/** What axe finds, each with the elements that it is about. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await inPage.run(document, { rules: { "target-size": { enabled: true } } });
    return violations.map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html.slice(0, 200))]);
  });
  return found.map((each) => each.join(" | "));
}
