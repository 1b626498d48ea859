import { expect, test } from "vitest";
import { catalogueMapping } from "../mapping.ts";
import { isTooDeep, reducedDocuments } from "./reduced-document.ts";

const reduced = (document: string) =>
  reducedDocuments(Buffer.from(document), catalogueMapping).map((form) => JSON.parse(form.toString()));

test("unmapped members are removed first, then dynamic objects", () => {
  const document = {
    identification: { title: "kept", "a..b": 1, roles: [{ role_code: ["author"], " ": 2 }] },
    facility: { name: "kept", extra_metadata: { own: [{ a: 1, "": 2 }], " ": 1, ".": 2, "a..b": 3, "c.": 4 } },
    _id: "x",
    __proto__x: 1,
  };
  const identification = { title: "kept", roles: [{ role_code: ["author"] }] };
  expect(reduced(JSON.stringify(document))).toEqual([
    { identification, facility: { name: "kept", extra_metadata: { own: [{ a: 1 }] } } },
    { identification, facility: { name: "kept" } },
  ]);
});

test("names of JavaScript's object members are not names of the mapping", () => {
  expect(reduced('{"constructor":{"title":1},"__proto__":{"title":2}}')).toEqual([{}, {}]);
});

test("the last of several members with one name counts", () => {
  expect(reduced('{"product_type":"a","product_type":"b"}')[0]).toEqual({ product_type: "b" });
});

test("too deep nesting is cut off", () => {
  const deep = `{"facility":{"extra_metadata":${'{"a":'.repeat(1_500)}1${"}".repeat(1_500)}}}`;
  expect(isTooDeep(Buffer.from(deep))).toBe(true);
  const [first] = reducedDocuments(Buffer.from(deep), catalogueMapping);
  expect(first && isTooDeep(first)).toBe(false);
});

test.each([
  [128, false],
  [129, true],
])("%d levels: too deep %s", (levels, tooDeep) => {
  expect(isTooDeep(Buffer.from("[".repeat(levels) + "]".repeat(levels)))).toBe(tooDeep);
  expect(isTooDeep(Buffer.from(`${'{"a":'.repeat(levels - 1)}[]${"}".repeat(levels - 1)}`))).toBe(tooDeep);
});

test("brackets in texts and many siblings are not levels", () => {
  expect(isTooDeep(Buffer.from(JSON.stringify({ a: '"[\\'.repeat(500), b: "[{".repeat(500) })))).toBe(false);
  expect(isTooDeep(Buffer.from(`[${Array(500).fill("[{}]").join(",")}]`))).toBe(false);
});
