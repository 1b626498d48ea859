import { memberOf } from "../../json/member.ts";
import type { Span } from "../../json/spans.ts";

/** A record as it is served: the registry's facility, if there is one, replaces the one that was sent. */
export function joinedDocument(document: Buffer, facility: Buffer | null): Buffer {
  const sent = facility && memberOf(document, "facility");
  if (!sent) return document;
  const start = sent.byteOffset - document.byteOffset;
  return replaced(document, { start, end: start + sent.byteLength }, facility);
}

export function replaced(document: Buffer, { start, end }: Span, by: Buffer): Buffer {
  return Buffer.concat([document.subarray(0, start), by, document.subarray(end)]);
}
