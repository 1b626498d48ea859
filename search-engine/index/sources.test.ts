import fc from "fast-check";
import { expect, test } from "vitest";
import { heldBytes, mergeSources, SourceBuilder, type SourceData, sourceOf } from "./sources.ts";

const bytesOf = (size: number, seed: number) => new Uint8Array(size).fill(seed % 251);

function built(sizes: readonly number[], room = Number.POSITIVE_INFINITY, compresses = false): SourceData {
  const builder = new SourceBuilder(room, compresses);
  for (const [doc, size] of sizes.entries()) builder.add(doc, bytesOf(size, doc));
  return builder.build(sizes.length);
}

/** Compared as bytes, since comparing millions of elements takes minutes. */
function expectSource(sources: SourceData, doc: number, bytes: Uint8Array): void {
  expect(Buffer.compare(sourceOf(sources, doc) ?? Buffer.of(), bytes)).toBe(0);
}

function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("each document is there byte for byte, small or large", () => {
  const sizes = [1, 5_000, 70_000, 3, 5_000_000, 200_000, 900_000, 4_000_000, 10];
  const sources = built(sizes);
  for (const [doc, size] of sizes.entries()) expectSource(sources, doc, bytesOf(size, doc));
  expect(heldBytes([{ sources }]).total).toBeLessThan(sizes.reduce((sum, size) => sum + size) * 1.5);
});

test("a document that does not fit is not held, but a smaller one after it may be", () => {
  const sources = built([60, 50, 40], 100);
  expect([0, 1, 2].map((doc) => sourceOf(sources, doc)?.length)).toEqual([60, undefined, 40]);
});

test("the live documents of merged segments stay the same", () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 400_000, max: 1_200_000 }));
  const segment = fc.array(fc.tuple(size, fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.boolean(), (segments, compresses) => {
      const parts = segments.map((documents) => ({
        sources: built(
          documents.map(([bytes]) => bytes),
          Number.POSITIVE_INFINITY,
          compresses,
        ),
      }));
      let next = 0;
      const maps = segments.map((documents) => Int32Array.from(documents, ([, lives]) => (lives ? next++ : -1)));
      const merged = finished(mergeSources(parts, maps, next));
      for (const [index, documents] of segments.entries()) {
        for (const [doc, [bytes]] of documents.entries()) {
          const target = maps[index]?.[doc] ?? -1;
          if (target >= 0) expectSource(merged, target, bytesOf(bytes, doc));
        }
      }
    }),
    { numRuns: 40, seed: 3 },
  );
});

test("a block with mostly deleted documents is dropped", () => {
  const part = { sources: built(Array.from({ length: 40 }, () => 100_000)) };
  const map = Int32Array.from({ length: 40 }, (_, doc) => (doc % 10 === 0 ? doc / 10 : -1));
  const merged = finished(mergeSources([part], [map], 4));
  expect(heldBytes([{ sources: merged }]).total).toBeLessThan(700_000);
});

test("merged documents take a fraction of their size, and merging them again copies no large block", () => {
  const document = (n: number) =>
    Buffer.from(JSON.stringify({ title: `number ${n}`, words: RANDOM.slice(n, n + 3_000) }));
  const builder = new SourceBuilder(Number.POSITIVE_INFINITY, false);
  for (let doc = 0; doc < 1_000; doc++) builder.add(doc, document(doc));
  const all = Int32Array.from({ length: 1_000 }, (_, doc) => doc);
  const once = finished(mergeSources([{ sources: builder.build(1_000) }], [all], 1_000));
  expect(heldBytes([{ sources: once }]).total).toBeLessThan(1_000_000);
  const twice = finished(mergeSources([{ sources: once }], [all], 1_000));
  for (let doc = 0; doc < 1_000; doc++) expectSource(twice, doc, document(doc));
});

/** Random text, which compresses only by its repetition in other documents. */
const RANDOM = Array.from({ length: 4_100 }, (_, n) =>
  String.fromCharCode(33 + ((n * n * 7919 + n * 104_729) % 89)),
).join("");

test("a block read from a snapshot does not keep the rest of its segment in memory", () => {
  const incompressible = Uint8Array.from({ length: 600_000 }, (_, at) => (at * 2_654_435_761) >>> 13);
  const file = new Uint8Array(new SharedArrayBuffer(1_000_000));
  file.set(incompressible, 8);
  const block = { bytes: file.subarray(8, 600_008), dictionary: Uint8Array.of(0) };
  const held = {
    blockOf: Uint32Array.of(0, 0),
    blocks: [block],
    starts: Uint32Array.of(0, 300_000),
    ends: Uint32Array.of(300_000, 600_000),
    sizes: Uint32Array.of(400_000, 400_000),
  };
  const merged = finished(mergeSources([{ sources: held }], [Int32Array.of(0, 1)], 2));
  expect(merged.blocks.map(({ bytes }) => bytes.length)).toEqual([600_000]);
  expect(merged.blocks[0]?.bytes.buffer.byteLength).toBeLessThan(700_000);
  expect(Buffer.compare(merged.blocks[0]?.bytes ?? Buffer.of(), incompressible)).toBe(0);
});
