import { expect, test } from "vitest";
import type { SegmentReader } from "../index/segment.ts";
import { Work } from "../work/work.ts";
import { TopByOwner } from "./top-by-owner.ts";

const segment = { ordinal: 2 } as SegmentReader;

function topOf(size: number, numbers: readonly number[], reverse = false): number[] {
  const top = new TopByOwner(size, reverse, new Work());
  for (const [doc, number] of numbers.entries()) top.add(20, segment, doc, number);
  expect(top.of(0)).toEqual([]);
  expect(top.of(1_000)).toEqual([]);
  expect(top.first(1_000)).toBeUndefined();
  const documents = top.of(20);
  expect(top.first(20)).toEqual(documents[0]);
  return documents.map(({ doc }) => doc);
}

test("keeps the first of many, in their order", () => {
  const numbers = Array.from({ length: 500 }, (_, n) => (n * 7_919) % 1_009);
  const places = numbers.map((_, place) => place);
  const ascending = [...places].sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  expect(topOf(10, numbers)).toEqual(ascending.slice(0, 10));
  expect(topOf(10, numbers, true)).toEqual(ascending.reverse().slice(0, 10));
});

test("the first of equal documents stays, and equal documents of a heap that is not full come in reverse order", () => {
  expect(topOf(1, [5, 5, 5])).toEqual([0]);
  expect(topOf(5, [5, 5, 5])).toEqual([2, 1, 0]);
  expect(topOf(3, [5, 5, 5, 5])).toEqual([2, 1, 0]);
  expect(topOf(2, [5, 1, 1])).toEqual([2, 1]);
});

test("counts its memory", () => {
  const top = new TopByOwner(10, false, new Work());
  expect(() => top.add(2 ** 22, segment, 0, 1)).toThrow("needs more than");
});
