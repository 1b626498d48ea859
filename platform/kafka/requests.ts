import type { OutgoingMessage } from "./port.ts";

/** Maximum bytes of one request for a partition: brokers accept a mebibyte by default. */
export const MAX_PARTITION_BYTES = 900 * 1024;
/** Maximum bytes of one request to all partitions. */
const MAX_REQUEST_BYTES = 4 * 1024 ** 2;

/** Divides messages into requests that brokers accept, in order; a message that is too large for all goes alone. */
export function* requests(messages: readonly OutgoingMessage[]): Generator<readonly OutgoingMessage[]> {
  let request: OutgoingMessage[] = [];
  let bytes = 0;
  let ofPartition = new Map<string, number>();
  for (const message of messages) {
    const key = `${message.topic} ${message.partition}`;
    const before = ofPartition.get(key) ?? 0;
    const isFull = bytes + message.bytes > MAX_REQUEST_BYTES || before + message.bytes > MAX_PARTITION_BYTES;
    if (request.length > 0 && isFull) {
      yield request;
      request = [];
      bytes = 0;
      ofPartition = new Map();
    }
    request.push(message);
    bytes += message.bytes;
    ofPartition.set(key, (ofPartition.get(key) ?? 0) + message.bytes);
  }
  if (request.length > 0) yield request;
}
