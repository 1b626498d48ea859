import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEARCH_DOCUMENT, searchDocument } from "./search-document.ts";

test("the document of searches is made from the tables and the recorded answers: npm run search-document", () => {
  expect(readFileSync(SEARCH_DOCUMENT, "utf8")).toBe(searchDocument());
});
