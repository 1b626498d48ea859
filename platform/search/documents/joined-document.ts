import { type Span, spanFinder } from "../../json/spans.ts";

const find = spanFinder({ facility: {} });

/** A record as it is served: the registry's facility, if there is one, in the place of the one that was sent. */
export function joinedDocument(document: Buffer, facility: Buffer | null): Buffer {
  const span = facility && find(document).get("facility");
  return span ? replaced(document, span, facility) : document;
}

export function replaced(document: Buffer, { start, end }: Span, by: Buffer): Buffer {
  return Buffer.concat([document.subarray(0, start), by, document.subarray(end)]);
}
