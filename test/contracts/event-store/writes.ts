import { beforeAll, describe, expect, test } from "vitest";
import type { EventStore, Position, StreamAppend } from "../../../platform/event-store/port.ts";
import { all, appended, contentOf, type EventStoreUnderTest, event, events, meta, stream } from "./under-test.ts";

/** Appends: new ones, retries, and appends to several streams. */
export function writes(current: () => EventStoreUnderTest): void {
  let store: EventStore;
  beforeAll(() => {
    store = current().store;
  });

  const append = async (...streams: StreamAppend[]): Promise<Position> => appended(await store.append(streams));
  const revisions = async (name: string): Promise<number[]> => (await all(store.read(name))).map((e) => e.revision);

  /** An id stored elsewhere is a conflict or a further event; it must not count as stored without being appended. */
  const neverSwallowed = async (append: StreamAppend): Promise<void> => {
    const before = await revisions(append.stream);
    const result = await store.append([append]);
    if (store.knowsEveryId) expect(result).toMatchObject({ outcome: "conflict" });
    const added = result.outcome === "appended" ? append.events.length : 0;
    expect(await revisions(append.stream)).toHaveLength(before.length + added);
  };

  describe("appending", () => {
    test("an event is read back byte for byte", async () => {
      const name = stream();
      const data = Buffer.from('{ "ä": "\\u0000 \\ud800 𝄞", "n": 1.50, "n": 2 }');
      const written = event(undefined, { data, type: "Odd", schemaVersion: 7, meta: { ...meta, contentHash: "ab" } });
      const position = await append({ stream: name, expected: "no-stream", events: [written] });
      const [found] = await all(store.read(name));
      expect({ ...found, data: Buffer.from(found?.data ?? []) }).toEqual({
        ...written,
        stream: name,
        revision: 0,
        position,
      });
    });

    test("revisions count from 0 without gaps, over several appends", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: events(3) });
      await append({ stream: name, expected: 2, events: events(2) });
      await append({ stream: name, expected: "any", events: events(2) });
      expect(await revisions(name)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    });

    test("one of many concurrent appends that create a stream succeeds", async () => {
      const name = stream();
      const results = await Promise.all(
        Array.from({ length: 16 }, () => store.append([{ stream: name, expected: "no-stream", events: [event()] }])),
      );
      expect(results.filter(({ outcome }) => outcome === "appended")).toHaveLength(1);
      expect(results.filter(({ outcome }) => outcome === "conflict")).toHaveLength(15);
      expect(await revisions(name)).toEqual([0]);
    });

    test("one of many concurrent appends after the same revision succeeds", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: [event()] });
      const results = await Promise.all(
        Array.from({ length: 16 }, () => store.append([{ stream: name, expected: 0, events: events(2) }])),
      );
      expect(results.filter(({ outcome }) => outcome === "appended")).toHaveLength(1);
      expect(await revisions(name)).toEqual([0, 1, 2]);
    });

    test("concurrent appends without an expected revision all succeed", async () => {
      const name = stream();
      await Promise.all(Array.from({ length: 16 }, () => append({ stream: name, expected: "any", events: events(2) })));
      expect(await revisions(name)).toEqual(Array.from({ length: 32 }, (_, n) => n));
    });

    test("a stale expected revision is a conflict that names the stream", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: events(2) });
      const conflict = { outcome: "conflict", stream: name };
      expect(await store.append([{ stream: name, expected: 0, events: [event()] }])).toEqual(conflict);
      expect(await store.append([{ stream: name, expected: "no-stream", events: [event()] }])).toEqual(conflict);
      expect(await revisions(name)).toEqual([0, 1]);
    });

    test("a too-high expected revision is a conflict, on a stream that exists and on one that doesn't", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: [event()] });
      const missing = stream();
      expect(await store.append([{ stream: name, expected: 1, events: [event()] }])).toEqual({
        outcome: "conflict",
        stream: name,
      });
      expect(await store.append([{ stream: missing, expected: 0, events: events(2) }])).toEqual({
        outcome: "conflict",
        stream: missing,
      });
      expect(await revisions(name)).toEqual([0]);
      expect(await revisions(missing)).toEqual([]);
    });

    test("an empty append succeeds", async () => {
      expect(await store.append([])).toMatchObject({ outcome: "appended" });
    });
  });

  describe("repeating", () => {
    test("a retried append succeeds at the same position and stores nothing twice", async () => {
      const name = stream();
      const first: StreamAppend = { stream: name, expected: "no-stream", events: events(3) };
      const second: StreamAppend = { stream: name, expected: 2, events: events(2) };
      const positions = [await append(first), await append(second)];
      expect(await append(second)).toBe(positions[1]);
      expect(await append(first)).toBe(positions[0]);
      expect(await revisions(name)).toEqual([0, 1, 2, 3, 4]);
    });

    test("a retry concurrent with the first attempt succeeds", async () => {
      const name = stream();
      const attempt: StreamAppend = { stream: name, expected: "no-stream", events: events(5) };
      const positions = await Promise.all(Array.from({ length: 8 }, () => append(attempt)));
      expect(new Set(positions).size).toBe(1);
      expect(await revisions(name)).toEqual([0, 1, 2, 3, 4]);
    });

    test("repeated content under new ids is new events: A, B, A are three", async () => {
      const name = stream();
      await append({ stream: name, expected: "no-stream", events: [event({ value: "A" })] });
      await append({ stream: name, expected: 0, events: [event({ value: "B" })] });
      await append({ stream: name, expected: 1, events: [event({ value: "A" })] });
      expect((await all(store.read(name))).map(contentOf)).toEqual([{ value: "A" }, { value: "B" }, { value: "A" }]);
    });

    test("an id stored at another revision is not a retry", async () => {
      const name = stream();
      const added = event({ added: true });
      await append({ stream: name, expected: "no-stream", events: [added] });
      await append({ stream: name, expected: 0, events: [event({ deleted: true })] });
      await neverSwallowed({ stream: name, expected: 1, events: [added] });
    });

    test("an id stored in another stream is not a retry", async () => {
      const [here, there] = [stream(), stream()];
      const known = event();
      await append({ stream: there, expected: "no-stream", events: [known] });
      await neverSwallowed({ stream: here, expected: "no-stream", events: [known] });
    });

    test("one stored id among a thousand new ones drops none of them", async () => {
      const name = stream();
      const old = event();
      await append({ stream: name, expected: "no-stream", events: [old] });
      const many = [...events(500), old, ...events(499)];
      await neverSwallowed({ stream: name, expected: 0, events: many });
    });

    test("an append with only its first events stored is a conflict", async () => {
      const name = stream();
      const [first, second] = [event(), event()];
      await append({ stream: name, expected: "no-stream", events: [first] });
      const result = await store.append([{ stream: name, expected: "no-stream", events: [first, second] }]);
      expect(result).toEqual({ outcome: "conflict", stream: name });
      expect(await revisions(name)).toEqual([0]);
    });

    test("one id twice in an append is a conflict", async () => {
      const twice = event();
      const result = await store.append([{ stream: stream(), expected: "no-stream", events: [twice, twice] }]);
      expect(result).toMatchObject({ outcome: "conflict" });
    });

    test("a retry without an expected revision succeeds", async () => {
      const name = stream();
      const attempt: StreamAppend = { stream: name, expected: "any", events: events(3) };
      const position = await append(attempt);
      await append({ stream: name, expected: "any", events: [event()] });
      expect(await append(attempt)).toBe(position);
      expect(await revisions(name)).toEqual([0, 1, 2, 3]);
    });
  });

  describe("many streams", () => {
    test("one call appends to a thousand streams", async () => {
      const names = Array.from({ length: 1_000 }, stream);
      await append(
        ...names.map((name) => ({ stream: name, expected: "no-stream" as const, events: [event({ name })] })),
      );
      const heads = await store.latest(names);
      expect(heads.size).toBe(1_000);
      expect([...heads.values()].every(({ revision }) => revision === 0)).toBe(true);
    });

    test("a retried append to several streams succeeds", async () => {
      const both = [stream(), stream()].map((name) => ({
        stream: name,
        expected: "no-stream" as const,
        events: events(2),
      }));
      expect(await append(...both)).toBe(await append(...both));
    });

    test.each([
      ["stale", "no-stream" as const],
      ["too-high", 5],
    ])("one %s expected revision refuses the whole append in an atomic store", async (_, expected) => {
      if (!store.atomicAcrossStreams) return;
      const wrong = stream();
      const names = [...Array.from({ length: 10 }, stream), wrong, ...Array.from({ length: 10 }, stream)];
      await append({ stream: wrong, expected: "no-stream", events: [event()] });
      const result = await store.append(
        names.map((name) => ({ stream: name, expected: name === wrong ? expected : "no-stream", events: [event()] })),
      );
      expect(result).toEqual({ outcome: "conflict", stream: wrong });
      expect([...(await store.latest(names)).keys()]).toEqual([wrong]);
    });

    test("a retry completes an append that was cut off between streams in a store that is not atomic", async () => {
      if (store.atomicAcrossStreams) return;
      const streams = Array.from({ length: 20 }, () => ({
        stream: stream(),
        expected: "no-stream" as const,
        events: events(2),
      }));
      const before = await append(...streams.slice(5, 12));
      const completed = await store.append(streams);
      const position = appended(completed);
      expect(completed).toMatchObject({ earliest: expect.toSatisfy((earliest: Position) => earliest <= before) });
      expect(position > before).toBe(true);
      expect(await append(...streams)).toBe(position);
      for (const { stream: name, events: given } of streams) {
        expect((await all(store.read(name))).map(({ id }) => id)).toEqual(given.map(({ id }) => id));
      }
    });

    test("a conflict names its stream and leaves it unchanged", async () => {
      const wrong = stream();
      const names = [...Array.from({ length: 10 }, stream), wrong, ...Array.from({ length: 10 }, stream)];
      await append({ stream: wrong, expected: "no-stream", events: [event()] });
      const result = await store.append(
        names.map((name) => ({ stream: name, expected: "no-stream", events: [event()] })),
      );
      expect(result).toEqual({ outcome: "conflict", stream: wrong });
      expect(await revisions(wrong)).toEqual([0]);
    });

    test("concurrent appends to the same streams in different orders all finish", async () => {
      const names = Array.from({ length: 10 }, stream);
      const round = (order: readonly string[]) =>
        store.append(order.map((name) => ({ stream: name, expected: "any", events: [event()] })));
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, n) => round(n % 2 === 0 ? names : [...names].reverse())),
      );
      expect(results.every(({ outcome }) => outcome === "appended")).toBe(true);
      for (const { revision } of (await store.latest(names)).values()) expect(revision).toBe(11);
    });
  });
}
