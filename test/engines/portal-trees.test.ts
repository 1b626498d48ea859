import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserUntil } from "../browser.ts";
import type { System } from "../end-to-end/system.ts";
import { accessibilityTree } from "../portal/accessibility-tree.ts";
import { PAGES, startPortal } from "../portal/every-page.ts";
import { openPage, untilDrawn } from "../portal/open-page.ts";

const FOLDER = resolve("test/portal/trees");
const fileOf = (name: string) => `${name.replaceAll(" ", "-")}.txt`;

const browser = await browserUntil(afterAll);

/** What a page is to those who hear it and press keys. `npm run record:trees` writes the trees anew. */
describe.skipIf(typeof browser === "string")("the accessibility tree", () => {
  let system: System;
  beforeAll(async () => {
    system = await startPortal();
  }, 120_000);
  afterAll(() => system.close());

  test.each(Object.entries(PAGES))(
    "of %s is the recorded one, and its focus goes from top to bottom",
    async (name, path) => {
      const tree = await openPage(browser, system.urlOf(path) + path, {}, async (page) => {
        await untilDrawn(page);
        return accessibilityTree(page);
      });
      await expect(`${path}\n\n${tree.text}`).toMatchFileSnapshot(`${FOLDER}/${fileOf(name)}`);
      expect(tree.unnamed).toEqual([]);
      expect(tree.stops).toEqual(tree.inOrder);
    },
  );

  test("is recorded of no page that there is not", async () => {
    expect((await readdir(FOLDER)).sort()).toEqual(Object.keys(PAGES).map(fileOf).sort());
  });
});
