import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  comparePositions,
  type EventBatch,
  type EventStore,
  type NewEvent,
  type Position,
  PositionUnknown,
  type RecordedEvent,
  type StreamAppend,
} from "../../platform/event-store/port.ts";

export interface EventStoreUnderTest {
  readonly store: EventStore;
  /** Opens the same log through another client, as another process or a later run does. */
  reopen(): Promise<EventStore>;
  /** Opens another log. */
  openOther(): Promise<EventStore>;
  /** Whether an event id is recognised anywhere in the log, and not only at the revision that an append expects. */
  readonly knowsEveryId: boolean;
  /** Opens a writing transaction on tables other than the log's, and returns what ends it. Absent without a database. */
  holdForeignTransaction?(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" };

function event(content: unknown = {}, over: Partial<NewEvent> = {}): NewEvent {
  const data = Buffer.from(JSON.stringify(content));
  return { id: randomUUID(), type: "Noted", schemaVersion: 1, data, meta, ...over };
}

function events(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, n) => event({ n }));
}

function stream(): string {
  return `notes-${randomUUID()}`;
}

function contentOf({ data }: RecordedEvent): unknown {
  return JSON.parse(Buffer.from(data).toString("utf8"));
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Follows until a batch reaches `end`. */
async function until(
  store: EventStore,
  from: Position,
  end: Position,
  options: { types?: readonly string[]; batchSize?: number; batchBytes?: number } = {},
): Promise<{ events: RecordedEvent[]; batches: EventBatch[] }> {
  const stop = new AbortController();
  const batches: EventBatch[] = [];
  for await (const batch of store.follow(from, { ...options, signal: stop.signal })) {
    batches.push(batch);
    if (comparePositions(batch.position, end) >= 0) stop.abort();
  }
  return { events: batches.flatMap((batch) => batch.events), batches };
}

function appended(result: Awaited<ReturnType<EventStore["append"]>>): Position {
  if (result.outcome !== "appended") throw new Error(`conflict at ${result.stream}`);
  return result.position;
}

/** The contract of every event store. */
export function eventStoreContract(name: string, open: () => Promise<EventStoreUnderTest>): void {
  describe(name, () => {
    let system: EventStoreUnderTest;
    let store: EventStore;
    beforeAll(async () => {
      system = await open();
      store = system.store;
    });
    afterAll(() => system.close());

    const append = async (...streams: StreamAppend[]): Promise<Position> => appended(await store.append(streams));
    const revisions = async (name: string): Promise<number[]> => (await all(store.read(name))).map((e) => e.revision);

    /** An id stored elsewhere is a conflict or a further event; it must not count as stored without being appended. */
    const neverSwallowed = async (append: StreamAppend): Promise<void> => {
      const before = await revisions(append.stream);
      const result = await store.append([append]);
      if (system.knowsEveryId) expect(result).toMatchObject({ outcome: "conflict" });
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
        await Promise.all(
          Array.from({ length: 16 }, () => append({ stream: name, expected: "any", events: events(2) })),
        );
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

      test("an append of which only the first events are stored is a conflict", async () => {
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
        await append(...streams.slice(5, 12));
        const position = await append(...streams);
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
  });
}
