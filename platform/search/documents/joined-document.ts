import { presentMember } from "../../json/member.ts";
import type { Span } from "../../json/spans.ts";

/** Where the facility is in a record that names one. */
export const facilityIn = presentMember("facility");

/** A record as it is served: the registry's facility, if there is one, replaces the one that was sent. */
export function joinedDocument(document: Buffer, facility: Buffer | null): Buffer {
  const sent = facility && facilityIn(document);
  return facility && sent ? replaced(document, sent, facility) : document;
}

export function replaced(document: Buffer, { start, end }: Span, by: Buffer): Buffer {
  return Buffer.concat([document.subarray(0, start), by, document.subarray(end)]);
}
