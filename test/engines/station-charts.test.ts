import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetRoutes } from "../../services/query/assets/routes.ts";
import { stationPageRoutes } from "../../services/query/portal/stations/routes.ts";
import { browserUntil } from "../browser.ts";
import { crowdedMs } from "../live-probe.ts";
import { measured, network, values } from "../measurements/network-events.ts";
import { type ServedNetwork, serveNetwork } from "../measurements/served-network.ts";
import { host, identity } from "../portal/publisher.ts";
import { seriesAdded } from "../scripted-measurements.ts";

/** Milliseconds of the main thread that a step of a pan may take at the 95th percentile. */
const MAX_PAN_MS = 16;
/** Series of Manglerud that have a year of hourly values. */
const SERIES = [38, 39, 40, 48];

const browser = await browserUntil(afterAll);

describe.skipIf(typeof browser === "string")("the charts of a station", () => {
  let served: ServedNetwork;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    served = await serveNetwork(afterAll, {}, (measurements) => [
      ...assetRoutes(host.assets.files, measurements.read),
      ...stationPageRoutes({
        measurements,
        stationDeletedAt: async () => undefined,
        identity,
        host,
      }),
    ]);
    const year = Array.from({ length: 8_760 }, (_, hour) =>
      // A gap of two weeks, and days and noise besides.
      hour > 4_000 && hour < 4_336 ? null : 40 + 30 * Math.sin(hour / 24) + ((hour * 7_919) % 31),
    );
    await served.project(
      ...network,
      seriesAdded({
        id: 48,
        station: 1,
        component: "O3",
        unit: "µg/m³",
        timestep: 3600,
        isVisible: true,
        provider: "a",
      }),
      ...SERIES.map((id) => values(id, "2021-03-10T00:00+01:00", year)),
      measured(38, "2022-03-09T05:00+01:00", 100, { isValid: false }),
    );
  }, 120_000);

  beforeEach(async () => {
    if (typeof browser === "string") return expect.unreachable();
    const context = await browser.newContext({ viewport: { width: 1_280, height: 9_000 }, locale: "en-GB" });
    page = await context.newPage();
    errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    return async () => {
      await context.close();
      expect(errors).toEqual([]);
    };
  });

  const open = async (query: string) => {
    await page.goto(`${served.url}/stations/1?${query}`);
    await page.waitForSelector(".chart-plot canvas");
  };
  const shown = () => page.evaluate(() => new URL(location.href).searchParams.get("shown"));
  const readout = () => page.locator(".chart-readout").first().textContent();

  test("are read by the arrow keys, value after value, invalid ones and classes said", async () => {
    await open("period=day&component=PM10");
    const plot = page.locator(".chart-plot").first();
    await plot.focus();
    await page.keyboard.press("Home");
    expect(await readout()).toMatch(/^9 March 2022, 00:00–01:00: [\d.]+ µg\/m³ \((Low|Moderate)\)$/);
    await page.keyboard.press("ArrowRight");
    expect(await readout()).toMatch(/^9 March 2022, 01:00–02:00: /);
    for (let hour = 2; hour < 5; hour++) await page.keyboard.press("ArrowRight");
    expect(await readout()).toMatch(/^9 March 2022, 04:00–05:00: /);
    await page.keyboard.press("ArrowRight");
    expect(await readout()).toBe("9 March 2022, 05:00–06:00: 100.0 µg/m³ (invalid)");
    expect(await page.locator(".chart-readout").first().getAttribute("aria-live")).toBe("polite");
  });

  test("zoom together by a drag, by keys and by buttons; the URL keeps what is shown, and Escape goes back", async () => {
    await open("period=week");
    const over = page.locator(".u-over").first();
    const box = await over.boundingBox();
    if (box === null) return expect.unreachable();
    await page.mouse.move(box.x + 0.25 * box.width, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 50, { steps: 5 });
    // The selection follows the mouse by the next frame.
    const selected = page.locator(".u-select").first();
    await expect.poll(() => selected.evaluate((element) => element.clientWidth)).toBeGreaterThan(0.2 * box.width);
    await page.mouse.up();
    const zoomed = await shown();
    expect(zoomed).toMatch(/^2022-03-04T\d\d:\d\dZ_2022-03-06T\d\d:\d\dZ$/);
    await page.reload();
    await page.waitForSelector(".chart-plot canvas");
    await page.locator(".chart-plot").first().focus();
    await page.keyboard.press("Shift+ArrowRight");
    expect(await shown()).not.toBe(zoomed);
    await page.keyboard.press("Escape");
    expect(await shown()).toBeNull();
    await page.getByRole("button", { name: "Zoom in" }).first().click();
    expect(await shown()).toMatch(/^2022-03-04T/);
    await over.dblclick();
    expect(await shown()).toBeNull();
    await page.getByRole("button", { name: "Zoom in" }).first().click();
    const closer = await shown();
    await page.getByRole("link", { name: "Norsk" }).click();
    await page.waitForURL(/lang=no/);
    expect(await shown()).toBe(closer);
  });

  test("zoom by keys around the value that is read", async () => {
    await open("period=week&component=PM10");
    await page.locator(".chart-plot").first().focus();
    await page.keyboard.press("Home");
    for (let hour = 0; hour < 10; hour++) await page.keyboard.press("ArrowRight");
    const read = await readout();
    expect(read).toMatch(/^3 March 2022, 10:00–11:00: /);
    for (const key of ["+", "+", "-", "Escape"]) {
      const before = await shown();
      await page.keyboard.press(key);
      await expect.poll(shown).not.toBe(before);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      expect(await readout()).toBe(read);
    }
  });

  test("are drawn when the page is printed, also those that were not seen", async () => {
    await page.setViewportSize({ width: 1_280, height: 600 });
    await open("period=day");
    const drawn = page.locator(".chart-plot canvas");
    expect(await drawn.count()).toBeLessThan(SERIES.length);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(() => drawn.count()).toBe(SERIES.length);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState("networkidle");
    expect(await drawn.count()).toBe(SERIES.length);
  });

  test("follow a finger", async () => {
    await open("period=day&component=PM10");
    await page.locator(".u-over").first().dispatchEvent("pointermove", { pointerType: "touch", clientX: 640 });
    expect(await readout()).toMatch(/^9 March 2022, \d\d:00–\d\d:00: /);
  });

  test(`of a year pan within ${MAX_PAN_MS} ms of the main thread`, async () => {
    await open("period=year&from=2021-03-10");
    await expect.poll(() => page.locator(".chart-plot canvas").count()).toBe(SERIES.length);
    await page.getByRole("button", { name: "Zoom in" }).first().click();
    const steps = await page.evaluate(async () => {
      const plot = document.querySelector(".chart-plot");
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
      const taken: number[] = [];
      for (let step = 0; step < 60; step++) {
        const key = step % 6 < 3 ? "ArrowRight" : "ArrowLeft";
        // Asked for before the chart's own, and after it: what is between them is the chart's.
        const before = frame();
        plot?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true }));
        const after = frame();
        taken.push((await after) - (await before));
      }
      return taken.sort((a, b) => a - b);
    });
    expect(steps[Math.floor(0.95 * steps.length)]).toBeLessThan(crowdedMs(MAX_PAN_MS));
  });

  test("have a table that says the same, and the page stays below 100 KB before they load", async () => {
    const path = "/stations/1?period=year&from=2021-03-10";
    expect((await served.get(path)).text.match(/<figure class="chart"/g)).toHaveLength(SERIES.length);
    const sent = await served.get(path, { "Accept-Encoding": "gzip" });
    expect(sent.headers["content-encoding"]).toBe("gzip");
    expect(sent.bytes.length).toBeLessThan(100_000);
  });
});
