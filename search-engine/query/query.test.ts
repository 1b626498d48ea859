import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Union, WindowMemory } from "./nodes/union.ts";
import { NO_MORE_DOCS, Scorer } from "./query.ts";

const DOCUMENTS = 10_000;
const TEST_MS = 1;

let now = 0;
let tested = 0;

beforeEach(() => {
  tested = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** Matches every document, after a test that takes long. */
class Slow extends Scorer {
  readonly cost = DOCUMENTS;
  override readonly approximate = true;
  override next(): number {
    return this.advance(this.doc + 1);
  }
  override advance(target: number): number {
    this.doc = target < DOCUMENTS ? target : NO_MORE_DOCS;
    return this.doc;
  }
  override matches(): boolean {
    tested++;
    now += TEST_MS;
    return true;
  }
  override score(): number {
    return 1;
  }
}

const many = Array.from({ length: 100 }, () => new Slow());

test.each([
  ["one by one", () => new Slow(), { most: 32, last: 32 }],
  ["in windows", () => new Union(many, false, new WindowMemory()), { most: 16 * many.length, last: 16 * many.length }],
])("a call visits few documents %s where each takes long", (_, make, { most, last }) => {
  const scorer = make();
  const docs = new Uint32Array(2_048);
  const counts = Array.from({ length: 10 }, () => {
    const before = tested;
    expect(scorer.take(docs, undefined, Number.NEGATIVE_INFINITY)).toBeGreaterThan(0);
    return tested - before;
  });
  expect(Math.max(...counts)).toBe(most);
  expect(counts.at(-1)).toBe(last);
});
