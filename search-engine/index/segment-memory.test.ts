import { expect, test } from "vitest";
import { sharedWords } from "../bytes/arrays.ts";
import { freeBytes } from "../bytes/memory.ts";
import { emptySegment, type SegmentData } from "./segment-data.ts";
import { SegmentMemory } from "./segment-memory.ts";

const WORDS = 10_000;

/** A segment without documents; `words` makes its arrays. */
function segment(words: (place: number) => Uint32Array): SegmentData {
  const [blockOf, starts, ends, sizes] = [words(0), words(1), words(2), words(3)];
  return emptySegment(0, 0, { sources: { blocks: [], blockOf, starts, ends, sizes }, hashes: words(4) });
}

/** Bytes freed when the segment is replaced and nobody reads it. */
function freedBy(data: SegmentData): number {
  const before = freeBytes();
  const memory = new SegmentMemory();
  memory.published(1, [data], [data]);
  memory.published(2, [], []);
  memory.release(1);
  expect(freeBytes()).toBe(before);
  memory.release(2);
  return freeBytes() - before;
}

test("the memory of a replaced segment's arrays is used again", () => {
  expect(freedBy(segment(() => sharedWords(WORDS)))).toBeGreaterThanOrEqual(5 * 4 * WORDS);
});

test("the buffer of a segment read from a snapshot is not kept, since no array would use all of it", () => {
  const whole = new SharedArrayBuffer(5 * 4 * WORDS);
  expect(freedBy(segment((place) => new Uint32Array(whole, place * 4 * WORDS, WORDS)))).toBe(0);
});
