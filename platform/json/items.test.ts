import { expect, test } from "vitest";
import { itemsOf } from "./items.ts";

const items = (array: string): string[] =>
  [...itemsOf(Buffer.from(array))].map((item) => Buffer.from(item).toString().trim());

test("items are returned unchanged", () => {
  expect(items('[{"a":[1,2]}, "x,]", 1.0 ,null]')).toEqual(['{"a":[1,2]}', '"x,]"', "1.0", "null"]);
});

test("an empty array has none", () => {
  expect(items(" [ ] ")).toEqual([]);
});
