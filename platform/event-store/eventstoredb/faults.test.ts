import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EventStoreDouble, noFaults } from "../../../test/doubles/eventstoredb/server.ts";
import { positionOf } from "../../../test/position.ts";
import {
  comparePositions,
  type EventStore,
  EventStoreUnavailable,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type StreamAppend,
} from "../port.ts";
import { openEventStoreDb } from "./store.ts";

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" };

function event(size = 10, type = "Noted"): NewEvent {
  return { id: randomUUID(), type, schemaVersion: 1, data: Buffer.from(JSON.stringify("x".repeat(size))), meta };
}

function events(count: number, size?: number): NewEvent[] {
  return Array.from({ length: count }, () => event(size));
}

/** Longer than any outage here, but short enough for tests of giving up. */
const LONG_TIMEOUT_MS = 10_000;
const SHORT_TIMEOUT_MS = 150;

let double: EventStoreDouble;
const opened: EventStore[] = [];

async function open({ url } = double, retryTimeoutMs = LONG_TIMEOUT_MS): Promise<EventStore> {
  const store = await openEventStoreDb({ url, retryTimeoutMs });
  opened.push(store);
  return store;
}

beforeEach(async () => {
  double = await EventStoreDouble.start();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  double.goDown();
});

async function idsIn(store: EventStore, stream: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.read(stream)) ids.push(id);
  return ids;
}

async function appended(store: EventStore, ...streams: StreamAppend[]): Promise<Position> {
  const result = await store.append(streams);
  if (result.outcome === "conflict") throw new Error(`conflict at ${result.stream}`);
  return result.position;
}

/** Resolves once the server has a subscription. */
const subscribed = () => vi.waitFor(() => expect(double.subscriptions).toBeGreaterThan(0), 10_000);

/** Follows until a batch reaches `end()`. */
async function followUntil(
  store: EventStore,
  end: () => Position | undefined,
  options: { from?: Position; types?: readonly string[] } = {},
): Promise<{ events: RecordedEvent[]; position: Position }> {
  const { from = store.start, types } = options;
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  let position = from;
  const isThere = () => comparePositions(position, end() ?? positionOf("~")) >= 0;
  const alarm = setInterval(() => isThere() && stop.abort(), 10);
  for await (const batch of store.follow(from, { signal: stop.signal, ...(types && { types }) })) {
    seen.push(...batch.events);
    position = batch.position;
    if (isThere()) stop.abort();
  }
  clearInterval(alarm);
  return { events: seen, position };
}

describe("appending to a server that fails", () => {
  test("succeeds when the server is back before the retry timeout", async () => {
    const store = await open();
    double.faults.refuseAppends = 3;
    const one = event();
    await appended(store, { stream: "a", expected: "no-stream", events: [one] });
    expect(await idsIn(store, "a")).toEqual([one.id]);
  });

  test("fails at the retry timeout, and says why", async () => {
    const store = await open(double, SHORT_TIMEOUT_MS);
    double.faults.refuseAfter = 0;
    const attempt = store.append([{ stream: "a", expected: "no-stream", events: [event()] }]);
    await expect(attempt).rejects.toThrow(EventStoreUnavailable);
    await expect(attempt).rejects.toThrow(/does not answer/);
  });

  test.each([
    ["an expected revision", 0],
    ["no expectation", "any" as const],
  ])("appends once when the answer is lost, with %s", async (_, expected) => {
    const store = await open();
    const before = event();
    await appended(store, { stream: "a", expected: "no-stream", events: [before] });
    const given = events(3);
    double.faults.loseAnswers = 2;
    const position = await appended(store, { stream: "a", expected, events: given });
    expect(await idsIn(store, "a")).toEqual([before, ...given].map(({ id }) => id));
    expect((await store.latest(["a"])).get("a")?.position).toBe(position);
  });

  test("goes to the new leader", async () => {
    const store = await open();
    const leader = await EventStoreDouble.start(double.log);
    double.faults.leader = leader.port;
    const one = event();
    await appended(store, { stream: "a", expected: "no-stream", events: [one] });
    expect(await idsIn(store, "a")).toEqual([one.id]);
    expect(leader.appends).toBe(1);
    leader.goDown();
  });

  test("to many streams, interrupted, is completed by sending it again", async () => {
    const store = await open(double, SHORT_TIMEOUT_MS);
    const streams = Array.from({ length: 60 }, (_, n) => ({
      stream: `a-${n}`,
      expected: "no-stream" as const,
      events: events(2),
    }));
    double.faults.refuseAfter = 17;
    await expect(store.append(streams)).rejects.toThrow(EventStoreUnavailable);
    Object.assign(double.faults, noFaults());
    const standing = await store.latest(streams.map(({ stream }) => stream));
    expect(standing.size).toBe(17);
    const position = await appended(store, ...streams);
    expect(await appended(store, ...streams)).toBe(position);
    for (const { stream, events: given } of streams) {
      expect(await idsIn(store, stream)).toEqual(given.map(({ id }) => id));
    }
  });

  test.each(["no-stream" as const, "any" as const])(
    "too much for one request, interrupted, is completed by sending it again, expecting %s",
    async (expected) => {
      const store = await open(double, SHORT_TIMEOUT_MS);
      const given = events(30, 100_000);
      double.faults.refuseAfter = 2;
      await expect(store.append([{ stream: "a", expected, events: given }])).rejects.toThrow(EventStoreUnavailable);
      expect((await idsIn(store, "a")).length).toBeGreaterThan(0);
      Object.assign(double.faults, noFaults());
      await appended(store, { stream: "a", expected, events: given });
      expect(await idsIn(store, "a")).toEqual(given.map(({ id }) => id));
    },
  );
});

describe("appending what the server refuses", () => {
  test("an event that is too large is refused before anything is appended", async () => {
    const store = await open();
    const attempt = store.append([
      { stream: "a", expected: "no-stream", events: [event()] },
      { stream: "b", expected: "no-stream", events: [event(1_048_577)] },
    ]);
    await expect(attempt).rejects.toThrow(/too large/);
    expect((await store.latest(["a", "b"])).size).toBe(0);
  });

  test("no events, or a stream twice, is refused", async () => {
    const store = await open();
    const one: StreamAppend = { stream: "a", expected: "any", events: [event()] };
    await expect(store.append([{ ...one, events: [] }])).rejects.toThrow(RangeError);
    await expect(store.append([one, { ...one, events: [event()] }])).rejects.toThrow(RangeError);
  });
});

describe("following a server that fails", () => {
  test("misses nothing and duplicates nothing while subscriptions are cut", async () => {
    const store = await open();
    const written: string[] = [];
    let end: Position | undefined;
    const following = followUntil(store, () => end);
    for (let round = 0; round < 20; round += 1) {
      const given = events(25);
      const expected = round === 0 ? "no-stream" : round * 25 - 1;
      const position = await appended(store, { stream: "a", expected, events: given });
      written.push(...given.map(({ id }) => id));
      if (round % 3 === 0) double.cutSubscriptions();
      if (round === 19) end = position;
    }
    expect((await following).events.map(({ id }) => id)).toEqual(written);
  });

  test("continues after the server was away", async () => {
    const store = await open();
    const [first, second] = [event(), event()];
    await appended(store, { stream: "a", expected: "no-stream", events: [first] });
    let end: Position | undefined;
    const following = followUntil(store, () => end);
    await subscribed();
    double.goDown();
    const appending = appended(store, { stream: "a", expected: 0, events: [second] });
    await sleep(100);
    await double.comeBack();
    end = await appending;
    expect((await following).events.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test("notices a subscription that went silent without a word", async () => {
    const store = await open();
    let end: Position | undefined;
    const following = followUntil(store, () => end);
    await subscribed();
    double.muteSubscriptions();
    const late = event();
    end = await appended(store, { stream: "a", expected: "no-stream", events: [late] });
    expect((await following).events.map(({ id }) => id)).toEqual([late.id]);
  });

  test("fails at once where access is refused, and continues once it is granted", async () => {
    const store = await open();
    double.faults.refuseUsers = true;
    const following = followUntil(store, () => undefined);
    await expect(following).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(following).rejects.toThrow(/^EventStoreDB refuses the user or password/);
    double.faults.refuseUsers = false;
    const one = event();
    const end = await appended(store, { stream: "a", expected: "no-stream", events: [one] });
    expect((await followUntil(store, () => end)).events.map(({ id }) => id)).toEqual([one.id]);
  });

  test("fails at the retry timeout", async () => {
    const store = await open(double, SHORT_TIMEOUT_MS);
    const never = new AbortController().signal;
    const following = (async () => {
      for await (const _ of store.follow(store.start, { signal: never }));
    })();
    await subscribed();
    double.goDown();
    await expect(following).rejects.toThrow(EventStoreUnavailable);
  });
});

describe("a server that fails in every way at any time", () => {
  test.each([1, 2, 3])("loses nothing it acknowledged and duplicates nothing, seed %i", async (seed) => {
    const random = seeded(seed);
    const last = event();
    const store = await open(double, SHORT_TIMEOUT_MS);
    let writing = true;
    const written = new Map<string, string[]>();
    const writers = ["a", "b", "c", "d"].map(async (stream) => {
      const ids: string[] = [];
      written.set(stream, ids);
      while (writing) {
        const given = events(1 + Math.floor(random() * 4));
        const expected = ids.length === 0 ? ("no-stream" as const) : ids.length - 1;
        await persisted(() => appended(store, { stream, expected, events: given }));
        ids.push(...given.map(({ id }) => id));
      }
    });
    const seen: RecordedEvent[] = [];
    const following = (async () => {
      let from = store.start;
      const isThere = () => seen.at(-1)?.stream === "end";
      while (!isThere()) {
        await persisted(async () => {
          for await (const batch of store.follow(from, { signal: new AbortController().signal, batchSize: 7 })) {
            seen.push(...batch.events);
            from = batch.position;
            if (isThere()) return;
          }
        });
      }
    })();
    const faults: (() => Promise<void> | void)[] = [
      () => double.cutSubscriptions(),
      () => double.muteSubscriptions(),
      () => void Object.assign(double.faults, { refuseAppends: 3 }),
      () => void Object.assign(double.faults, { loseAnswers: 3 }),
      () => void Object.assign(double.faults, { refuseReads: 3 }),
      async () => {
        double.goDown();
        await sleep(100);
        await double.comeBack();
      },
    ];
    for (let fault = 0; fault < 20; fault += 1) {
      await sleep(random() * 60);
      await faults[Math.floor(random() * faults.length)]?.();
    }
    writing = false;
    await Promise.all(writers);
    await persisted(() => appended(store, { stream: "end", expected: "any", events: [last] }));
    await following;
    for (const [stream, ids] of written) {
      expect(await idsIn(store, stream)).toEqual(ids);
      expect(seen.filter((each) => each.stream === stream).map(({ id }) => id)).toEqual(ids);
    }
  });
});

/** As our callers do: repeats the same work until the store confirms its outcome. */
async function persisted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(10);
    }
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("a log with unwanted events", () => {
  test("events of other writers and of the server are skipped, and the position moves past them", async () => {
    const store = await open();
    const others = EventStoreDBClient.connectionString(double.url);
    const [one, two] = [event(), event()];
    await appended(store, { stream: "a", expected: "no-stream", events: [one] });
    await others.appendToStream("elsewhere", jsonEvent({ type: "Noted", data: { n: 1 }, metadata: { by: "others" } }));
    await appended(store, { stream: "a", expected: 0, events: [two] });
    await others.appendToStream("elsewhere", jsonEvent({ type: "Noted", data: { n: 2 } }));
    const end = await store.head();
    const { events: seen, position } = await followUntil(store, () => end);
    expect(seen.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(comparePositions(position, end)).toBeGreaterThanOrEqual(0);
    await others.dispose();
  });

  test("a rare type among thousands of others is found, and the others are not delivered", async () => {
    const store = await open();
    const many = Array.from({ length: 1_500 }, (_, n) => event(1, n % 700 === 350 ? "Rare" : "Common"));
    const end = await appended(store, { stream: "a", expected: "no-stream", events: many });
    const { events: seen } = await followUntil(store, () => end, { types: ["Rare"] });
    expect(seen.map(({ revision }) => revision)).toEqual([350, 1_050]);
  });
});

describe("opening and closing", () => {
  test("all who open a new server at once have the same log", async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
    expect(new Set(stores.map(({ start }) => start)).size).toBe(1);
  });

  test("a missing server is reported", async () => {
    double.goDown();
    await expect(open(double, SHORT_TIMEOUT_MS)).rejects.toThrow(EventStoreUnavailable);
  });

  test("a refused user is reported at once", async () => {
    double.faults.refuseUsers = true;
    await expect(open()).rejects.toThrow(/refuses the user or password/);
  });

  test("a malformed URL is refused without repeating its password", async () => {
    const attempt = openEventStoreDb({ url: "http//admin:secret@nowhere" });
    await expect(attempt).rejects.toThrow(/no connection string/);
    await expect(attempt).rejects.not.toThrow(/secret/);
  });

  test("followers end when the store is closed, and new calls are refused", async () => {
    const store = await open();
    const following = (async () => {
      for await (const _ of store.follow(store.start, { signal: new AbortController().signal }));
    })();
    await subscribed();
    await store.close();
    await following;
    await expect(store.latest(["a"])).rejects.toThrow(EventStoreUnavailable);
  });
});
