import type { KafkaMessage, Message } from "kafkajs";
import { expect, test } from "vitest";
import type { Position, RecordedEvent } from "../../event-store/port.ts";
import { eventMessage, eventOf, MessageUnreadable, readNote, watermark } from "./message.ts";

const log = "0123456789ab";
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

function received(message: KafkaMessage): RecordedEvent | undefined {
  const note = readNote(message);
  return note.event && eventOf(note, note.event, message);
}

test("an event comes out of its message as it was, and the message can be understood without us", () => {
  const message = eventMessage(event, "key", 2, log, link);
  expect(message).toMatchObject({ partition: 2, key: "key", value: event.data });
  expect(JSON.parse(String(message.headers?.["airlog"]))).toMatchObject({
    log,
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
  expect(readNote(read)).toMatchObject({ log, ...link });
  expect(received(read)).toEqual(event);
});

test("members of the metadata that are absent stay absent", () => {
  const { causationId: _, contentHash: __, ...meta } = event.meta;
  expect(received(delivered(eventMessage({ ...event, meta }, "key", 0, log, link)))?.meta).toEqual(meta);
});

test("a watermark has no event", () => {
  const read = delivered(watermark(1, log, link));
  expect(readNote(read)).toEqual({ log, ...link });
  expect(received(read)).toBeUndefined();
});

test("a message that is none of ours is refused", () => {
  const odd = ["hello", "[]", "null", "7", '{"log":"a","after":"b","position":7,"partitions":1}', '{"position":"a"}'];
  const foreign: Message[] = [{ value: "hello" }, ...odd.map((airlog) => ({ value: "{}", headers: { airlog } }))];
  for (const message of foreign) expect(() => readNote(delivered(message))).toThrow(MessageUnreadable);
});

test("an event whose content is not there is refused", () => {
  const message = delivered({ ...eventMessage(event, "key", 0, log, link), value: null });
  expect(() => received(message)).toThrow(MessageUnreadable);
});
