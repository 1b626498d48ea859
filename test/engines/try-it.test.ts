import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { browserUntil } from "../browser.ts";
import { oneProcess, type System } from "../end-to-end/system.ts";

const browser = await browserUntil(afterAll);

describe.skipIf(typeof browser === "string")("the form that tries a route", () => {
  let system: System;
  let page: Page;
  /** What the browser complains about. */
  let complaints: string[];

  beforeAll(async () => {
    system = await oneProcess.start();
    const facility = { identifier: "56kt", name: "Jülich" };
    const headers = { Prefer: "wait=20" };
    const added = await system.as("registrar").post("/api/provider/facilities/add", facility, { headers });
    expect(added.status, added.text).toBe(200);
  }, 120_000);
  afterAll(() => system.close());

  beforeEach(async () => {
    if (typeof browser === "string") return;
    page = await browser.newPage();
    onTestFinished(() => page.close());
    complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
  });

  const open = (path: string) => page.goto(system.urlOf(path).replace(/\/$/, "") + path);
  const form = (route: string) => page.locator(`[data-try="${route}"] form`);
  const answerOf = (route: string) => page.locator(`[data-try="${route}"]`);

  test("writes the request while one chooses, sends it, and shows status, headers and body", async () => {
    await open("/docs/facilities?lang=en");
    await page.locator("#route-getFacility summary").click();
    const fields = form("getFacility");
    await fields.getByLabel("facilityId").fill("56kt/x");
    expect(await fields.textContent()).toContain("GET /api/facilities/56kt%2Fx");
    await fields.getByLabel("facilityId").fill("56kt");
    await fields.getByRole("button", { name: "Send" }).click();
    const answer = answerOf("getFacility");
    await answer.getByRole("status").filter({ hasText: "200" }).waitFor();
    expect(await answer.locator("dl").textContent()).toContain("Content-Typeapplication/json");
    expect(JSON.parse((await answer.locator("pre").textContent()) ?? "")).toEqual({
      identifier: "56kt",
      name: "Jülich",
    });
    expect(complaints).toEqual([]);
  });

  test("stands on every page, whatever the fields are called", async () => {
    for (const path of ["/docs/changes", "/docs/measurements", "/docs/service", "/docs/records"]) {
      await open(`${path}?lang=en`);
      const forms = await page.locator("[data-try]").count();
      expect(await page.locator('[data-try]:not([hidden]) [role="status"]').count(), path).toBe(forms);
    }
    expect(complaints).toEqual([]);
  });

  test("keeps what was chosen in the page's URL", async () => {
    await open("/docs/lookup?lang=en");
    await page.locator("#route-lookup-timeseries summary").click();
    await form("lookup-timeseries").getByLabel("station").fill("Manglerud & Co");
    await form("lookup-timeseries").getByLabel("Accept").selectOption("text/csv");
    await page.reload();
    const fields = form("lookup-timeseries");
    expect(await fields.getByLabel("station").inputValue()).toBe("Manglerud & Co");
    expect(await fields.textContent()).toContain("GET /lookup/timeseries?station=Manglerud+%26+Co");
    await fields.getByRole("button", { name: "Send" }).click();
    const answer = answerOf("lookup-timeseries");
    await answer.getByRole("status").filter({ hasText: "200" }).waitFor();
    expect(await answer.locator("dl").textContent()).toContain("text/csv");
    await page.getByRole("link", { name: "Norsk" }).click();
    await page.waitForURL(/lang=no/);
    expect(await fields.getByLabel("station").inputValue()).toBe("Manglerud & Co");
    expect(complaints).toEqual([]);
  });

  test("sends a search with its body, and shows why one is refused", async () => {
    await open("/docs/search?lang=no");
    await page.locator("#route-search summary").click();
    const fields = form("search");
    await fields.getByRole("button", { name: "Send" }).click();
    const answer = answerOf("search");
    await answer.getByRole("status").filter({ hasText: "200" }).waitFor();
    expect(await answer.locator("pre").textContent()).toContain('"hits"');
    await fields.getByLabel("Innhold").fill("{");
    await fields.getByRole("button", { name: "Send" }).click();
    await answer.getByRole("status").filter({ hasText: "400" }).waitFor();
    expect(await answer.locator("pre").textContent()).toContain("body-not-json");
  });

  test("shows a picture as one", async () => {
    await open("/docs/uv?lang=en");
    await page.locator("#route-getUvMap summary").click();
    await form("getUvMap").getByRole("button", { name: "Send" }).click();
    const answer = answerOf("getUvMap");
    await answer.getByRole("status").filter({ hasText: "200" }).waitFor();
    const widthOf = () => answer.getByRole("img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(widthOf).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  test("cuts a long answer", async () => {
    await open("/docs/service?lang=en");
    await page.locator("#route-getDescription summary").click();
    await form("getDescription").getByRole("button", { name: "Send" }).click();
    const answer = answerOf("getDescription");
    await answer.getByText("The answer is longer").waitFor();
    expect((await answer.locator("pre").textContent())?.length).toBe(20_000);
    expect(complaints).toEqual([]);
  });
});
