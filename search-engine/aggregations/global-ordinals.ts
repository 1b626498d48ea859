import type { IndexReader } from "../index/segment.ts";
import type { Aggregation } from "../language/aggregations/table.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";

/**
 * Numbers the terms of the keyword fields that aggregations read, in time slices. The reader keeps the numbers for
 * later searches.
 * @throws ShardFailure beyond the limits of work; the signal's reason
 */
export async function buildGlobalOrdinals(
  aggregations: readonly Aggregation[],
  index: IndexReader,
  work: Work,
  signal: Cancellation,
): Promise<void> {
  for (const { body, below } of aggregations) {
    for (const field of fieldsOf(body)) await buildGlobalOrdinalsOf(field, index, work, signal);
    await buildGlobalOrdinals(below, index, work, signal);
  }
}

/** The fields whose terms an aggregation may read. */
function fieldsOf(body: Aggregation["body"]): readonly string[] {
  if ("field" in body) return [body.field];
  if ("sources" in body) return body.sources.map(({ field }) => field);
  if ("fields" in body) return body.fields.map(({ field }) => field);
  if ("metrics" in body) return body.metrics.map(({ field }) => field);
  return [];
}

/** Numbers the terms of one field, if it is a keyword. @throws ShardFailure beyond the limits of work; the signal's reason */
export async function buildGlobalOrdinalsOf(
  field: string,
  index: IndexReader,
  work: Work,
  signal: Cancellation,
): Promise<void> {
  if (index.fields.field(field)?.kind !== "keyword") return;
  const slices = new TimeSlices(signal);
  for (const _ of index.buildGlobalOrdinals(field, work)) if (slices.over) await slices.pass();
}
