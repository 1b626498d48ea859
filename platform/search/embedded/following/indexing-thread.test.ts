import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { positionOf } from "../../../../test/position.ts";
import {
  type FromWorker,
  feedFromTable,
  type IndexingSettings,
  type IndexingThread,
  type RunningFeed,
} from "./feed.ts";

/** A thread that ends when the test lets it. */
class FakeThread extends EventEmitter {
  readonly settings: IndexingSettings;

  constructor(settings: IndexingSettings) {
    super();
    this.settings = settings;
  }

  say(message: FromWorker): void {
    this.emit("message", message);
  }

  postMessage(): void {}
}

let threads: FakeThread[];
let discarded: string[];
let feed: RunningFeed;
beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  discarded = [];
  const start = (settings: IndexingSettings): IndexingThread => {
    const thread = new FakeThread(settings);
    threads.push(thread);
    // The other members are not used.
    return thread as unknown as IndexingThread;
  };
  const view = { name: "records", version: 1, generation: 1, tables: { records: "records" } };
  feed = feedFromTable(view, { connectionString: "postgres://nowhere" }, start).start({
    ...{ mapping: {}, dynamicFields: 0, sourceMemory: 0, pollIntervalMs: 1_000 },
    snapshotSettings: { logId: "log", folder: "snapshots" },
    onUpdate: () => undefined,
    onFailure: () => undefined,
    onSnapshotDiscarded: (error) => discarded.push(String(error)),
  });
});
afterEach(() => {
  void feed.close();
  vi.useRealTimers();
});

const end = () => threads.at(-1)?.emit("exit", 1);
const published = () => {
  const publication = { number: 1, segments: [], added: [], dynamicPaths: [], documentCount: 0 };
  const head = { position: positionOf("p1"), sequence: 1 };
  threads.at(-1)?.say({ kind: "update", update: { publication, head } });
};
const ignored = () => threads.map(({ settings }) => settings.ignoresSnapshots);

test("after two ends before an index was published the next thread begins without a snapshot, which is reported", () => {
  for (let count = 0; count < 3; count++) {
    end();
    vi.advanceTimersByTime(30_000);
  }
  expect(ignored()).toEqual([false, false, true, true]);
  expect(discarded).toEqual([expect.stringContaining("the thread that indexes has ended twice")]);
});

test("a thread that has published an index begins with its snapshot again", () => {
  end();
  vi.advanceTimersByTime(1_000);
  published();
  end();
  vi.advanceTimersByTime(1_000);
  end();
  vi.advanceTimersByTime(2_000);
  expect(ignored()).toEqual([false, false, false, true]);
  published();
  end();
  vi.advanceTimersByTime(1_000);
  expect(ignored().at(-1)).toBe(false);
});

test("each ended thread is replaced after a longer delay, up to half a minute", () => {
  const delays: number[] = [];
  for (let count = 0; count < 7; count++) {
    const [before, began] = [threads.length, Date.now()];
    end();
    while (threads.length === before) vi.advanceTimersByTime(1_000);
    delays.push((Date.now() - began) / 1_000);
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 30, 30]);
});
