import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserUntil } from "../browser.ts";
import type { System } from "../end-to-end/system.ts";
import { NOW, PAGES, startPortal } from "../portal/every-page.ts";
import { openPage, untilDrawn } from "../portal/open-page.ts";

/** Pictures of every page, which the run keeps for people to look at: in `test-results/pages`, or in `PAGE_PICTURES`. */
const FOLDER = resolve(process.env["PAGE_PICTURES"] ?? "test-results/pages");

const WAYS = [
  ["320", { width: 320 }],
  ["768", { width: 768 }],
  ["1280", { width: 1280 }],
  ["1280-dark", { width: 1280, colorScheme: "dark" }],
  ["1280-forced-colours", { width: 1280, colorScheme: "dark", forcedColors: "active" }],
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

  const taken = Object.entries(PAGES).flatMap(([name, path]) =>
    WAYS.map(([way, look]) => [name, way, path, look] as const),
  );
  test.each(taken)("of %s, %s, is kept", async (name, way, path, { width, ...colours }) => {
    const file = `${FOLDER}/${name.replaceAll(" ", "-")}-${way}.png`;
    const options = { viewport: { width, height: 900 }, ...colours };
    const picture = await openPage(browser, system.urlOf(path) + path, options, async (page) => {
      // Parts that say how old they are count from the time of the system.
      await page.clock.setFixedTime(NOW);
      await untilDrawn(page);
      // Whole, so that nothing is drawn again while the picture is taken.
      const height = Math.min(MAX_HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight));
      await page.setViewportSize({ width, height });
      await untilDrawn(page);
      return page.screenshot({ path: file });
    });
    expect(picture.length).toBeGreaterThan(1_000);
  });
});
