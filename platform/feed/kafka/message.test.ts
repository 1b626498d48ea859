import type { KafkaMessage, Message } from "kafkajs";
import { expect, test } from "vitest";
import type { Position, RecordedEvent } from "../../event-store/port.ts";
import { eventMessage, eventType, MessageUnreadable, readEvent, readLink, watermark } from "./message.ts";

const position = "0123456789ab.00000000000000010000000000000002" as Position;
const link = { after: "0123456789ab.00000000000000010000000000000001" as Position, position, partitions: 3 };
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
  },
};

/** A message as a broker gives it back: texts are bytes. */
function delivered({ key = null, value, headers = {} }: Message): KafkaMessage {
  const bytes = Object.entries(headers).map(([name, header]) => [name, Buffer.from(String(header))] as const);
  return {
    key: key === null ? null : Buffer.from(key),
    value: value === null ? null : Buffer.from(value),
    headers: Object.fromEntries(bytes),
    timestamp: "0",
    attributes: 0,
    offset: "0",
  };
}

test("an event comes out of its message as it was, and the message can be understood without us", () => {
  const message = eventMessage(event, 2, link);
  expect(message).toMatchObject({
    partition: 2,
    key: event.stream,
    headers: {
      "event-id": event.id,
      "event-type": "MetadataAdded",
      "schema-version": "1",
      stream: event.stream,
      version: "7",
      position,
      "correlation-id": "c-1",
    },
  });
  const read = delivered(message);
  expect(eventType(read)).toBe("MetadataAdded");
  expect(readLink(read)).toEqual(link);
  expect(readEvent(read, position)).toEqual(event);
});

test("members of the metadata that are absent stay absent", () => {
  const { causationId: _, contentHash: __, ...meta } = event.meta;
  const read = readEvent(delivered(eventMessage({ ...event, meta }, 0, link)), position);
  expect(read.meta).toEqual(meta);
});

test("a watermark has no event", () => {
  const read = delivered(watermark(1, link));
  expect(eventType(read)).toBeUndefined();
  expect(readLink(read)).toEqual(link);
});

test("a message that is none of ours is refused", () => {
  const foreign = delivered({ value: "hello" });
  expect(() => readLink(foreign)).toThrow(MessageUnreadable);
  expect(() => readEvent(foreign, position)).toThrow(MessageUnreadable);
  expect(() => readEvent(delivered(watermark(0, link)), position)).toThrow(MessageUnreadable);
});
