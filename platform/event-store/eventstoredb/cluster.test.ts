import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClusterDouble } from "../../../test/doubles/eventstoredb/cluster.ts";
import { type EventStore, EventStoreUnavailable, type NewEvent, type StreamAppend } from "../port.ts";
import { openEventStoreDb } from "./store.ts";

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" };
const event = (): NewEvent => ({ id: randomUUID(), type: "Noted", schemaVersion: 1, data: Buffer.from("{}"), meta });

let cluster: ClusterDouble;
const opened: EventStore[] = [];

async function open(retryTimeoutMs = 10_000): Promise<EventStore> {
  const store = await openEventStoreDb({ url: cluster.url, retryTimeoutMs });
  opened.push(store);
  return store;
}

beforeEach(async () => {
  cluster = await ClusterDouble.start();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await cluster.close();
});

async function idsIn(store: EventStore, stream: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.read(stream)) ids.push(id);
  return ids;
}

const note = (stream: string): StreamAppend => ({ stream, expected: "no-stream", events: [event()] });

test("appends and reads go to the leader that gossip names", async () => {
  const store = await open();
  await store.append([note("a")]);
  expect(cluster.leader?.appends).toBe(cluster.appends);
});

test("a killed leader costs the time until the next one leads, again after it came back", async () => {
  const store = await open();
  for (let round = 0; round < 3; round++) {
    cluster.killLeader();
    const appended = store.append([note(`round ${round}`)]);
    await sleep(300);
    cluster.elect();
    expect(await appended).toMatchObject({ outcome: "appended" });
    expect(await idsIn(store, `round ${round}`)).toHaveLength(1);
    await cluster.mend();
  }
});

test("writes are back within ten seconds of the election after a leader hangs, and following continues", async () => {
  const store = await open();
  await store.append([note("before")]);
  const stop = new AbortController();
  const followed: string[] = [];
  const following = (async () => {
    for await (const { events } of store.follow(store.start, { signal: stop.signal }))
      followed.push(...events.map(({ stream }) => stream));
  })();
  await vi.waitUntil(() => followed.includes("before"), { timeout: 10_000 });
  cluster.hangLeader();
  const waiting = store.append([note("while it hangs")]).catch((error: unknown) => error);
  await sleep(1_000);
  cluster.replaceHungLeader();
  // As in a command, which first reads what it decides on.
  await vi.waitFor(
    async () => {
      await store.latest(["before"]);
      await store.append([note("after")]);
    },
    { timeout: 10_000 },
  );
  expect(await waiting).toMatchObject({ outcome: "appended" });
  await vi.waitUntil(() => followed.includes("after"), { timeout: 20_000 });
  stop.abort();
  await following;
}, 60_000);

test.each(["lost", "stored"] as const)(
  "an append whose commit timed out is stored once, whether the next leader has it or not: %s",
  async (fate) => {
    const store = await open();
    await store.append([note("before")]);
    cluster.loseMajority(fate);
    const one = note("a");
    const appended = store.append([one]);
    await sleep(300);
    cluster.elect();
    await sleep(100);
    await cluster.mend();
    expect(await appended).toMatchObject({ outcome: "appended" });
    expect(await idsIn(store, "a")).toEqual(one.events.map(({ id }) => id));
  },
);

// The client gives up its search for a leader after a second, with an error that nobody catches.
test("without a leader for seconds, operations end as unavailable and no rejection is left unhandled", async () => {
  const unhandled: unknown[] = [];
  const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", noteUnhandled);
  const store = await open(2_500);
  await store.append([note("before")]);
  const stop = new AbortController();
  const following = (async () => {
    for await (const _batch of store.follow(store.start, { signal: stop.signal }));
  })();
  const followed = expect(following).rejects.toThrow(EventStoreUnavailable);
  cluster.resign();
  const operations = Array.from({ length: 50 }, (_, index) => [
    store.append([note(`a ${index}`)]),
    store.latest(["a"]),
  ]);
  const outcomes = await Promise.allSettled(operations.flat());
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(EventStoreUnavailable) });
  await followed;
  stop.abort();
  cluster.elect();
  expect(await (await open()).append([note("after")])).toMatchObject({ outcome: "appended" });
  expect(await store.append([note("after, too")])).toMatchObject({ outcome: "appended" });
  process.off("unhandledRejection", noteUnhandled);
  expect(unhandled).toEqual([]);
}, 30_000);

test("a former leader that truncated and came back is a follower", async () => {
  const store = await open();
  await store.append([note("a")]);
  await cluster.truncateLeader();
  expect(await store.append([note("b")])).toMatchObject({ outcome: "appended" });
  expect(await idsIn(store, "a")).toHaveLength(1);
  expect(cluster.nodes[0]).not.toBe(cluster.leader);
});

// Fails by its time limit.
test("a cluster whose nodes fall silent leaves no operation hanging", async () => {
  const store = await open(1_000);
  await store.append([note("a")]);
  for (const node of cluster.nodes) node.goDown();
  await expect(store.append([note("b")])).rejects.toThrow(EventStoreUnavailable);
}, 30_000);
