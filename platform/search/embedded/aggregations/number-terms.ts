import type { Aggregation } from "../../language/aggregations/table.ts";
import type { SearchSignal } from "../../port.ts";
import type { IndexReader } from "../index/segment.ts";
import { TimeSlices } from "../time-slices.ts";

/**
 * Numbers the terms of the keyword fields that aggregations read, in time slices. A reader keeps the numbers: what is
 * left to later searches is nothing.
 * @throws the signal's reason
 */
export async function numberTerms(
  aggregations: readonly Aggregation[],
  index: IndexReader,
  signal: SearchSignal,
): Promise<void> {
  for (const { body, below } of aggregations) {
    const fields = "field" in body ? [body.field] : "sources" in body ? body.sources.map(({ field }) => field) : [];
    for (const field of fields) await numberTermsOf(field, index, signal);
    await numberTerms(below, index, signal);
  }
}

/** Numbers the terms of one field, if it is a keyword. @throws the signal's reason */
export async function numberTermsOf(field: string, index: IndexReader, signal: SearchSignal): Promise<void> {
  if (index.fields.field(field)?.kind !== "keyword") return;
  const slices = new TimeSlices(signal);
  for (const _ of index.numberTerms(field)) if (slices.over) await slices.pass();
}
