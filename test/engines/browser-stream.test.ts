import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { folderUntil } from "../folder.ts";
import { crowdedMs } from "../live-probe.ts";
import { SpawnedService } from "../spawned-service.ts";
import { tokenOf } from "../views/content.ts";
import { openBrowser } from "./browser.ts";

const PASSWORD = "a long enough password";
/** From a value's upload until a page shows it. */
const MAX_SHOWN_MS = 2_000;

const browser: Browser | string = await openBrowser().catch((error: unknown) => String(error));
if (typeof browser === "string") process.stderr.write(`no browser starts, its suite is skipped: ${browser}\n`);
afterAll(() => (typeof browser === "string" ? undefined : browser.close()));

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
});
