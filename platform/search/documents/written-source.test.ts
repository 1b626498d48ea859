import fc from "fast-check";
import { expect, test } from "vitest";
import { MemorySource } from "../../../test/memory-source.ts";
import type { Change } from "./source.ts";
import { WrittenSource } from "./written-source.ts";

const change = (sequence: number, document = `{"n":${sequence}}`): Change => ({
  id: `r${sequence}`,
  sequence,
  document: Buffer.from(document),
});
const upTo = (from: number, to: number): Change[] =>
  Array.from({ length: to - from }, (_, index) => change(from + index + 1));

/** A table that counts how often it is read. */
function counted() {
  const table = new MemorySource();
  let readings = 0;
  const source = new WrittenSource({
    head: () => table.head(),
    changes: (after, limit) => {
      readings++;
      return table.changes(after, limit);
    },
    close: () => table.close(),
  });
  return { table, source, readings: () => readings };
}

test("changes just written are not read back", async () => {
  const { source, readings } = counted();
  source.written(0, 3, upTo(0, 3));
  source.written(3, 5, upTo(3, 5));
  expect(await source.changes(0, 4)).toEqual(upTo(0, 4));
  expect(await source.changes(4, 4)).toEqual(upTo(4, 5));
  expect(readings()).toBe(0);
});

test("repeated reads come from the table", async () => {
  const { table, source, readings } = counted();
  table.put("r1", '{"n":1}');
  source.written(0, 1, upTo(0, 1));
  expect(await source.changes(0, 10)).toEqual(upTo(0, 1));
  expect(await source.changes(0, 10)).toEqual(upTo(0, 1));
  expect(readings()).toBe(1);
});

test("changes that others may have overwritten are not kept", async () => {
  const { source, readings } = counted();
  source.written(0, 3, upTo(0, 3));
  source.forget();
  expect(await source.changes(0, 10)).toEqual([]);
  expect(readings()).toBe(1);
});

test("a follower far behind does not cause everything to be kept", async () => {
  const { source, readings } = counted();
  const large = `"${"x".repeat(1024 * 1024)}"`;
  for (let at = 0; at < 50; at++) source.written(at, at + 1, [change(at + 1, large)]);
  let after = 0;
  while (readings() === 0) after = (await source.changes(after, 10)).at(-1)?.sequence ?? after;
  expect(after).toBe(32);
});

test("nor do deletions, which have no bytes of their own", async () => {
  const { source, readings } = counted();
  for (let at = 0; at < 200_000; at += 1_000) {
    const deleted = upTo(at, at + 1_000).map(({ id, sequence }) => ({ id, sequence, document: undefined }));
    source.written(at, at + 1_000, deleted);
  }
  let after = 0;
  while (readings() === 0) after = (await source.changes(after, 10_000)).at(-1)?.sequence ?? after;
  expect(after).toBeLessThan(140_000);
});

test("a follower sees every document's last change, in order, wherever it begins and whatever is reported", async () => {
  const write = fc.record({
    documents: fc.array(fc.record({ id: fc.constantFrom("a", "b", "c", "d"), gone: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
    told: fc.boolean(),
    reads: fc.nat(2),
    forgotten: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (writes, limit) => {
      const { table, source } = counted();
      const followed = new Map<string, { sequence: number; document: string | undefined }>();
      let after = 0;
      const read = async () => {
        const changes = await source.changes(after, limit);
        for (const { id, sequence, document } of changes) {
          expect(sequence).toBeGreaterThan(after);
          after = sequence;
          followed.set(id, { sequence, document: document && Buffer.from(document).toString() });
        }
        return changes.length > 0;
      };
      let sequence = 0;
      for (const { documents, told, reads, forgotten } of writes) {
        const from = sequence;
        const changes = new Map<string, Change>();
        for (const { id, gone } of documents) {
          const document = gone ? undefined : `{"n":${++sequence}}`;
          if (document === undefined) {
            sequence++;
            table.delete(id);
          } else table.put(id, document);
          changes.delete(id);
          changes.set(id, { id, sequence, document: document === undefined ? undefined : Buffer.from(document) });
        }
        if (forgotten) source.forget();
        source.written(from, sequence, told ? [...changes.values()] : undefined);
        for (let count = 0; count < reads; count++) await read();
      }
      while (await read());
      const held = await table.changes(0, 100);
      expect(new Map([...followed].map(([id, { sequence: at }]) => [id, at]))).toEqual(
        new Map(held.map(({ id, sequence: at }) => [id, at])),
      );
      for (const { id, document } of held) expect(followed.get(id)?.document).toBe(document && String(document));
    }),
  );
});
