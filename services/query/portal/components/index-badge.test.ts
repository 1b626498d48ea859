import { readFile } from "node:fs/promises";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { AirQualityIndexName } from "../../../../platform/config.ts";
import { european } from "../../../../science/air-quality-index/european.ts";
import type { AirQualityIndex } from "../../../../science/air-quality-index/index-table.ts";
import { norwegian } from "../../../../science/air-quality-index/norwegian.ts";
import { LOCALES } from "../frame/language.ts";
import { IndexBadge } from "./index-badge.tsx";

const styles = await readFile(new URL("../styles/index-badge.css", import.meta.url), "utf8");

/** The colours of a class in the styles: of its surface, and of text on it. */
function coloursOf(selector: string): readonly [surface: string, text: string] {
  const [, surface, text] =
    new RegExp(`^${selector.replaceAll(".", "\\.")} \\{\\s*--index: #(\\w+);\\s*--on-index: #(\\w+);`, "m").exec(
      styles,
    ) ?? [];
  if (surface === undefined || text === undefined) throw new Error(`${selector} has no colours`);
  return [surface, text];
}

/** Contrast of two colours, by WCAG 2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 3 ? [...colour].map((digit) => digit + digit).join("") : colour;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const INDICES: Readonly<Record<AirQualityIndexName, AirQualityIndex>> = { norwegian, european };
const classes = Object.entries(INDICES).flatMap(([name, { classes }]) => classes.map((each) => [name, each] as const));

test.each(classes.map(([name, each]) => [name, each.index, each.color]))(
  "%s class %d has the index's colour %s, with text that can be read on it",
  (name, index, color) => {
    const [surface, text] = coloursOf(`.${name} .index-${index}`);
    expect(surface).toBe(color.toLowerCase());
    expect(contrast(surface, text)).toBeGreaterThanOrEqual(4.5);
  },
);

test("no class has text that can be read, too", () => {
  expect(contrast(...coloursOf(".index-0"))).toBeGreaterThanOrEqual(4.5);
});

test("a badge says its class by number and name, in the page's language", () => {
  const found = norwegian.classes.at(-1);
  const badge = (language: "en" | "no") => renderToString(IndexBadge({ found, locale: LOCALES[language] }));
  expect(badge("en")).toBe('<span class="badge index-4"><b>4</b> Extremely high</span>');
  expect(badge("no")).toBe('<span class="badge index-4"><b>4</b> Svært høy</span>');
});

test("a badge without a class says so", () => {
  expect(renderToString(IndexBadge({ found: undefined, locale: LOCALES.en }))).toBe(
    '<span class="badge index-0">No class</span>',
  );
});
