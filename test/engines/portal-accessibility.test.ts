import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { browserUntil } from "../browser.ts";
import { hour, manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { oneProcess, type System } from "../end-to-end/system.ts";

const browser = await browserUntil(afterAll);

const KEPT = "https://doi.org/10.1/KEPT";
const DELETED = "https://doi.org/10.1/DELETED";
const ofRecord = (pid: string, more = "") => `/records?pid=${encodeURIComponent(pid)}${more}`;

/** Pages by what they show. */
const PAGES: Readonly<Record<string, string>> = {
  "a record": ofRecord(KEPT),
  "a record in Norwegian": ofRecord(KEPT, "&lang=no"),
  "a record as it was": ofRecord(KEPT, "&at=2999-01-01T00:00:00Z"),
  "the history of a record": ofRecord(DELETED, "&page=1"),
  "two versions of a record": ofRecord(KEPT, "&compare=0,1"),
  "a deleted record": ofRecord(DELETED),
  "a record that never was": "/records/aaaaaaaaaaaaaaaaaaaaaaaaaa",
  "the start": "/",
  facilities: "/facilities",
  "a facility": `/facilities/${slugOf("56kt")}`,
  "the air": "/air",
  "the air of an area": "/air?area=Oslo",
  "an area that there is not": "/air?area=Atlantis&lang=no",
  "a station": "/stations/1",
  "the UV index": "/uv?place=Oslo",
  "the interface": "/docs",
  "a capability of the interface": "/docs/search",
  "a search": "/search?q=radar",
  "a search that finds nothing": "/search?q=nothing+like+this",
};

const SCHEMES = ["light", "dark"] as const;
/** In CSS pixels. The narrowest is a screen of 1,280 pixels at 400 % zoom. */
const WIDTHS = [320, 768, 1920] as const;

/** What WCAG's success criterion 1.4.12 has readers set. */
const TEXT_SPACING =
  "* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";

describe.skipIf(typeof browser === "string")("in a browser", () => {
  let system: System;
  beforeAll(async () => {
    system = await oneProcess.start();
    await system.as("registrar").post("/api/provider/facilities/add", facility("56kt"));
    await system.as("network").post("/api/provider/stations/add", manglerud());
    await system.as("instruments").post("/api/provider/timeseries/add", nitrogenDioxide(1));
    const values = Array.from({ length: 48 }, (_, hours) => hour(-1 - hours, 40 + hours));
    await system.as("instruments").post("/api/provider/observations/add", [{ timeseries: 1, values }]);
    const add = (body: readonly object[]) =>
      system.as("provider").post("/api/provider/metadata/add", body, { headers: { Prefer: "wait=20" } });
    const distribution_information = [{ data_format: "NETCDF", dataset_url: "https://data.example.org/radar.nc" }];
    await add([record(KEPT, { distribution_information, facility: { identifier: "56kt" } }), record(DELETED)]);
    await add([record(KEPT, { product_type: "model", provenance: [{ title: "Another dataset" }] })]);
    await system.as("provider").post("/api/provider/metadata/delete", [DELETED], { headers: { Prefer: "wait=20" } });
  }, 120_000);
  afterAll(() => system.close());

  /** Opens a page in a window of its own, which is closed after its use. */
  async function opened(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) {
    if (typeof browser === "string") return;
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      await page.goto(`${system.urlOf(path)}${path}`);
      expect(await page.locator("main h1").count()).toBe(1);
      await use(page);
    } finally {
      await context.close();
    }
  }

  describe.each(Object.entries(PAGES))("%s", (_, path) => {
    test.each(SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [scheme, width] as const)))(
      "in %s colours, %i pixels wide, has nothing that keeps anybody out, and is no wider than the window",
      async (colorScheme, width) => {
        await opened(path, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
          expect(await violationsOf(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        });
      },
    );

    test("loses nothing when readers widen the spaces of texts", async () => {
      // The pages refuse styles of others, which readers' extensions add all the same.
      await opened(path, { bypassCSP: true, viewport: { width: 320, height: 800 } }, async (page) => {
        await page.addStyleTag({ content: TEXT_SPACING });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        expect(await page.evaluate(clippedTexts)).toEqual([]);
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

/** Texts that an element cuts off. What is in a field moves with the cursor. Runs in the page. */
function clippedTexts(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>("body :not(input, textarea, select)")]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      return (
        !element.classList.contains("visually-hidden") &&
        ((isCut(overflowX) && scrollWidth > clientWidth) || (isCut(overflowY) && scrollHeight > clientHeight))
      );
    })
    .map((element) => element.outerHTML.slice(0, 200));
}
