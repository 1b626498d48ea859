import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate, buffersOf, freeBytes, MAX_FREE_BYTES, recycle } from "./memory.ts";

const sizes = fc.integer({ min: 4096, max: 300_000 });

test("memory is at least as large as asked for, less than twice as large, and zero", () => {
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 20 }), (wanted) => {
      const taken = wanted.map((size) => allocate(size));
      for (const [place, buffer] of taken.entries()) {
        const size = wanted[place] ?? 0;
        expect(buffer.byteLength).toBeGreaterThanOrEqual(size);
        expect(buffer.byteLength).toBeLessThan(2 * size);
        const bytes = new Uint8Array(buffer, 0, size);
        expect(bytes.indexOf(1)).toBe(-1);
        bytes.fill(1);
      }
      expect(new Set(taken).size).toBe(taken.length);
      recycle(taken);
    }),
    { numRuns: 30 },
  );
});

test("recycled memory is used again", () => {
  fc.assert(
    fc.property(sizes, (size) => {
      const buffer = allocate(size);
      const before = freeBytes();
      recycle([buffer]);
      expect(freeBytes()).toBe(before + buffer.byteLength);
      const again = allocate(size);
      expect(freeBytes()).toBeLessThanOrEqual(before + buffer.byteLength - again.byteLength);
    }),
  );
});

test("memory of another origin serves what fits into it", () => {
  const odd = new SharedArrayBuffer(9_999_991);
  recycle([odd]);
  const taken = Array.from({ length: 50 }, () => allocate(8_388_608));
  expect(taken).toContain(odd);
});

test("memory recycled beyond a limit is left to the garbage collector", () => {
  recycle(Array.from({ length: 10 }, () => new SharedArrayBuffer(MAX_FREE_BYTES / 8)));
  expect(freeBytes()).toBeLessThanOrEqual(MAX_FREE_BYTES);
  const kept = freeBytes();
  allocate(MAX_FREE_BYTES / 8);
  expect(freeBytes()).toBe(kept - MAX_FREE_BYTES / 8);
});

test("the buffers of a value are those of its arrays at any depth, once each", () => {
  const shared = new SharedArrayBuffer(16);
  const [one, two] = [new Uint8Array(shared, 0, 8), new Uint8Array(shared, 8)];
  const other = new Float64Array(1);
  const found = buffersOf({ map: new Map([["a", { one }]]), list: [two, other, undefined], number: 1, text: "t" });
  expect([...found]).toEqual([shared, other.buffer]);
});
