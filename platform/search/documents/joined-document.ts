import { presentMemberOf } from "../../json/member.ts";
import type { Span } from "../../json/spans.ts";

/** A record as it is served: the registry's facility, if there is one, replaces the one that was sent. */
export function joinedDocument(document: Buffer, facility: Buffer | null): Buffer {
  const parts = joinedParts(document, facility);
  return parts.length === 1 ? document : Buffer.concat(parts);
}

/** The same in parts that follow each other, without a copy. */
export function joinedParts(document: Buffer, facility: Buffer | null): readonly Buffer[] {
  // Only a record that names a facility is joined with one.
  const sent = facility && presentMemberOf(document, "facility");
  if (!sent) return [document];
  const start = sent.byteOffset - document.byteOffset;
  return [document.subarray(0, start), facility, document.subarray(start + sent.byteLength)];
}

export function replaced(document: Buffer, { start, end }: Span, by: Buffer): Buffer {
  return Buffer.concat([document.subarray(0, start), by, document.subarray(end)]);
}
