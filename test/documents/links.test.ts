import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES, readPage } from "./page.ts";

/** The anchors that a page's headings get. */
function anchorsOf(page: string): string[] {
  return [...readPage(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(PAGES)("%s", (page) => {
  test("links to existing targets", () => {
    const links = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const dead = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const file = path === "" ? page : normalize(join(dirname(page), path));
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(dead).toEqual([]);
  });
});

test("README.md is one page", () => {
  expect(readPage("README.md").split(/\s+/).length).toBeLessThanOrEqual(1500);
});

test("every path that docs/architecture.md names exists", () => {
  const text = readPage("docs/architecture.md").replaceAll(/^```.*?^```/gms, "");
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
  const paths = quoted.filter((words) => /^[a-z][\w.-]*\/[\w./-]+$|^[a-z]\w*\/$|^[\w-]+\.(json|md|yml)$/.test(words));
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
