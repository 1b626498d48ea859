import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { LOCALES } from "../frame/language.ts";
import { Period } from "./period.tsx";

test.each([
  ["2023-01-17T00:00:00Z", "2023-01-17T23:59:59Z", "17 January 2023"],
  ["2023-01-17T00:00:00Z", "2023-02-01T23:59:59Z", "17 January 2023 – 1 February 2023"],
  ["2023-01-17T00:00:00Z", "2023-01-17T12:00:00Z", "17 January 2023 at 00:00 UTC – 17 January 2023 at 12:00 UTC"],
  ["2023-01-17T06:30:00Z", "2023-01-17T06:30:00Z", "17 January 2023 at 06:30 UTC"],
])("a period from %s to %s is written as %s", (begin, end, written) => {
  const html = renderToString(h(Period, { period: { begin, end }, locale: LOCALES.en }));
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(written);
  expect(html).toContain(`datetime="${begin}"`);
});
