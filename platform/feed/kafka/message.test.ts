import { expect, test } from "vitest";
import { positionOf } from "../../../test/position.ts";
import type { RecordedEvent } from "../../event-store/port.ts";
import type { OutgoingMessage, ReceivedMessage } from "../../kafka/port.ts";
import { eventMessage, eventOf, MessageUnreadable, readNote, watermark } from "./message.ts";

type Content = Pick<OutgoingMessage, "key" | "value" | "headers">;

const origin = { log: "0123456789ab", run: "5f0c" };
const position = positionOf("0123456789ab.00000000000000010000000000000002");
const link = { after: positionOf("0123456789ab.00000000000000010000000000000001"), position, partitions: 3 };
const event: RecordedEvent = {
  position,
  stream: "metadata-é",
  revision: 7,
  id: "8d1a6a52-7d0e-5d6c-8f0e-2f6d0f6f5f10",
  type: "MetadataAdded",
  schemaVersion: 1,
  data: Buffer.from('{"record":"é"}'),
  meta: {
    time: "2026-01-01T00:00:00Z",
    actor: "Zoë",
    provider: "norway",
    correlationId: "c-1",
    causationId: "c-0",
    contentHash: "ab",
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    tracestate: "a=1",
  },
};

/** A message as a broker delivers it: texts are bytes. */
function delivered({ key, value, headers }: Content): ReceivedMessage {
  const bytes = Object.entries(headers).map(([name, header]) => [name, Buffer.from(String(header))] as const);
  return {
    key: key === null ? null : Buffer.from(key),
    value,
    headers: Object.fromEntries(bytes),
    timestamp: "0",
    offset: "0",
  };
}

function received(message: ReceivedMessage): RecordedEvent | undefined {
  const note = readNote(message);
  return note.event && eventOf(note, note.event, message);
}

test("an event is read back from its message unchanged, and the message can be understood without us", () => {
  const message = eventMessage(event, "key", origin, link);
  expect(message).toMatchObject({ key: "key", value: event.data });
  expect(JSON.parse(String(message.headers?.["airlog"]))).toMatchObject({
    ...origin,
    position,
    event: {
      id: event.id,
      type: "MetadataAdded",
      schemaVersion: 1,
      stream: event.stream,
      revision: 7,
      meta: event.meta,
    },
  });
  const read = delivered(message);
  expect(readNote(read)).toMatchObject({ ...origin, ...link });
  expect(received(read)).toEqual(event);
});

test("members of the metadata that are absent stay absent", () => {
  const { causationId: _, contentHash: __, ...meta } = event.meta;
  expect(received(delivered(eventMessage({ ...event, meta }, "key", origin, link)))?.meta).toEqual(meta);
});

test("a watermark has no event, but may identify the one at its position", () => {
  expect(readNote(delivered(watermark(origin, link)))).toEqual({ ...origin, ...link });
  const read = delivered(watermark(origin, link, event));
  const { id, stream, revision, meta } = event;
  expect(readNote(read)).toEqual({ ...origin, ...link, at: { id, stream, revision, time: meta.time } });
  expect(received(read)).toBeUndefined();
});

test("a message of another application is refused", () => {
  const odd = ["hello", "[]", "null", "7", '{"log":"a","after":"b","position":7,"partitions":1}', '{"position":"a"}'];
  const value = Buffer.from("{}");
  const foreign: Content[] = [{}, ...odd.map((airlog) => ({ airlog }))].map((headers) => ({
    key: null,
    value,
    headers,
  }));
  for (const message of foreign) expect(() => readNote(delivered(message))).toThrow(MessageUnreadable);
});

test("an event without content is refused", () => {
  const message = delivered({ ...eventMessage(event, "key", origin, link), value: null });
  expect(() => received(message)).toThrow(MessageUnreadable);
});
