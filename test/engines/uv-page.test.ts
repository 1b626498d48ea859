import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetRoutes } from "../../services/query/assets/routes.ts";
import { uvPageRoutes } from "../../services/query/portal/uv/routes.ts";
import { ForecastPool } from "../../services/query/uv/pool.ts";
import { uvRoutes } from "../../services/query/uv/routes.ts";
import { browserUntil } from "../browser.ts";
import { host, identity } from "../portal/publisher.ts";
import { silent } from "../postgres.ts";
import { serveRoutes, unlimitedRead } from "../serve-routes.ts";
import { sharedGrid } from "../uv-grids.ts";

const browser = await browserUntil(afterAll);

const WIDTHS = [320, 768, 1_280];

describe.skipIf(typeof browser === "string")("the page of the UV index", () => {
  const pool = new ForecastPool(silent);
  afterAll(() => pool.close());
  let base: string;
  let errors: string[];

  beforeAll(async () => {
    const grid = sharedGrid({ day: "2026-06-21", fields: { ozone_du: () => 320, cloud_fraction: () => 0.4 } });
    const uv = { forecast: () => grid, pool, clock: () => new Date("2026-06-21T09:30:00Z") };
    base = await serveRoutes(afterAll, [
      ...uvPageRoutes({
        uv,
        identity,
        host,
        read: unlimitedRead,
      }),
      ...uvRoutes({ ...uv, read: unlimitedRead }),
      ...assetRoutes(host.assets.files, unlimitedRead),
    ]);
  });

  /** The page in a window of its own, which is closed after the test. */
  async function open(path: string, options: { width?: number; javaScriptEnabled?: boolean } = {}): Promise<Page> {
    if (typeof browser === "string") return expect.unreachable();
    const { width = 1_280, javaScriptEnabled = true } = options;
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale: "en-GB", javaScriptEnabled });
    contexts.push(() => context.close());
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`${base}${path}`);
    return page;
  }

  const contexts: (() => Promise<void>)[] = [];
  beforeEach(() => {
    errors = [];
    return async () => {
      for (const close of contexts.splice(0)) await close();
      expect(errors).toEqual([]);
    };
  });

  const headingOf = (page: Page) => page.locator("#world h2").textContent();
  const pictureOf = (page: Page) => page.locator("#world img").first().getAttribute("src");

  test("has a slider for the hour that keys and buttons move, with the map, the number and the address", async () => {
    const page = await open("/uv?place=Oslo");
    const slider = page.getByRole("slider", { name: "Hour of the map" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await headingOf(page)).toBe("The world: Sunday 21 June at 13:00");
    expect(await slider.getAttribute("aria-valuetext")).toBe("Sunday 21 June at 13:00");
    expect(await page.locator(".world-hours [aria-current]").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".world-hours [aria-current]").textContent()).toBe("14:00");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => pictureOf(page)).toBe("/uv/map/2026-06-21T11:00:00Z");
    expect(await page.locator(".uv-numbers li").first().textContent()).toMatch(
      /^Sunday 21 June at 13:00\d\.\d Moderate$/,
    );
    await page.getByRole("button", { name: "Hour before" }).click();
    await expect.poll(() => pictureOf(page)).toBe("/uv/map/2026-06-21T10:00:00Z");
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ place: "Oslo", hour: "2026-06-21T10:00:00Z" });
    await page.reload();
    expect(await headingOf(page)).toBe("The world: Sunday 21 June at 12:00");
  });

  test("keeps the hour of the slider when the calculator is used, and in the other language", async () => {
    const page = await open("/uv?place=Oslo");
    const later = page.getByRole("button", { name: "Hour after" });
    await later.click();
    await page.getByRole("button", { name: "Calculate" }).click();
    await expect.poll(() => headingOf(page)).toBe("The world: Sunday 21 June at 12:00");
    await later.click();
    await page.getByRole("link", { name: "Norsk" }).click();
    await expect.poll(() => headingOf(page)).toBe("Verden: søndag 21. juni kl. 13:00");
  });

  test("answers without scripts: an hour by its link, and how long at noon in Tromsø in June until a sunburn", async () => {
    const page = await open("/uv", { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Hour after" }).click();
    expect(await headingOf(page)).toBe("The world: Sunday 21 June at 12:00");
    await page.getByLabel("Place").fill("tromso");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByLabel("Date").fill("2026-06-10");
    await page.getByLabel("Skin type").selectOption("1");
    await page.getByRole("button", { name: "Calculate" }).click();
    expect(await page.locator(".answer").textContent()).toMatch(
      /^Unprotected skin of type 1 burns after \d+ min in the sun: in Tromsø, Norway, from Wednesday 10 June at 12:00 CEST to/,
    );
    expect(await headingOf(page)).toBe("The world: Sunday 21 June at 12:00");
  });

  test.each(WIDTHS)("fits into %d pixels", async (width) => {
    const page = await open("/uv?lang=no", { width });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  });
});
