import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserUntil } from "../browser.ts";
import type { System } from "../end-to-end/system.ts";
import { NOW, PAGES, startPortal } from "../portal/every-page.ts";
import { openPage, untilDrawn } from "../portal/open-page.ts";

/** Pictures of every page, which the run keeps for people to look at: in `test-results/pages`, or in `PAGE_PICTURES`. */
const FOLDER = resolve(process.env["PAGE_PICTURES"] ?? "test-results/pages");

/** What ends the picture's name, the colours, and the width in CSS pixels. */
const WAYS = [
  ["", {}, 320],
  ["", {}, 768],
  ["", {}, 1280],
  ["-dark", { colorScheme: "dark" }, 1280],
] as const;

/** Pages of documents are longer. */
const MAX_HEIGHT = 6_000;

const browser = await browserUntil(afterAll);

describe.skipIf(typeof browser === "string")("a picture", () => {
  let system: System;
  beforeAll(async () => {
    system = await startPortal();
  }, 120_000);
  afterAll(() => system.close());

  test.each(Object.entries(PAGES))("of %s is kept at each width and in each kind of colours", async (name, path) => {
    await openPage(browser, system.urlOf(path) + path, {}, async (page) => {
      // Parts that say how old they are count from the time of the system.
      await page.clock.setFixedTime(NOW);
      for (const [way, colours, width] of WAYS) {
        await page.emulateMedia(colours);
        await page.setViewportSize({ width, height: 900 });
        await untilDrawn(page);
        // Whole, so that nothing is drawn again while the picture is taken.
        const height = Math.min(MAX_HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight));
        await page.setViewportSize({ width, height });
        await untilDrawn(page);
        const picture = await page.screenshot({ path: `${FOLDER}/${name.replaceAll(" ", "-")}-${width}${way}.png` });
        expect(picture.length).toBeGreaterThan(1_000);
      }
    });
  });
});
