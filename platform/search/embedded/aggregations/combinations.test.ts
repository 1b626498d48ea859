import { expect, test } from "vitest";
import { combinationsOf } from "./combinations.ts";

const ten = Array.from({ length: 10 }, (_, key) => key);
const tenKeys = [ten, ten];

test("combinations of several documents are added up", () => {
  expect(combinationsOf([tenKeys, [[1], [1, 2, 3]]], 2)).toBe(10 + 30);
});

test("a document without a key of one part has no combination, however many keys the others have", () => {
  const many = Array.from({ length: 320 }, () => tenKeys);
  expect(combinationsOf(many, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(combinationsOf([...many, [undefined, ten]], 1)).toBe(0);
});
