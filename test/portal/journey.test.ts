import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { browserUntil } from "../browser.ts";
import { hour, manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { type AccountName, oneProcess, type System } from "../end-to-end/system.ts";
import { uvGrid } from "../uv-grids.ts";

/** What people do on the pages, from one to the next, with scripts and without. */

const browser = await browserUntil(afterAll);

const HOURS = 3;

describe.skipIf(typeof browser === "string").each([
  ["with scripts", true],
  ["without scripts", false],
] as const)("%s", (_, javaScriptEnabled) => {
  let system: System;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    system = await oneProcess.start();
    const send = async (account: AccountName, path: string, body: unknown) => {
      const answer = await system.as(account).post(`/api/provider/${path}`, body, { headers: { Prefer: "wait=20" } });
      expect(answer.status, answer.text).toBe(200);
      return answer;
    };
    await send("registrar", "facilities/add", facility("zugspitze", { name: "Zugspitze" }));
    const profiles = (pid: string, variable_name: string) => {
      const { identification, variables, ...members } = record(pid, { facility: { identifier: "zugspitze" } });
      return {
        ...members,
        identification: { ...identification, title: `Profiles of ${variable_name} in the Alps` },
        variables: variables.map((variable) => ({ ...variable, variable_name })),
      };
    };
    await send("provider", "metadata/add", [profiles("alps/1", "ozone"), profiles("alps/2", "aerosol")]);
    const station = Id.parse((await send("network", "stations/add", manglerud())).json());
    const series = Id.parse((await send("instruments", "timeseries/add", nitrogenDioxide(station.id))).json());
    const values = Array.from({ length: HOURS }, (_, hours) => hour(-1 - hours, 40 + hours));
    await send("instruments", "observations/add", [{ timeseries: series.id, values }]);
    const day = new Date().toISOString().slice(0, 10);
    const fields = { ozone_du: () => 300, cloud_fraction: () => 0.3 };
    await send("forecaster", "uv/forecast", uvGrid({ day, fields }));
  }, 120_000);
  afterAll(() => system.close());

  beforeEach(async () => {
    if (typeof browser === "string") return expect.unreachable();
    const context = await browser.newContext({ locale: "en-GB", javaScriptEnabled, acceptDownloads: true });
    page = await context.newPage();
    errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(system.queryUrl);
    return async () => {
      await context.close();
      expect(errors).toEqual([]);
    };
  });

  const heading = () => page.getByRole("heading", { level: 1 });
  const count = () => page.locator("#count");

  test("a dataset is found by words and a facet, opened and cited, and the way back leads to the same search", async () => {
    await page.getByRole("searchbox").fill("profiles alps");
    await page.keyboard.press("Enter");
    await expect.poll(() => count().textContent()).toBe("2 datasets");
    await page.getByRole("link", { name: /^ozone 1 dataset$/ }).click();
    await expect.poll(() => count().textContent()).toBe("1 dataset");
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      q: "profiles alps",
      variable: "ozone",
    });
    await page.getByRole("link", { name: "Profiles of ozone in the Alps" }).click();
    await expect.poll(() => heading().textContent()).toBe("Profiles of ozone in the Alps");
    const bibtex = await page.getByRole("link", { name: "BibTeX" }).getAttribute("href");
    expect(await (await page.request.get(new URL(bibtex ?? "", page.url()).href)).text()).toMatch(/^@\w+\{/);
    await page.goBack();
    await expect.poll(() => count().textContent()).toBe("1 dataset");
    await page.goBack();
    await expect.poll(() => count().textContent()).toBe("2 datasets");
  });

  test("on a narrow screen a link leads to what narrows a search down, by keyboard too", async () => {
    await page.setViewportSize({ width: 400, height: 700 });
    await page.getByRole("link", { name: "2 datasets" }).click();
    await page.getByRole("link", { name: "Narrow down" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#filters$/);
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Tab");
    const filters = page.getByRole("region", { name: "Narrow down" });
    expect(await filters.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  test("a station is found by keyboard, its values read in the table, and got as CSV", async () => {
    await page.getByRole("link", { name: "Air quality", exact: true }).focus();
    await page.keyboard.press("Enter");
    const station = page.getByRole("table").getByRole("link", { name: "Manglerud" });
    await station.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => heading().textContent()).toBe("Manglerud");
    await page.getByRole("link", { name: "Day", exact: true }).click();
    await page.waitForURL(/period=day/);
    // Without scripts it is open.
    const fold = page.locator(".chart-table").first();
    if (javaScriptEnabled) await fold.locator("summary").click();
    await expect.poll(() => fold.getByRole("table").getByText("40").count()).toBeGreaterThan(0);
    const csv = await page.getByRole("link", { name: "CSV" }).first().getAttribute("href");
    const text = await (await page.request.get(new URL(csv ?? "", page.url()).href)).text();
    expect(text.trim().split("\n").length).toBeGreaterThan(1);
  });

  test("the UV index of a place is found by its name, and its map moves to another hour", async () => {
    await page.getByRole("link", { name: "UV index" }).click();
    await page.getByLabel("Place").fill("tromso");
    await page.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => heading().textContent()).toContain("Tromsø");
    const before = await page.locator("#world h2").textContent();
    if (javaScriptEnabled) await page.getByRole("slider").press("ArrowRight");
    else await page.getByRole("link", { name: "Hour after" }).click();
    await expect.poll(() => page.locator("#world h2").textContent()).not.toBe(before);
  });

  test("facilities lead to their datasets, and every page to its Norwegian words", async () => {
    await page.getByRole("link", { name: "Facilities", exact: true }).click();
    await page.getByRole("link", { name: "Zugspitze" }).first().click();
    await expect.poll(() => heading().textContent()).toBe("Zugspitze");
    await page.getByRole("link", { name: "Norsk" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("nb");
    await page.getByRole("link", { name: "Datasett", exact: true }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("nb");
  });
});

const Id = z.object({ id: z.int() });
