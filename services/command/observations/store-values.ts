import { readEvent, readMeta } from "../../../contracts/events.ts";
import { observationsStream } from "../../../contracts/measurement-events.ts";
import { packed, unpacked } from "../../../contracts/observation-columns.ts";
import { forEachConcurrently } from "../../../platform/async/for-each-concurrently.ts";
import { comparePositions, type EventStore, type NewEvent, type Position } from "../../../platform/event-store/port.ts";
import { type CommandContext, later, requireDeclared } from "../handling/command-handler.ts";
import { contentHash, nameBasedUuid } from "../handling/event-id.ts";
import { inWrittenVersion } from "../handling/written-version.ts";
import { contentsOf, flagsOf, type Group, inOrder, select } from "./columns.ts";

/** On whose behalf values are stored, and how a retry recognises them. */
export interface Delivery {
  readonly context: CommandContext;
  /** UUID of the upload: the same for every request of one account with one `Idempotency-Key`. */
  readonly upload: string;
  /** Whether events of the upload may be in the log already. */
  readonly isRetry: boolean;
  /** The end of the log before the upload: what an append returns an earlier position of was stored already. */
  readonly after?: Position;
}

/** The end of the log where it must be known: under a key that seems to be new, events may be stored all the same. */
export async function logBefore(
  eventStore: EventStore,
  { context, isRetry }: Pick<Delivery, "context" | "isRetry">,
): Promise<Pick<Delivery, "after">> {
  const isKeyed = context.metadata.causationId !== undefined;
  return isKeyed && !isRetry ? { after: await eventStore.head() } : {};
}

export type Stored =
  | {
      readonly outcome: "done";
      /** The position at or before which all values are in the log. */
      readonly position: Position;
      /** Values to be decided about when the lines after `throughLine` have come. */
      readonly deferred: readonly Group[];
      /** Whether events of the upload were found, or may be. */
      readonly isRetry: boolean;
    }
  /** Another request is storing the same upload. */
  | { readonly outcome: "contended" };

/** Deferred values that are kept in memory. */
const MAX_DEFERRED = 20_000;

/**
 * Appends values, one event for each group, without reading its stream: a later value replaces an earlier one, so there
 * is nothing to decide.
 *
 * A retry may be cut into other chunks than before, it may be corrected, and other requests may have appended to its
 * streams since. So a retry compares values: for each time, the last value that this upload left in the stream. A value
 * equal to it is not stored again. One that differs is stored, unless the stored value may come from a line that has not
 * come yet (`throughLine` is the last one that has): such values are deferred until it has, so that an upload that
 * replaces its own values is not stored twice.
 */
export async function storeValues(
  eventStore: EventStore,
  unordered: readonly Group[],
  delivery: Delivery & { readonly throughLine: number },
): Promise<Stored> {
  const groups = unordered.map((group) => inOrder(group));
  const { missing, deferred, position } = delivery.isRetry
    ? await compare(eventStore, groups, delivery)
    : { missing: groups.map((group) => ({ group })), deferred: [], position: eventStore.start };
  const appends = missing.flatMap(({ group, predecessor }: Missing) => {
    const events = eventsOf(group, delivery, predecessor);
    const stream = observationsStream(group.series, group.month);
    return events.length > 0 ? [{ stream, expected: "any" as const, events }] : [];
  });
  const { isRetry, after } = delivery;
  if (appends.length === 0) return { outcome: "done", position, deferred, isRetry };
  const result = await eventStore.append(appends);
  if (result.outcome === "appended") {
    const { earliest = result.position } = result;
    if (after === undefined || isRetry || comparePositions(after, earliest) < 0)
      return { outcome: "done", position: later(position, result.position), deferred, isRetry };
  }
  // Some of the event ids are in the log: the upload was stored before, and its key is no longer remembered.
  return isRetry ? { outcome: "contended" } : storeValues(eventStore, groups, { ...delivery, isRetry: true });
}

function eventsOf(group: Group, { context, upload }: Delivery, predecessor: string | undefined): NewEvent[] {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const line of group.lines) {
    if (line < first) first = line;
    if (line > last) last = line;
  }
  const type = "ObservationsIngested";
  requireDeclared(type, context);
  return Array.from(contentsOf(group), (content) => {
    // The hash is that of the current version, whatever is written, so that an upload is recognised across an upgrade.
    const data = Buffer.from(JSON.stringify(packed(content)));
    const { series, fromTime } = content;
    // With the predecessor, since an upload may store a value, another one, and the first again.
    const id = nameBasedUuid(JSON.stringify([upload, first, series, group.month, contentHash(data), predecessor]));
    const uploadPart = { upload, lastLine: last, from: fromTime[0] ?? 0, to: fromTime.at(-1) ?? 0 };
    const meta = { ...context.metadata, uploadPart };
    return inWrittenVersion({ id, type, data, meta }, context.versions);
  });
}

/** Values that are to be appended, and the last event of the upload in their stream. */
interface Missing {
  readonly group: Group;
  readonly predecessor?: string | undefined;
}

interface Comparison {
  readonly missing: readonly Missing[];
  readonly deferred: readonly Group[];
  /** That of the last event of the upload in the streams. */
  readonly position: Position;
}

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

async function compare(
  eventStore: EventStore,
  groups: readonly Group[],
  { upload, throughLine }: { readonly upload: string; readonly throughLine: number },
): Promise<Comparison> {
  const heads = await eventStore.latest(groups.map(({ series, month }) => observationsStream(series, month)));
  const missing: Missing[] = [];
  const deferred: Group[] = [];
  let count = 0;
  let position = eventStore.start;
  await forEachConcurrently(MAX_CONCURRENT_READS, groups, async (group) => {
    if (!heads.has(observationsStream(group.series, group.month))) {
      missing.push({ group });
      return;
    }
    const stored = await readStored(eventStore, group, upload);
    position = later(position, stored.position);
    const changed = select(group, (index) => !stored.holds(group, index));
    const waiting = select(changed, (index) => stored.lastLineOf(changed, index) > throughLine);
    count += waiting.fromTime.length;
    const isDeferred = waiting.fromTime.length > 0 && count <= MAX_DEFERRED;
    if (isDeferred) deferred.push(waiting);
    missing.push({
      group: isDeferred ? select(changed, (index) => stored.lastLineOf(changed, index) <= throughLine) : changed,
      predecessor: stored.lastEvent,
    });
  });
  return { missing, deferred, position };
}

/** What an upload left in one stream, at the times of one group. */
class StoredValues {
  readonly #values = new Map<
    number,
    { readonly value: number | null; readonly flags: number; readonly line: number }
  >();
  position: Position;
  lastEvent: string | undefined;

  constructor(start: Position) {
    this.position = start;
  }

  set(time: number, value: number | null, flags: number, line: number): void {
    this.#values.set(time, { value, flags, line });
  }

  holds({ fromTime, value, flags }: Group, index: number): boolean {
    const stored = this.#values.get(fromTime[index] ?? Number.NaN);
    return stored?.value === value[index] && stored?.flags === flags[index];
  }

  /** The last line that the stored value may come from; 0 when there is none. */
  lastLineOf({ fromTime }: Group, index: number): number {
    return this.#values.get(fromTime[index] ?? Number.NaN)?.line ?? 0;
  }
}

async function readStored(eventStore: EventStore, group: Group, upload: string): Promise<StoredValues> {
  const stored = new StoredValues(eventStore.start);
  const wanted = new Set(group.fromTime);
  const first = group.fromTime[0] ?? 0;
  const last = group.fromTime.at(-1) ?? 0;
  for await (const recorded of eventStore.read(observationsStream(group.series, group.month))) {
    const { uploadPart: part } = readMeta(recorded);
    if (part?.upload !== upload) continue;
    stored.position = recorded.position;
    stored.lastEvent = recorded.id;
    // Parsing the content costs most.
    if (part.from > last || part.to < first) continue;
    const { type, data } = readEvent(recorded);
    if (type !== "ObservationsIngested") continue;
    const columns = unpacked(data);
    for (const [index, time] of columns.fromTime.entries()) {
      if (wanted.has(time)) stored.set(time, columns.value[index] ?? null, flagsOf(columns, index), part.lastLine);
    }
  }
  return stored;
}
