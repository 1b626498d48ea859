import { expect, onTestFinished, test, vi } from "vitest";
import { Indexer } from "../../../../search-engine/index/indexer.ts";
import { MemorySource } from "../../../../test/memory-source.ts";
import { positionOf } from "../../../../test/position.ts";
import type { DocumentSource } from "../../documents/source.ts";
import type { Snapshot } from "../snapshots/store.ts";
import { EmbeddedFollower, type IndexUpdate } from "./follower.ts";
import { isUsable } from "./sibling.ts";

const mapping = { properties: { title: { type: "text" } } };
const DOCUMENTS = 40;

const titled = (title: string): string => JSON.stringify({ title });

/** A snapshot of an index with two segments: the documents of a source, apart from these. */
async function snapshotOf(source: DocumentSource, others: Readonly<Record<string, string>>): Promise<Snapshot> {
  const indexer = new Indexer(mapping, 10, 1_000_000);
  const put = (id: string, document: Uint8Array | undefined) => indexer.apply({ id, document });
  const changes = await source.changes(0, DOCUMENTS);
  for (const { id, document } of changes.slice(0, DOCUMENTS / 2)) put(id, document);
  indexer.flush();
  for (const { id, document } of changes.slice(DOCUMENTS / 2)) put(id, document);
  for (const [id, title] of Object.entries(others)) put(id, Buffer.from(titled(title)));
  indexer.publish();
  return { ...indexer.state(), head: await source.head() };
}

function filled(): MemorySource {
  const source = new MemorySource();
  for (let n = 0; n < DOCUMENTS; n++) source.put(`id${n}`, titled(`radar ${n}`));
  return source;
}

/** Follows the source, with an index that begins with the snapshot. */
function follow(source: MemorySource, snapshot: Snapshot) {
  const updates: IndexUpdate[] = [];
  const follower = new EmbeddedFollower({
    ...{ mapping, dynamicFields: 10, sourceMemory: 1_000_000, pollIntervalMs: 10, source },
    sibling: async () => ({
      snapshot,
      current: async (ids) => {
        const documents = await source.documents(ids);
        return ids.map((id, index) => ({ id, document: documents[index] }));
      },
    }),
    onUpdate: (update) => updates.push(update),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  const running = follower.run();
  onTestFinished(async () => {
    follower.close();
    await running;
  });
  return { updates, follower };
}

test("an index that begins with a sibling's does not index equal documents again", async () => {
  const source = filled();
  const { updates } = follow(source, await snapshotOf(source, {}));
  await vi.waitFor(() => expect(updates).toHaveLength(1), 20_000);
  const [update] = updates;
  expect(update?.head).toEqual(await source.head());
  expect(update?.publication?.documentCount).toBe(DOCUMENTS);
  expect(update?.publication?.segments.map(({ live }) => live)).toEqual([undefined, undefined]);
});

test("only different documents are indexed, and those missing in the source are deleted", async () => {
  const source = filled();
  const sibling = await snapshotOf(source, { id3: "damaged", id39: "damaged", surplus: "added by hand" });
  source.delete("id7");
  source.put("id8", titled("changed"));
  source.put("new", titled("new"));
  const { updates } = follow(source, sibling);
  await vi.waitFor(() => expect(updates).toHaveLength(1), 20_000);
  const { publication, head } = updates[0] ?? {};
  expect(head).toEqual(await source.head());
  // Without id7, with the new one.
  expect(publication?.documentCount).toBe(DOCUMENTS);
  const ids = publication?.added.map((data) => data.maxDoc);
  // The last segment has the four that differ: id3, id39, id8 and the new one.
  expect(ids).toEqual([20, 23, 4]);
});

test("an index that begins with a sibling's waits until the source has reached it, then follows the source", async () => {
  const later = filled();
  const sibling = await snapshotOf(later, {});
  const source = new MemorySource();
  for (let n = 0; n < 10; n++) source.put(`id${n}`, titled(`radar ${n}`));
  expect((await source.head()).position < sibling.head.position).toBe(true);
  const looks = vi.spyOn(source, "head");
  const { updates, follower } = follow(source, sibling);
  follower.wake();
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(3), 5_000);
  expect(updates).toEqual([]);
  for (let n = 10; n < DOCUMENTS; n++) source.put(`id${n}`, titled(`radar ${n}`));
  await vi.waitFor(() => expect(updates).toHaveLength(1), 20_000);
  expect(updates[0]?.publication?.documentCount).toBe(DOCUMENTS);
  source.put("id0", titled("changed"));
  await vi.waitFor(() => expect(updates.length).toBeGreaterThan(1), 20_000);
  expect(updates[1]?.publication).toMatchObject({ documentCount: DOCUMENTS, added: [{ maxDoc: 1 }] });
});

test("an index does not wait for a source that stands still before the sibling's position", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const sibling = await snapshotOf(filled(), {});
  const source = new MemorySource();
  source.put("id0", titled("radar 0"));
  const head = await source.head();
  expect(head.position < sibling.head.position).toBe(true);
  const looks = vi.spyOn(source, "head");
  const { updates, follower } = follow(source, sibling);
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(3), 5_000);
  expect(updates).toEqual([]);
  vi.advanceTimersByTime(31_000);
  follower.wake();
  await vi.waitFor(() => expect(updates.map((update) => update.publication?.documentCount)).toEqual([1]), 20_000);
});

test("a snapshot is not used when its table is older, or when it has ignored names of fields", async () => {
  const head = { position: positionOf("p2"), sequence: 2 };
  const snapshot = { segments: [], dynamicPaths: ["a", "b"], head };
  expect(isUsable(snapshot, head, 3)).toBe(true);
  expect(isUsable(snapshot, { ...head, position: positionOf("p1") }, 3)).toBe(false);
  expect(isUsable(snapshot, head, 2)).toBe(false);
});
