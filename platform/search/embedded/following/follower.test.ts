import { expect, onTestFinished, test, vi } from "vitest";
import { MemorySource } from "../../../../test/memory-source.ts";
import type { Snapshot } from "../snapshots/store.ts";
import { EmbeddedFollower, type EmbeddedFollowerOptions } from "./follower.ts";

const SNAPSHOT_INTERVAL_MS = 30_000;

const USUAL = {
  mapping: { properties: { title: { type: "text" } } },
  dynamicFields: 10,
  sourceMemory: 1_000_000,
  onFailure: (error: unknown) => expect.unreachable(String(error)),
} as const;

/** Runs a follower until the test has finished. */
function follow(options: Pick<EmbeddedFollowerOptions, "source" | "onUpdate" | "snapshots">): EmbeddedFollower {
  const follower = new EmbeddedFollower({ ...USUAL, pollIntervalMs: 10, ...options });
  const running = follower.run();
  onTestFinished(async () => {
    follower.close();
    await running;
  });
  return follower;
}

test("segments are merged although changes never pause", async () => {
  const source = new MemorySource();
  let [last, most] = [0, 0];
  const follower = new EmbeddedFollower({
    ...USUAL,
    pollIntervalMs: 60_000,
    source,
    onUpdate({ publication, head }) {
      most = Math.max(most, publication?.segments.length ?? 0);
      last = head?.sequence ?? last;
      if (!head || last === 200) return;
      source.put(`id${last}`, '{"title":"radar"}');
      follower.wake();
    },
  });
  const running = follower.run();
  await vi.waitFor(() => expect(last).toBe(200), 20_000);
  follower.close();
  await running;
  expect(most).toBeLessThan(50);
});

test("merged segments are saved although no document has changed since", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const source = new MemorySource();
  const saved: Snapshot[] = [];
  let sequence = 0;
  let segments = 0;
  const follower = follow({
    source,
    onUpdate({ publication, head }) {
      segments = publication?.segments.length ?? segments;
      sequence = head?.sequence ?? sequence;
      // A snapshot is due before the segments are merged.
      if (head?.sequence === 8) vi.advanceTimersByTime(SNAPSHOT_INTERVAL_MS);
    },
    snapshots: { load: async () => undefined, save: async (snapshot) => void saved.push(snapshot) },
  });
  for (let count = 1; count <= 8; count++) {
    source.put(`id${count}`, '{"title":"radar"}');
    follower.wake();
    await vi.waitFor(() => expect(sequence).toBe(count), 20_000);
  }
  await vi.waitFor(() => expect(segments).toBe(1), 20_000);
  vi.advanceTimersByTime(SNAPSHOT_INTERVAL_MS);
  follower.wake();
  const lastTwo = () => saved.slice(-2).map(({ segments, head }) => [segments.length, head.sequence]);
  await vi.waitFor(
    () =>
      expect(lastTwo()).toEqual([
        [8, 8],
        [1, 8],
      ]),
    20_000,
  );
});

test("a few segments are merged once changes stop", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const source = new MemorySource();
  let [sequence, segments] = [0, 0];
  const follower = follow({
    source,
    onUpdate({ publication, head }) {
      segments = publication?.segments.length ?? segments;
      sequence = head?.sequence ?? sequence;
    },
  });
  for (let count = 1; count <= 3; count++) {
    source.put(`id${count}`, '{"title":"radar"}');
    follower.wake();
    await vi.waitFor(() => expect(sequence).toBe(count), 20_000);
  }
  expect(segments).toBe(3);
  vi.advanceTimersByTime(10_000);
  follower.wake();
  await vi.waitFor(() => expect(segments).toBe(1), 20_000);
});
