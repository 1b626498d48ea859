import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { assetRoutes } from "../../services/query/assets/routes.ts";
import { PointMap, type PointMapProps } from "../../services/query/portal/components/map.tsx";
import { type MapPoint, pointCollection } from "../../services/query/portal/components/map-data.ts";
import { LOCALES } from "../../services/query/portal/frame/language.ts";
import { type Host, portalHeaders, renderPortalPage } from "../../services/query/portal/frame/layout.tsx";
import { browserUntil } from "../browser.ts";
import * as publisher from "../portal/publisher.ts";
import { routeAt, serveRoutes, unlimitedRead } from "../serve-routes.ts";

const browser = await browserUntil(afterAll);

const { assets } = publisher.host;
const manglerud: MapPoint = {
  ...{ longitude: 10.8149, latitude: 59.89864, name: "Manglerud", href: "/stations/1" },
  ...{ detail: "PM10 120 µg/m³, 14:00", label: "3", colour: "#ff0000", rank: 3 },
};
const beside = { ...manglerud, name: "Beside", longitude: 10.815, label: "1", colour: "#6ee86e", rank: 1 };

const maps: Readonly<Record<string, Omit<PointMapProps, "locale" | "title">>> = {
  one: { points: [manglerud] },
  group: { points: [beside, manglerud] },
  address: { points: "/points" },
  gone: { points: "/gone" },
  atlantic: { points: [{ ...manglerud, longitude: -30, latitude: 57 }] },
  nothing: { points: [], form: "search" },
  box: { points: [], box: [5, 45, 16, 48], form: "search" },
};

/** The operator's own style, on another host: green, with nothing on it. */
const elsewhere = await serveRoutes(afterAll, [
  routeAt("/style", (_request, response) => {
    const layers = [{ id: "green", type: "background", paint: { "background-color": "#00ff00" } }];
    response.set("Access-Control-Allow-Origin", "*").json({ version: 8, sources: {}, layers });
  }),
  routeAt("/broken", (_request, response) => {
    const layers = [{ id: "lost", type: "line", source: "lost", "source-layer": "lost" }];
    const sources = { lost: { type: "vector", url: `${elsewhere}/nothing` } };
    response.set("Access-Control-Allow-Origin", "*").json({ version: 8, sources, layers });
  }),
]);
const styleOf = (query: string) => ({ url: `${elsewhere}/${query}`, origins: [elsewhere] });

const base = await serveRoutes(afterAll, [
  ...assetRoutes(assets.files, unlimitedRead),
  routeAt("/maps/:name", ({ params, originalUrl }, response) => {
    const map = maps[String(params["name"])];
    if (map === undefined) throw new Error(`no map ${params["name"]}`);
    const main = [PointMap({ title: "Stations", locale: LOCALES.en, ...map })];
    const page = { title: "Map", description: "", canonical: base, alternates: [], islands: ["map.ts"], main };
    const host = { ...publisher.host, operator: undefined };
    const [, style] = /\?(style|broken)/.exec(originalUrl) ?? [];
    const styled: Host = style === undefined ? host : { ...host, mapStyle: styleOf(style) };
    const html = renderPortalPage(page, LOCALES.en, styled, originalUrl);
    const form = `<form id="search" action="/found"><input name="bbox"></form>`;
    response
      .set(portalHeaders(styled))
      .type("html")
      .send(html.replace("</main>", `<p id="after">After</p>${form}</main>`));
  }),
  routeAt("/points", (_request, response) => {
    response.json(pointCollection([manglerud]));
  }),
]);

/** Opens a page, hands it to the work, and expects that nothing was refused, failed, or came from elsewhere. */
async function onPage(path: string, work: (page: Page) => Promise<void>, allowed: readonly RegExp[] = []) {
  if (typeof browser === "string") return expect.unreachable();
  const page = await browser.newPage({ viewport: { width: 800, height: 400 } });
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => {
    if (![base, elsewhere, "data:"].some((own) => request.url().startsWith(own))) said.push(request.url());
  });
  try {
    await page.goto(base + path);
    await work(page);
    expect(said.filter((text) => !allowed.some((expected) => expected.test(text)))).toEqual([]);
  } finally {
    await page.close();
  }
}

/** Waits until the map has drawn what it shows. */
const drawn = (page: Page) => page.waitForSelector('.map-place[data-drawn="true"]');

/** The colour of the map's pixel at these shares of its width and height. */
async function colourAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const picture = (await page.locator(".map-place").screenshot()).toString("base64");
  return page.evaluate(
    `(async () => {
      const image = new Image();
      image.src = "data:image/png;base64,${picture}";
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return [...canvas.getImageData(Math.round(image.width * ${x}), Math.round(image.height * ${y}), 1, 1).data];
    })()`,
  );
}

const centre = (page: Page) => page.locator(".map-place").click();
const card = (page: Page) => page.locator(".maplibregl-popup-content");

describe.skipIf(typeof browser === "string")("a map in a browser", () => {
  test("draws land, sea and dots, and moves nothing", async () => {
    await onPage("/maps/one", async (page) => {
      const before = await page.locator("#after").boundingBox();
      await drawn(page);
      expect(await page.locator("#after").boundingBox()).toEqual(before);
      // Left of the number in the dot.
      const { width = 1 } = (await page.locator(".map-place").boundingBox()) ?? {};
      expect(await colourAt(page, 0.5 - 8 / width, 0.5)).toEqual([255, 0, 0, 255]);
      expect(await colourAt(page, 0.55, 0.5)).toEqual([247, 246, 242, 255]);
    });
  });

  test("has sea where there is no land, also west of what crosses the antimeridian", async () => {
    await onPage("/maps/atlantic", async (page) => {
      await drawn(page);
      for (const x of [0.1, 0.3, 0.55, 0.7]) expect(await colourAt(page, x, 0.5)).toEqual([221, 231, 236, 255]);
    });
  });

  test("that has nothing to show begins with the world, once", async () => {
    await onPage(
      "/maps/nothing",
      async (page) => {
        await drawn(page);
        const { width = 1, height = 1 } = (await page.locator(".map-place").boundingBox()) ?? {};
        const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
        const at = (longitude: number, latitude: number) =>
          colourAt(
            page,
            0.5 + longitude / 360,
            0.5 + ((mercator(20) - mercator(latitude)) * width) / (2 * Math.PI * height),
          );
        // Australia, and Hudson Bay.
        expect(await at(133, -25)).toEqual([247, 246, 242, 255]);
        expect(await at(-86, 59)).toEqual([221, 231, 236, 255]);
        await page.getByRole("button", { name: "Search in this area" }).click();
        await page.waitForURL(/\/found\?bbox=-180%2C-?[\d.]+%2C180%2C/);
      },
      [/404/],
    );
  });

  test("opens a dot's card by a click, and closes it by its button", async () => {
    await onPage("/maps/one?lang=no", async (page) => {
      await drawn(page);
      await centre(page);
      expect(await card(page).innerText()).toContain("PM10 120 µg/m³, 14:00");
      expect(await card(page).locator("a").getAttribute("href")).toBe("/stations/1?lang=no");
      await card(page).getByRole("button", { name: "Close" }).click();
      expect(await card(page).count()).toBe(0);
    });
  });

  test("names the points that lie at one place, in the colour of the highest", async () => {
    await onPage("/maps/group", async (page) => {
      await drawn(page);
      const { width = 1 } = (await page.locator(".map-place").boundingBox()) ?? {};
      expect(await colourAt(page, 0.5 - 8 / width, 0.5)).toEqual([255, 0, 0, 255]);
      await centre(page);
      await card(page).waitFor();
      expect((await card(page).getByRole("link").allInnerTexts()).sort()).toEqual(["Beside", "Manglerud"]);
    });
  });

  test("gets its points from an address", async () => {
    await onPage("/maps/address", async (page) => {
      await drawn(page);
      await centre(page);
      expect(await card(page).innerText()).toContain("Manglerud");
    });
  });

  test("says so where it can't get them", async () => {
    const isSaid = async (page: Page) =>
      expect(page.getByText("The map can't be shown here").waitFor()).resolves.not.toThrow();
    await onPage("/maps/gone", isSaid, [/404/]);
  });

  test("says so where the operator's style lacks a part, and stays so", async () => {
    const isSaid = async (page: Page) => {
      await page.getByText("The map can't be shown here").waitFor();
      // By then the map is idle again.
      await page.waitForTimeout(1_000);
      expect(await page.locator(".map-place").getAttribute("data-drawn")).toBe("false");
      expect(await page.getByRole("button", { name: "Search in this area" }).count()).toBe(0);
    };
    await onPage("/maps/box?broken", isSaid, [/404|ERR_FAILED|CORS/]);
  });

  test("draws the points of its data block when that changes", async () => {
    await onPage("/maps/box", async (page) => {
      await drawn(page);
      const there = { ...manglerud, longitude: 10.5, latitude: 46.5 };
      const points = JSON.stringify(pointCollection([there]));
      await page.evaluate(`(() => {
        const block = document.querySelector(".map script");
        block.textContent = JSON.stringify({ ...JSON.parse(block.textContent), points: ${points} });
      })()`);
      await expect
        .poll(async () => {
          await centre(page);
          return card(page).count();
        })
        .toBe(1);
    });
  });

  test("writes what it shows into a form, by a button", async () => {
    await onPage(
      "/maps/box",
      async (page) => {
        await drawn(page);
        await page.getByRole("button", { name: "Search in this area" }).click();
        await page.waitForURL(/\/found\?bbox=/);
        const [west = 0, south = 0, east = 0, north = 0] = (new URL(page.url()).searchParams.get("bbox") ?? "")
          .split(",")
          .map(Number);
        expect([west < 5, south < 45, east > 16, north > 48]).toEqual([true, true, true, true]);
        expect([west > -40, south > 0, east < 60, north < 75]).toEqual([true, true, true, true]);
      },
      [/404/],
    );
  });

  test("zooms by its buttons and by the keyboard, and by the wheel with a modifier alone", async () => {
    await onPage("/maps/box", async (page) => {
      await drawn(page);
      const place = page.locator(".map-place");
      let before = await place.screenshot();
      const isMoved = () =>
        expect.poll(async () => {
          const now = await place.screenshot();
          const isSame = now.equals(before);
          before = now;
          return isSame;
        });
      await page.getByRole("button", { name: "Zoom in" }).click();
      await isMoved().toBe(false);
      await page.getByRole("region", { name: "Stations" }).focus();
      await page.keyboard.press("ArrowRight");
      await isMoved().toBe(false);
      await place.hover();
      await page.mouse.wheel(0, 100);
      await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0);
      // It says that a modifier is needed, for a while.
      const hint = `getComputedStyle(document.querySelector(".maplibregl-cooperative-gesture-screen")).opacity`;
      await expect.poll(() => page.evaluate(hint)).toBe("0");
      before = await place.screenshot();
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -100);
      await isMoved().toBe(false);
    });
  });

  test("lies on the style that the operator has chosen", async () => {
    await onPage("/maps/one?style", async (page) => {
      await drawn(page);
      expect(await colourAt(page, 0.55, 0.5)).toEqual([0, 255, 0, 255]);
      await centre(page);
      expect(await card(page).innerText()).toContain("Manglerud");
    });
  });

  test("has no place without scripts", async () => {
    if (typeof browser === "string") return expect.unreachable();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/maps/one`);
    expect(await page.locator(".map-place").isVisible()).toBe(false);
    await context.close();
  });
});
