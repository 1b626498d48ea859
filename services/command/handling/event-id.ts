import { hash } from "node:crypto";

const namespace = Buffer.from("5e9d3f7c0b4a4c0f9a6e1d2c3b4a5f60", "hex");

/**
 * The id of an event, which is the same when the event is sent again. The same content at another revision, or from another
 * provider, is another event. `content` identifies the content.
 */
export function eventId(stream: string, expected: number | "any" | "no-stream", type: string, content: string): string {
  return nameBasedUuid(JSON.stringify([stream, expected, type, content]));
}

/** UUID version 5 (RFC 9562) of a name. One digest in one call: a request may need ten thousand of them. */
export function nameBasedUuid(name: string): string {
  const digest = hash("sha1", Buffer.concat([namespace, Buffer.from(name)]), "hex");
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const third = `5${digest.slice(13, 16)}`;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${third}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** SHA-256, hex. */
export function contentHash(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
