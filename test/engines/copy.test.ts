import { afterAll, describe, expect, test } from "vitest";
import { assetRoutes } from "../../services/query/assets/routes.ts";
import { COPY_ISLAND, Snippet } from "../../services/query/portal/components/snippet.tsx";
import { LOCALES } from "../../services/query/portal/frame/language.ts";
import { portalHeaders, renderPortalPage } from "../../services/query/portal/frame/layout.tsx";
import { browserUntil } from "../browser.ts";
import { host } from "../portal/publisher.ts";
import { routeAt, serveRoutes, unlimitedRead } from "../serve-routes.ts";

const browser = await browserUntil(afterAll);

const base = await serveRoutes(afterAll, [
  ...assetRoutes(host.assets.files, unlimitedRead),
  routeAt("/", ({ originalUrl }, response) => {
    const main = [Snippet({ label: "curl", code: "curl https://data.example.org", locale: LOCALES.en })];
    const page = { title: "Copy", description: "", canonical: base, alternates: [], islands: [COPY_ISLAND], main };
    response
      .set(portalHeaders(host))
      .type("html")
      .send(renderPortalPage(page, LOCALES.en, host, originalUrl));
  }),
]);

/** Copies the snippet of a page whose clipboard does as the script says. */
async function copied(writeText: string) {
  if (typeof browser === "string") return expect.unreachable();
  const page = await browser.newPage();
  try {
    await page.addInitScript(`navigator.clipboard.writeText = ${writeText}`);
    await page.goto(base);
    await page.getByRole("button", { name: "Copy: curl" }).click();
    const status = page.locator("pre ~ [role=status]");
    await expect.poll(() => status.innerText()).not.toBe("");
    return {
      said: (await status.innerText()).trim(),
      selected: await page.evaluate("getSelection().toString()"),
      written: await page.evaluate("window.written"),
    };
  } finally {
    await page.close();
  }
}

describe.skipIf(typeof browser === "string")("the button of a snippet", () => {
  test("copies it, and says so", async () => {
    const { said, written } = await copied("async (text) => { window.written = text; }");
    expect([said, written]).toEqual(["Copied", "curl https://data.example.org"]);
  });

  test("selects it where the browser does not allow that, and says so", async () => {
    const { said, selected } = await copied("async () => { throw new Error('refused'); }");
    expect(said).toBe("The browser does not allow it. The text is selected: copy it with the keyboard.");
    expect(selected).toContain("curl https://data.example.org");
  });
});
