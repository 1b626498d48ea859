import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  comparePositions,
  type EventStore,
  type Position,
  PositionUnknown,
  type RecordedEvent,
  type StreamAppend,
} from "../../../platform/event-store/port.ts";
import {
  all,
  appended,
  contentOf,
  type EventStoreUnderTest,
  event,
  events,
  meta,
  stream,
  until,
} from "./under-test.ts";

/** Reads of streams, followers and positions. */
export function reads(current: () => EventStoreUnderTest): void {
  let system: EventStoreUnderTest;
  let store: EventStore;
  beforeAll(() => {
    system = current();
    store = system.store;
  });

  const append = async (...streams: StreamAppend[]): Promise<Position> => appended(await store.append(streams));

  describe("reading", () => {
    test("one call returns the last event of each stream, without missing streams", async () => {
      const [one, two, missing] = [stream(), stream(), stream()];
      const last = event({}, { type: "Ended", meta: { ...meta, contentHash: "cafe" } });
      await append({ stream: one, expected: "no-stream", events: [event(), last] });
      const position = await append({
        stream: two,
        expected: "no-stream",
        events: [last].map((e) => ({ ...e, id: randomUUID() })),
      });
      const heads = await store.latest([one, missing, two]);
      expect([...heads.keys()].sort()).toEqual([one, two].sort());
      expect(heads.get(one)).toMatchObject({ revision: 1, id: last.id, type: "Ended", meta: last.meta });
      expect(heads.get(two)?.position).toBe(position);
      expect(await store.latest([])).toEqual(new Map());
    });

    test("a stream that does not exist has no events", async () => {
      expect(await all(store.read(stream()))).toEqual([]);
    });

    test("a stream can be read from a revision on", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: events(5) });
      expect((await all(store.read(name, 3))).map(contentOf)).toEqual([{ n: 3 }, { n: 4 }]);
      expect(await all(store.read(name, 5))).toEqual([]);
    });

    test("the last wanted event is sought from the newest on", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: events(1_200) });
      const newer = (await all(store.read(name, 3)))[0];
      const seen: number[] = [];
      const found = await store.findLast(name, ({ revision }) => {
        seen.push(revision);
        return revision <= 3;
      });
      expect(found).toEqual(newer);
      expect(seen).toEqual(Array.from({ length: 1_197 }, (_, n) => 1_199 - n));
      expect(await store.findLast(name, ({ meta: { actor } }) => actor === "nobody")).toBeUndefined();
      expect(await store.findLast(stream(), () => true)).toBeUndefined();
    });

    test("a stream of 10,000 events is read in order", async () => {
      const name = stream();
      const padding = "x".repeat(2_000);
      for (let page = 0; page < 10; page += 1) {
        const some = Array.from({ length: 1_000 }, (_, n) => event({ n: page * 1_000 + n, padding }));
        await append({ stream: name, expected: page === 0 ? "no-stream" : page * 1_000 - 1, events: some });
      }
      let expected = 0;
      for await (const found of store.read(name)) {
        if (found.revision !== expected) throw new Error(`revision ${found.revision} after ${expected - 1}`);
        expected += 1;
      }
      expect(expected).toBe(10_000);
    }, 60_000);
  });

  describe("following", () => {
    test("a follower gets the events after its position in commit order, and new ones as they are appended", async () => {
      const name = stream();
      const from = await store.head();
      await append({ stream: name, expected: "no-stream", events: events(2) });
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const batch of store.follow(from, { signal: stop.signal })) {
        seen.push(...batch.events.map((e) => e.revision));
        if (seen.length === 2) void append({ stream: name, expected: 1, events: events(2) });
        if (seen.length === 4) stop.abort();
      }
      expect(seen).toEqual([0, 1, 2, 3]);
    });

    test("a waiting follower gets what another client appends", async () => {
      const other = await system.reopen();
      const name = stream();
      const from = await store.head();
      const stop = new AbortController();
      // Long enough for the follower to wait.
      setTimeout(() => void other.append([{ stream: name, expected: "no-stream", events: [event()] }]), 200);
      for await (const { events: some } of store.follow(from, { signal: stop.signal })) {
        if (some.some((e) => e.stream === name)) stop.abort();
      }
      expect(stop.signal.aborted).toBe(true);
      await other.close();
    });

    test("an aborted follower ends, waiting or not", async () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 50);
      const batches = await all(store.follow(await store.head(), { signal: stop.signal }));
      expect(batches.flatMap((batch) => batch.events)).toEqual([]);
      expect(await all(store.follow(store.start, { signal: AbortSignal.abort() }))).toEqual([]);
    });

    test("events of other types are skipped, and the position moves past them", async () => {
      const name = stream();
      const from = await store.head();
      const typed = ["Kept", "Other", "Kept", "Other"].map((type) => event({}, { type }));
      const end = await append({ stream: name, expected: "no-stream", events: typed });
      const { events: found, batches } = await until(store, from, end, { types: ["Kept"], batchSize: 1 });
      expect(found.map((e) => [e.type, e.revision])).toEqual([
        ["Kept", 0],
        ["Kept", 2],
      ]);
      expect(batches.at(-1)?.position).toBe(end);
    });

    test("a backlog counts the events of given types after a position", async () => {
      const name = stream();
      const from = await store.head();
      expect(await store.backlog(from, ["Kept"])).toEqual({ events: 0, seconds: 0 });
      const typed = ["Kept", "Other", "Kept"].map((type) => event({}, { type }));
      const end = await append({ stream: name, expected: "no-stream", events: typed });
      const { events: count, seconds } = await store.backlog(from, ["Kept", "Never"]);
      expect(count).toBe(2);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThan(3_600);
      expect(await store.backlog(end, ["Kept"])).toEqual({ events: 0, seconds: 0 });
    });

    test("a batch is limited in events and in bytes, and has at least one event", async () => {
      const name = stream();
      const from = await store.head();
      const large = Array.from({ length: 6 }, () => event("x".repeat(100_000)));
      const end = await append({ stream: name, expected: "no-stream", events: large });
      const bySize = await until(store, from, end, { batchSize: 4 });
      expect(Math.max(...bySize.batches.map((batch) => batch.events.length))).toBeLessThanOrEqual(4);
      const byBytes = await until(store, from, end, { batchBytes: 250_000 });
      expect(Math.max(...byBytes.batches.map((batch) => batch.events.length))).toBeLessThanOrEqual(3);
      const tiny = await until(store, from, end, { batchBytes: 1 });
      expect(tiny.events.map((e) => e.revision)).toEqual([0, 1, 2, 3, 4, 5]);
    });

    test("a follower misses no event and sees each stream in order while 16 writers commit", async () => {
      const from = await store.head();
      const writers = 16;
      const rounds = 20;
      const written = new Set<string>();
      const stop = new AbortController();
      const seen: RecordedEvent[] = [];
      const reader = (async () => {
        for await (const batch of store.follow(from, { signal: stop.signal })) seen.push(...batch.events);
      })();
      const shared = stream();
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const own = stream();
          for (let round = 0; round < rounds; round += 1) {
            // Appends of very different length, so that some that begin early commit late.
            const some = events(writer < 3 ? 200 : 1 + (writer % 3));
            const common = events(1);
            await append(
              { stream: own, expected: "any", events: some },
              ...(round % 5 === 0 ? [{ stream: shared, expected: "any" as const, events: common }] : []),
            );
            for (const { id } of some) written.add(id);
            if (round % 5 === 0) for (const { id } of common) written.add(id);
          }
        }),
      );
      const end = await append({ stream: stream(), expected: "no-stream", events: [event()] });
      while (comparePositions(seen.at(-1)?.position ?? from, end) < 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      stop.abort();
      await reader;

      const ids = seen.map((e) => e.id);
      const distinct = new Set(ids);
      expect(distinct.size).toBe(ids.length);
      expect([...written].filter((id) => !distinct.has(id))).toEqual([]);
      const next = new Map<string, number>();
      let before = from;
      for (const { stream: name, revision, position } of seen) {
        expect(comparePositions(before, position)).toBeLessThan(0);
        before = position;
        const expected = next.get(name) ?? 0;
        if (revision !== expected) throw new Error(`${name}: revision ${revision} where ${expected} is next`);
        next.set(name, revision + 1);
      }
    }, 60_000);

    test("a long transaction on other tables delays events and hides none", async () => {
      if (system.holdForeignTransaction === undefined) return;
      const from = await store.head();
      const release = await system.holdForeignTransaction();
      const end = await append({ stream: stream(), expected: "no-stream", events: events(3) });
      const following = until(store, from, end);
      setTimeout(() => void release(), 300);
      expect((await following).events).toHaveLength(3);
    });
  });

  describe("positions", () => {
    test("the start is before every event, the head at or after each", async () => {
      const position = await append({ stream: stream(), expected: "no-stream", events: [event()] });
      expect(comparePositions(store.start, position)).toBeLessThan(0);
      expect(comparePositions(position, await store.head())).toBeLessThanOrEqual(0);
    });

    test("later appends have later positions", async () => {
      const name = stream();
      const first = await append({ stream: name, expected: "no-stream", events: [event()] });
      const second = await append({ stream: name, expected: 0, events: events(2) });
      const positions = (await all(store.read(name))).map(({ position }) => position);
      expect([positions[0], positions[2]]).toEqual([first, second]);
      expect([...new Set(positions)].sort(comparePositions)).toEqual(positions);
    });

    test("a position is valid for another client and after a restart", async () => {
      const name = stream();
      const from = await append({ stream: name, expected: "no-stream", events: [event()] });
      const end = await append({ stream: name, expected: 0, events: [event({ second: true })] });
      const other = await system.reopen();
      expect(other.parsePosition(from)).toBe(from);
      expect((await until(other, other.parsePosition(from), end)).events.map(contentOf)).toEqual([{ second: true }]);
      await other.close();
    });

    test("a position of another log, and text that is not a position, is refused", async () => {
      const other = await system.openOther();
      const foreign = appended(await other.append([{ stream: stream(), expected: "no-stream", events: [event()] }]));
      for (const text of [foreign, other.start, "", "0", "latest", `${store.start}0`, store.start.slice(1)]) {
        expect(() => store.parsePosition(text)).toThrow(PositionUnknown);
      }
      const signal = new AbortController().signal;
      await expect(all(store.follow(foreign, { signal }))).rejects.toThrow(PositionUnknown);
      await other.close();
    });
  });
}
