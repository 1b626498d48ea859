import { expect, test } from "vitest";
import { Combinations, combinationsOf, type KeysByIndex } from "./combinations.ts";

const ten = Array.from({ length: 10 }, (_, key) => key);
const tenKeys = [ten, ten];

test("the combinations of all documents are summed", () => {
  expect(combinationsOf([keysOf(tenKeys), keysOf([[1], [1, 2, 3]])], 2)).toBe(10 + 30);
});

test("a document without a key of one part has no combination, however many keys the others have", () => {
  const many = Array.from({ length: 320 }, () => keysOf(tenKeys));
  expect(combinationsOf(many, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(combinationsOf([...many, keysOf([[], ten])], 1)).toBe(0);
});

test("the combinations of each document follow each other, the last part fastest", () => {
  const combinations = new Combinations([keysOf([[1, 2], [3], []]), keysOf([[5, 6], [7], [8]])]);
  const ofDocument = (index: number) => {
    const found: number[][] = [];
    for (let isOne = combinations.first(index); isOne; isOne = combinations.next()) found.push([...combinations.keys]);
    return found;
  };
  const all = [
    [1, 5],
    [1, 6],
    [2, 5],
    [2, 6],
  ];
  expect([ofDocument(0), ofDocument(1), ofDocument(2)]).toEqual([all, [[3, 7]], []]);
});

function keysOf(lists: readonly (readonly number[])[]): KeysByIndex {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { keys: Float64Array.from(lists.flat()), starts };
}
