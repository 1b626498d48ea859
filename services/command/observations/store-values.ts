import { observationsStream } from "../../../contracts/measurement-events.ts";
import { comparePositions, type EventStore, type NewEvent, type Position } from "../../../platform/event-store/port.ts";
import { type Cause, nameBasedUuid } from "../handling/handle.ts";
import { after, contentsOf, type Group, inOrder } from "./columns.ts";

/** On whose behalf values are stored, and how to recognise them. */
export interface Delivery {
  readonly cause: Cause;
  /** Names what the values came with, a request or an upload: a UUID that is the same when it is sent again. */
  readonly upload: string;
  /** Whether some of it may be in the log already. */
  readonly again: boolean;
}

export type Stored =
  /** `position`: where all of it is in the log. */
  | { readonly outcome: "done"; readonly position: Position }
  /** Somebody else is storing the same upload. */
  | { readonly outcome: "contended" };

/**
 * Appends values, one event for each group, without looking at what its stream holds: a later value replaces an earlier
 * one, so there is nothing to decide.
 *
 * What is sent again must not be stored twice, though it may be cut into other chunks than before, and other uploads may
 * have appended to its streams since. Therefore each event names as its cause the upload and the last place (line or
 * element) whose values it holds. Places reach a stream in their order, so the largest place that a stream names for the
 * upload says how far it got there, and what came up to it is left out. That is read only for what is sent again, and
 * mostly from the heads of the streams alone.
 */
export async function storeValues(
  eventStore: EventStore,
  groups: readonly Group[],
  { cause, upload, again }: Delivery,
): Promise<Stored> {
  const streams = groups.map(({ series, month }) => observationsStream(series, month));
  const stored = again ? await readProgress(eventStore, streams, upload) : new Map<string, Progress>();
  let position = eventStore.start;
  const appends = groups.flatMap((group, index) => {
    const stream = streams[index] as string;
    const progress = stored.get(stream);
    if (progress) position = later(position, progress.position);
    const missing = progress ? after(progress.place, group) : group;
    const events = eventsOf(missing, { cause, upload }).filter(({ id }) => !progress?.ids.has(id));
    return events.length > 0 ? [{ stream, expected: "any" as const, events }] : [];
  });
  if (appends.length === 0) return { outcome: "done", position };
  const result = await eventStore.append(appends);
  if (result.outcome === "conflict") {
    // An id stands in the log already: this was sent before, by somebody who did not know or could not say so.
    return again ? { outcome: "contended" } : storeValues(eventStore, groups, { cause, upload, again: true });
  }
  return { outcome: "done", position: later(position, result.position) };
}

function eventsOf(group: Group, { cause, upload }: Omit<Delivery, "again">): NewEvent[] {
  const contents = [...contentsOf(inOrder(group))];
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const place of group.place) {
    if (place < first) first = place;
    if (place > last) last = place;
  }
  return contents.map((content, part) => ({
    // With the last place too: a part of what was cut otherwise may hold other values.
    id: nameBasedUuid(JSON.stringify([upload, first, last, group.series, group.month, part])),
    type: "ObservationsIngested",
    schemaVersion: 1,
    data: Buffer.from(JSON.stringify(content)),
    // Only with its last part a place is stored.
    meta: { ...cause, causationId: part === contents.length - 1 ? `${upload}/${last}` : upload },
  }));
}

/** What a stream holds of an upload. */
interface Progress {
  /** Values up to this place are there. */
  readonly place: number;
  /** Events that belong to a place of which the rest may be missing. */
  readonly ids: ReadonlySet<string>;
  readonly position: Position;
}

const AT_ONCE = 8;

async function readProgress(
  eventStore: EventStore,
  streams: readonly string[],
  upload: string,
): Promise<Map<string, Progress>> {
  const heads = await eventStore.latest(streams);
  const found = new Map<string, Progress>();
  const unclear: string[] = [];
  for (const [stream, { meta, position }] of heads) {
    const place = placeOf(meta.causationId, upload);
    if (place > 0) found.set(stream, { place, ids: new Set(), position });
    else unclear.push(stream);
  }
  for (let from = 0; from < unclear.length; from += AT_ONCE) {
    const some = unclear.slice(from, from + AT_ONCE);
    const read = await Promise.all(some.map((stream) => readStream(eventStore, stream, upload)));
    for (const [index, progress] of read.entries()) found.set(some[index] as string, progress);
  }
  return found;
}

async function readStream(eventStore: EventStore, stream: string, upload: string): Promise<Progress> {
  const ids = new Set<string>();
  let place = 0;
  let last = eventStore.start;
  for await (const { id, meta, position } of eventStore.read(stream)) {
    if (!meta.causationId?.startsWith(upload)) continue;
    place = Math.max(place, placeOf(meta.causationId, upload));
    ids.add(id);
    last = position;
  }
  return { place, ids, position: last };
}

/** The place that an event's cause names, 0 when it is another's. */
function placeOf(causationId: string | undefined, upload: string): number {
  return causationId?.startsWith(`${upload}/`) ? Number(causationId.slice(upload.length + 1)) : 0;
}

function later(a: Position, b: Position): Position {
  return comparePositions(a, b) < 0 ? b : a;
}
