import { expect, test } from "vitest";
import { SloppyPositions } from "./sloppy-positions.ts";

/** Frequency of a phrase in a document. By place: the ordinals of its terms, and their positions. */
function frequency(terms: readonly (readonly number[])[], positions: readonly (readonly number[])[]): number {
  const places = positions.map((each, offset) => ({
    offset,
    positions: Uint32Array.from(each),
    from: 0,
    end: each.length,
  }));
  return new SloppyPositions(places, terms, 10).frequency();
}

test("places with a common term must match different words", () => {
  expect(frequency([[1], [2], [3]], [[0], [1], [2]])).toBe(1);
  expect(frequency([[1], [2], [1]], [[0], [1], [0]])).toBe(0);
  expect(frequency([[1], [2], [2, 1]], [[0], [1], [0, 1, 2]])).toBe(1);
  expect(frequency([[1], [2], [2, 1]], [[0], [1], [0, 1]])).toBe(0);
});

// Fails by its time limit: quadratic time would be hours.
test("grouping the places of a long phrase takes one pass", () => {
  const count = 50_000;
  const terms = [
    ...Array.from({ length: count }, () => [0]),
    ...Array.from({ length: count }, () => [1]),
    Array.from({ length: count }, (_, n) => n + 1),
  ];
  expect(frequency(terms, [...terms.slice(1).map(() => [0]), []])).toBe(0);
});
