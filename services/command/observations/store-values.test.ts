import { expect, test } from "vitest";
import { READ_VERSIONS, readMeta } from "../../../contracts/events.ts";
import { observationsStream } from "../../../contracts/measurement-events.ts";
import { unpacked } from "../../../contracts/observation-columns.ts";
import { openEventStoreDb } from "../../../platform/event-store/eventstoredb/store.ts";
import type { NewEvent } from "../../../platform/event-store/port.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { EventStoreDouble } from "../../../test/doubles/eventstoredb/server.ts";
import { eventAs } from "../../../test/event-as.ts";
import { positionOf } from "../../../test/position.ts";
import type { CommandContext } from "../handling/command-handler.ts";
import { Grouping } from "./columns.ts";
import { logBefore, storeValues } from "./store-values.ts";

/** 2024-02-01 00:00 of +01:00. */
const february = Date.UTC(2024, 0, 31, 23) / 1000;
const metadata = { time: "2024-02-01T00:00:00Z", actor: "a", provider: "nilu", correlationId: "c" };
const context: CommandContext = { metadata, dryRun: false, appends: ["ObservationsIngested"], versions: READ_VERSIONS };

/** A store that fails in its first append, after `maxEvents` events. */
function cutStore(maxEvents: number) {
  const events: NewEvent[] = [];
  let left = maxEvents;
  const position = positionOf("1");
  const store = eventStoreWith({
    append: async (streams) => {
      const sent = streams.flatMap((stream) => stream.events);
      events.push(...sent.slice(0, left));
      if (sent.length > left) {
        left = Number.POSITIVE_INFINITY;
        throw new Error("lost");
      }
      return { outcome: "appended", position };
    },
    latest: async (streams) => {
      const last = events.at(-1);
      if (!last) return new Map();
      return new Map(streams.map((stream) => [stream, { ...last, position, revision: events.length - 1 }]));
    },
    read: async function* (stream) {
      yield* events.map((event, revision) => ({ ...event, stream, revision, position }));
    },
  });
  return { store, events };
}

function seconds(from: number, to: number, place: number, grouping: Grouping): void {
  const fromTime = Array.from({ length: to - from }, (_, index) => february + from + index);
  const columns = { fromTime, toTime: fromTime, value: fromTime.map(() => place), flags: fromTime.map(() => 1) };
  grouping.add({ series: 1, ...columns }, 1, place);
}

test("a half-stored upload is completed although it is cut differently and its times do not rise", async () => {
  const { store, events } = cutStore(1);
  const delivery = { context, upload: "5e9d3f7c", isRetry: false, throughLine: 2 };
  // Two events; only the first one, with the earliest times, is stored.
  const whole = new Grouping(60);
  seconds(15_000, 30_000, 1, whole);
  seconds(0, 15_000, 2, whole);
  await expect(storeValues(store, [...whole.groups()], delivery)).rejects.toThrow("lost");
  for (const [from, to, place] of [
    [15_000, 30_000, 1],
    [0, 15_000, 2],
  ] as const) {
    const part = new Grouping(60);
    seconds(from, to, place, part);
    await storeValues(store, [...part.groups()], { ...delivery, isRetry: true, throughLine: place });
  }
  const stored = events.flatMap((event) => unpacked(eventAs("ObservationsIngested", event).data).fromTime);
  expect(new Set(stored).size).toBe(30_000);
});

test("values are not stored for a route that does not declare their event", async () => {
  const { store, events } = cutStore(Number.POSITIVE_INFINITY);
  const grouping = new Grouping(60);
  seconds(0, 10, 1, grouping);
  const delivery = { context: { ...context, appends: [] }, upload: "5e9d3f7c", isRetry: false, throughLine: 1 };
  const stored = storeValues(store, [...grouping.groups()], delivery);
  await expect(stored).rejects.toThrow("the route does not declare that it appends ObservationsIngested");
  expect(events).toEqual([]);
});

test("replaced values count again when they are sent with new ones, although their key is forgotten", async () => {
  const double = await EventStoreDouble.start();
  const eventStore = await openEventStoreDb({ url: double.url });
  const keyed = { ...context, metadata: { ...metadata, causationId: "key" } };
  const send = async (...values: readonly (readonly [series: number, value: number])[]) => {
    const grouping = new Grouping(60);
    for (const [series, value] of values) {
      const columns = { fromTime: [february], toTime: [february + 3_600], value: [value], flags: [1] };
      grouping.add({ series, ...columns }, 3_600, 1);
    }
    const before = await logBefore(eventStore, { context: keyed, isRetry: false });
    const delivery = { context: keyed, upload: "5e9d3f7c", isRetry: false, throughLine: 1, ...before };
    return storeValues(eventStore, [...grouping.groups()], delivery);
  };
  const stored = async (series: number) => {
    const values: unknown[] = [];
    for await (const event of eventStore.read(observationsStream(series, "2024-02"))) {
      values.push(...eventAs("ObservationsIngested", event).data.value);
    }
    return values;
  };
  await send([1, 10]);
  await send([1, 20]);
  expect(await send([1, 10], [2, 5])).toMatchObject({ outcome: "done", isRetry: true });
  expect([await stored(1), await stored(2)]).toEqual([[10, 20, 10], [5]]);
  await eventStore.close();
  double.goDown();
});

/** How releases before version 3 find the stored values of an upload: `causationId` is upload/last line/from/to. */
function partAsBefore({ meta }: NewEvent) {
  const [upload, ...numbers] = (meta.causationId ?? "").split("/");
  const [lastLine, from, to] = numbers.map(Number);
  return { upload, lastLine, from, to };
}

test("earlier versions are written while an earlier release still reads, and recognised after the upgrade", async () => {
  const { store, events } = cutStore(Number.POSITIVE_INFINITY);
  for (const version of [1, 2, 3]) {
    const grouping = new Grouping(60);
    seconds(0, 10, 1, grouping);
    const metadataOfKey = { ...metadata, causationId: "key" };
    const written = { ...context, metadata: metadataOfKey, versions: { ObservationsIngested: version } };
    const delivery = { context: written, upload: "5e9d3f7c", isRetry: false, throughLine: 1 };
    await storeValues(store, [...grouping.groups()], delivery);
  }
  const part = { upload: "5e9d3f7c", lastLine: 1, from: february, to: february + 9 };
  const [first, second, third] = events;
  if (!first || !second || !third) return expect.unreachable();
  expect(events.map(({ schemaVersion }) => schemaVersion)).toEqual([1, 2, 3]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  expect([partAsBefore(first), partAsBefore(second)]).toEqual([part, part]);
  expect(third.meta).toEqual({ ...metadata, causationId: "key", uploadPart: part });
  for (const event of events) {
    expect(readMeta(event).uploadPart).toEqual(part);
    expect(eventAs("ObservationsIngested", event)).toEqual(eventAs("ObservationsIngested", third));
  }
});
