import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LIMITS } from "../../platform/admission/limits.ts";
import { limitsTable, timesToGiveWay } from "./limits.ts";

const section = /^## Limits under load$([\s\S]*?)^## /m.exec(readFileSync("docs/operations.md", "utf8"))?.[1] ?? "";

test("docs/operations.md lists the limits of one client, its network and all, as the page of limits does", () => {
  expect(/^\|.*(?:\n\|.*)*$/m.exec(section)?.[0]).toBe(limitsTable);
});

test("docs/operations.md says when answers and searches give way", () => {
  const text = section.replaceAll("\n", " ");
  for (const sentence of timesToGiveWay) expect(text).toContain(sentence);
});

test("every limit of the page is described", () => {
  const described = readFileSync("test/ops/limits.ts", "utf8");
  expect(Object.keys(LIMITS).filter((name) => !new RegExp(`\\b${name}\\b`).test(described))).toEqual([]);
});
