import { observationsStream } from "../../../contracts/measurement-events.ts";
import { forEachConcurrently } from "../../../platform/async/for-each-concurrently.ts";
import type { EventStore, Position } from "../../../platform/event-store/port.ts";
import { later } from "../handling/command-handler.ts";
import { type Group, inOrder } from "./columns.ts";
import { appendsOf, type Compared, compare, type Decision, type Delivery, decide, meaningOf } from "./observations.ts";
import { readStored, StoredValues } from "./stored-values.ts";

/** The end of the log, where it must be known: under a key that seems new, events may be stored already. */
export async function logBefore(
  eventStore: EventStore,
  { context, isRetry }: Pick<Delivery, "context" | "isRetry">,
): Promise<Pick<Delivery, "logEndBefore">> {
  const isKeyed = context.metadata.causationId !== undefined;
  return isKeyed && !isRetry ? { logEndBefore: await eventStore.head() } : {};
}

export type Stored =
  | (Pick<Decision, "deferred"> & {
      readonly outcome: "done";
      /** All values are in the log at or before this position. */
      readonly position: Position;
      /** Whether events of the upload were found, or may be. */
      readonly isRetry: boolean;
    })
  /** Another request is storing the same upload. */
  | { readonly outcome: "contended" };

/** Appends the values that `decide` chooses, one event for each group. A first attempt reads no stream. */
export async function storeValues(
  eventStore: EventStore,
  unordered: readonly Group[],
  delivery: Delivery,
): Promise<Stored> {
  const groups = unordered.map((group) => inOrder(group));
  const { isRetry } = delivery;
  const { toStore, deferred, position } = isRetry
    ? await decideAgain(eventStore, groups, delivery)
    : { toStore: groups.map((group) => ({ group })), deferred: [], position: eventStore.start };
  const appends = appendsOf(toStore, delivery);
  if (appends.length === 0) return { outcome: "done", position, deferred, isRetry };
  const meaning = meaningOf(await eventStore.append(appends), delivery);
  switch (meaning.outcome) {
    case "stored":
      return { outcome: "done", position: later(position, meaning.position), deferred, isRetry };
    case "stored-before":
      // Its key is no longer remembered.
      return storeValues(eventStore, groups, { ...delivery, isRetry: true });
    case "contended":
      return meaning;
  }
}

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** Decides about values, some of which may be stored. `position` is that of the upload's last event in their streams. */
async function decideAgain(
  eventStore: EventStore,
  groups: readonly Group[],
  { upload, throughLine }: Delivery,
): Promise<Decision & { readonly position: Position }> {
  const heads = await eventStore.latest(groups.map(({ series, month }) => observationsStream(series, month)));
  const compared: Compared[] = [];
  let position = eventStore.start;
  await forEachConcurrently(MAX_CONCURRENT_READS, groups.entries(), async ([index, group]) => {
    const isThere = heads.has(observationsStream(group.series, group.month));
    const stored = isThere ? await readStored(eventStore, group, upload) : new StoredValues(eventStore.start);
    position = later(position, stored.position);
    compared[index] = compare(group, stored, throughLine);
  });
  return { ...decide(compared), position };
}
