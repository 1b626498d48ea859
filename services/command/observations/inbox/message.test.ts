import { expect, test } from "vitest";
import type { ReceivedMessage } from "../../../../platform/kafka/port.ts";
import { eventIdOf, readMessage } from "./message.ts";

const partition = { topic: "inbox", partition: 3 };

function message(over: Partial<ReceivedMessage> = {}): ReceivedMessage {
  const headers = { provider: Buffer.from("norway") };
  const value = Buffer.from('{"timeseries":1}');
  return { key: null, value, headers, offset: "7", timestamp: "1767225600000", ...over };
}

function idOf(over: Partial<ReceivedMessage>, part = "", from = partition): string {
  const read = readMessage(from, message(over));
  return "reason" in read ? expect.unreachable() : eventIdOf(read, part);
}

test("a message names its provider and keeps its line as it is", () => {
  expect(readMessage(partition, message())).toMatchObject({ provider: "norway", line: message().value });
});

test("a message may name the trace that it belongs to", () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const headers = { provider: Buffer.from("norway"), traceparent: Buffer.from(traceparent) };
  expect(readMessage(partition, message({ headers }))).toMatchObject({ trace: { traceparent } });
  expect(readMessage(partition, message())).toMatchObject({ trace: undefined });
});

test("a message delivered again has the same event ids", () => {
  expect(idOf({})).toBe(idOf({ value: Buffer.from("changed on the way") }));
});

test("every message, and every part of one, has ids of its own", () => {
  const ids = [
    idOf({}),
    idOf({}, "2026-01"),
    idOf({ offset: "8" }),
    idOf({ timestamp: "1767225600001" }),
    idOf({}, "", { ...partition, partition: 4 }),
    idOf({}, "", { ...partition, topic: "other" }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ["without a provider", { headers: {} }],
  ["with an empty provider", { headers: { provider: Buffer.from("") } }],
  ["without content", { value: null }],
  ["with an empty content", { value: Buffer.from("") }],
])("a message %s is refused", (_, over) => {
  expect(readMessage(partition, message(over))).toEqual({ reason: expect.any(String) });
});
