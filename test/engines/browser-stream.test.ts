import { createServer } from "node:http";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { browserUntil } from "../browser.ts";
import { hour, manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { folderUntil } from "../folder.ts";
import { crowdedMs } from "../live-probe.ts";
import { SpawnedService } from "../spawned-service.ts";
import { tokenOf } from "../views/content.ts";

const PASSWORD = "a long enough password";
/** From a value's upload until a page shows it. */
const MAX_SHOWN_MS = 2_000;

const browser = await browserUntil(afterAll);

/** A page of another site, which shows the last value that comes. */
const pageOf = (feed: string) => `<!doctype html><title>newest</title><p id="value"></p><p id="state"></p><script>
  const source = new EventSource(${JSON.stringify(feed)});
  source.addEventListener("airlog.observations.changed", ({ data }) => {
    document.querySelector("#value").textContent = JSON.parse(data).data.values.at(-1).value;
  });
  source.addEventListener("open", () => { document.querySelector("#state").textContent = "open"; });
</script>`;

describe.skipIf(typeof browser === "string")("in a browser", () => {
  let system: SpawnedService;
  let send: (path: string, body: unknown) => Promise<unknown>;
  beforeAll(async () => {
    system = await SpawnedService.start({
      ...{ AIRLOG_DATA: folderUntil(afterAll), PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_LOG_LEVEL: "warn" },
    });
    await system.ready();
    const token = await tokenOf(system.url, "admin", PASSWORD);
    send = async (path, body) => {
      const answer = await fetch(`${system.url}/api/provider/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return text === "" ? undefined : JSON.parse(text);
    };
  }, 120_000);
  afterAll(() => system.kill());

  test("a page of another site shows a value within two seconds of its upload", async () => {
    if (typeof browser === "string") return expect.unreachable();
    const { id: station } = z.object({ id: z.number() }).parse(await send("stations/add", manglerud()));
    const { id: timeseries } = z
      .object({ id: z.number() })
      .parse(await send("timeseries/add", nitrogenDioxide(station)));
    const feed = `${system.url}/api/changes?types=observations&timeseries=${timeseries}&include=content&after=now`;
    const site = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(pageOf(feed));
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const address = site.address();
    const page = await browser.newPage();
    try {
      await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
      await page.waitForFunction(`document.querySelector("#state").textContent === "open"`);
      for (const measured of [12.5, 13.25]) {
        await send("observations/add", [{ timeseries, values: [value("2024-03-01T12:00", measured)] }]);
        const isShown = `document.querySelector("#value").textContent === "${measured}"`;
        await page.waitForFunction(isShown, undefined, { timeout: crowdedMs(MAX_SHOWN_MS) });
      }
    } finally {
      await page.close();
      site.close();
    }
  }, 60_000);

  describe("the page of the air", () => {
    let context: BrowserContext;
    let timeseries: number;
    let name: string;
    beforeEach(async () => {
      if (typeof browser === "string") return;
      context = await browser.newContext({ locale: "en-GB" });
      name = `Station ${performance.now()}`;
      const { id } = z.object({ id: z.number() }).parse(await send("stations/add", { ...manglerud(), name }));
      timeseries = z.object({ id: z.number() }).parse(await send("timeseries/add", nitrogenDioxide(id))).id;
    });
    afterEach(() => context.close());

    const openAir = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(`${system.url}/air`);
      return page;
    };
    const measure = (measured: number) =>
      send("observations/add", [{ timeseries, values: [hour(-1, measured)] }]).then(() => String(measured));
    const shows = (page: Page, measured: string, timeout = crowdedMs(MAX_SHOWN_MS)) =>
      page.locator("[data-live=table] tr", { hasText: name }).getByText(measured, { exact: true }).waitFor({ timeout });
    const says = (page: Page, text: string) => page.getByText(text).waitFor();
    const hide = (page: Page, isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, "visibilityState", { configurable: true, value: "${isHidden ? "hidden" : "visible"}" });
        document.dispatchEvent(new Event("visibilitychange"));
      `);

    test("shows each value within two seconds of its upload, without being loaded again", async () => {
      const page = await openAir();
      await says(page, "New values appear by themselves.");
      await page.evaluate("window.isSame = true");
      for (const measured of [12.5, 213.2, -1.5]) await shows(page, await measure(measured));
      expect(await page.evaluate("window.isSame")).toBe(true);
      await page
        .getByRole("status")
        .filter({ hasText: /New values\. Worst now: \d/ })
        .waitFor({ state: "attached" });
    });

    test("keeps the keyboard where it was", async () => {
      const page = await openAir();
      await says(page, "New values appear by themselves.");
      const link = page.getByRole("link", { name, exact: true }).last();
      await link.focus();
      await shows(page, await measure(7.5));
      expect(await page.evaluate("document.activeElement.textContent")).toBe(name);
    });

    test("has one stream for all visible tabs, and none when all are hidden", async () => {
      const streams = new Set<unknown>();
      context.on("request", (request) => {
        if (request.url().includes("/api/changes")) streams.add(request);
      });
      context.on("requestfinished", (request) => streams.delete(request));
      context.on("requestfailed", (request) => streams.delete(request));
      const first = await openAir();
      await says(first, "New values appear by themselves.");
      const second = await openAir();
      await says(second, "New values appear by themselves.");
      const both = await measure(31.5);
      await Promise.all([shows(first, both), shows(second, both)]);
      expect(streams.size).toBe(1);
      // The other tab takes the stream over.
      const taken = second.waitForRequest("**/api/changes?*");
      await hide(first, true);
      await taken;
      await shows(second, await measure(32.5));
      expect(streams.size).toBe(1);
      await hide(second, true);
      await expect.poll(() => streams.size).toBe(0);
      await hide(first, false);
      await shows(first, "32.5");
    });

    test("says that the connection broke, and looks for values until it is back", async () => {
      await context.route("**/api/changes?*", (route) => route.abort());
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(`${system.url}/air`);
      await page.clock.fastForward(11_000);
      await says(page, "The connection broke at");
      const measured = await measure(41.5);
      // Timers run by the page's clock, answers by the real one.
      const inTime = (text: string) =>
        expect.poll(async () => {
          await page.clock.runFor(5_000);
          return page.getByText(text, { exact: true }).first().isVisible();
        });
      await inTime(measured).toBe(true);
      await context.unroute("**/api/changes?*");
      await inTime("New values appear by themselves.").toBe(true);
    });
  });
});
