import { expect, test } from "vitest";
import { type StationEvent, stationStream } from "../../../contracts/measurement-events.ts";
import type { RecordedEvent } from "../../../platform/event-store/port.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { positionOf } from "../../../test/position.ts";
import type { Aggregate } from "./aggregate.ts";
import { loadLast } from "./last-events.ts";

const stations: Pick<Aggregate<never, StationEvent, never, never>, "types" | "decode"> = {
  types: { StationAdded: true, StationUpdated: true, StationDeleted: true },
  decode: { from: "content", event: (stored) => stored },
};

test("the last event of each stream is read, and nothing after it", async () => {
  const meta = { time: "2024-05-01T12:00:00Z", actor: "anna", provider: "nilu", correlationId: "c" };
  const last = (stream: string, id: number): RecordedEvent => ({
    ...{ id: "e", type: "StationDeleted", schemaVersion: 1, meta, stream, revision: 3, position: positionOf("7") },
    data: Buffer.from(JSON.stringify({ id })),
  });
  const streams = [1, 2].map(stationStream);
  const events = new Map(streams.map((stream, index) => [stream, last(stream, index + 1)]));
  const asked: unknown[] = [];
  const store = eventStoreWith({
    latest: async () => events,
    read: async function* (stream, from, pageSize) {
      asked.push([stream, from, pageSize]);
      yield events.get(stream) ?? expect.unreachable();
      asked.push("more");
    },
  });
  expect([...(await loadLast(store, stations, streams)).values()].map(({ event }) => event.data)).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect(asked).toEqual(streams.map((stream) => [stream, 3, 1]));
});
