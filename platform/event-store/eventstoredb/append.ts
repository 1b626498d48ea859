import { ANY, NO_STREAM } from "@eventstore/db-client";
import { forEachConcurrently } from "../../async/for-each-concurrently.ts";
import {
  type ExpectedRevision,
  type ImportedEvent,
  ImportRefused,
  type NewEvent,
  type StreamAppend,
  type StreamName,
} from "../port.ts";
import { type Connection, kindOf, withinDeadline } from "./connection.ts";
import { eventData, pointerOf, sizeOf } from "./events.ts";
import type { CommitPointer } from "./positions.ts";
import { findRecent, pointerInStream } from "./reading.ts";

/** The pointers of the requests' last events, or the stream that is not at the expected revision. */
export type Appended = { readonly pointers: readonly CommitPointer[] } | { readonly conflict: StreamName };

/** The server accepts 1 MiB per append and counts some overhead of its own; this stays below it. */
const MAX_APPEND_BYTES = 1_000_000;

/** A server accepts 100 calls at a time on a connection; subscriptions and single reads need some of them. */
const CONCURRENT_APPENDS = 80;

/** How far the clocks of server and client may differ. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Appends to each stream separately, many at a time. After a conflict no more appends are begun; running ones complete.
 * Repeating the call appends missing events and duplicates none, since the server recognises an append by its ids and
 * expected revision.
 * @throws RangeError when a stream is named twice or gets no events, or an event is too large.
 */
export async function append(connection: Connection, streams: readonly StreamAppend[]): Promise<Appended> {
  refuseMisuse(streams);
  const repeating = withRepeatedId(streams);
  if (repeating !== undefined) return { conflict: repeating };
  const chunks = new Map(streams.map((each) => [each.stream, chunked(each)]));
  const pointers: CommitPointer[] = [];
  let conflict: StreamName | undefined;
  await forEachConcurrently(CONCURRENT_APPENDS, streams, async ({ stream, expected }) => {
    if (conflict !== undefined) return;
    const stored = await appendChunks(connection, stream, expected, chunks.get(stream) ?? []);
    if (stored === undefined) conflict ??= stream;
    else pointers.push(...stored);
  });
  return conflict === undefined ? { pointers } : { conflict };
}

/**
 * Appends runs of events of one stream, one run after another, since the log keeps the order in which appends are
 * answered. Existing events are recognised by their ids and revisions.
 * @throws ImportRefused
 */
export async function importEvents(connection: Connection, events: readonly ImportedEvent[]): Promise<void> {
  for (const run of runsOf(events)) {
    const [first] = run;
    if (first === undefined) continue;
    const { stream, revision } = first;
    const expected = revision === 0 ? "no-stream" : revision - 1;
    const stored = await appendChunks(connection, stream, expected, chunked({ stream, expected, events: run }));
    if (stored === undefined) throw new ImportRefused(first);
  }
}

/** Cuts events into runs of consecutive events of one stream. */
function runsOf(events: readonly ImportedEvent[]): ImportedEvent[][] {
  const runs: ImportedEvent[][] = [];
  for (const event of events) {
    const last = runs.at(-1)?.at(-1);
    if (last?.stream !== event.stream) runs.push([event]);
    else if (event.revision === last.revision + 1) runs.at(-1)?.push(event);
    else throw new ImportRefused(event);
  }
  return runs;
}

function refuseMisuse(streams: readonly StreamAppend[]): void {
  const names = new Set<StreamName>();
  for (const { stream, events } of streams) {
    if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
    if (names.has(stream)) throw new RangeError(`${stream} is named twice in one append`);
    names.add(stream);
  }
}

/** The server would take a repeated id for a retry and drop the second event. */
function withRepeatedId(streams: readonly StreamAppend[]): StreamName | undefined {
  const seen = new Set<string>();
  return streams.find(({ events }) =>
    events.some(({ id }) => {
      const known = seen.has(id.toLowerCase());
      seen.add(id.toLowerCase());
      return known;
    }),
  )?.stream;
}

/** Cuts the events into chunks that the server accepts as one append. */
function chunked({ stream, events }: StreamAppend): NewEvent[][] {
  const chunks: NewEvent[][] = [];
  let free = 0;
  for (const event of events) {
    const size = sizeOf(event);
    if (size > MAX_APPEND_BYTES) {
      throw new RangeError(
        `an event of ${size} bytes for ${stream} is too large: EventStoreDB takes ${MAX_APPEND_BYTES} at once`,
      );
    }
    if (size > free) {
      chunks.push([]);
      free = MAX_APPEND_BYTES;
    }
    chunks.at(-1)?.push(event);
    free -= size;
  }
  return chunks;
}

/** Appends the chunks in order. Undefined when the stream is not at the expected revision. */
async function appendChunks(
  connection: Connection,
  stream: StreamName,
  expected: ExpectedRevision,
  chunks: readonly (readonly NewEvent[])[],
): Promise<readonly CommitPointer[] | undefined> {
  let next = expected;
  const pointers: CommitPointer[] = [];
  for (const events of chunks) {
    const pointer = await appendChunk(connection, stream, next, events);
    if (pointer === undefined) return undefined;
    pointers.push(pointer);
    if (next !== "any") next = (next === "no-stream" ? -1 : next) + events.length;
  }
  return pointers;
}

/**
 * An append whose answer was lost is sent again. With an expected revision the server finds it in the stream; without
 * one it remembers ids only until it restarts, so the stream is searched for them.
 */
async function appendChunk(
  connection: Connection,
  stream: StreamName,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<CommitPointer | undefined> {
  const since = new Date(Date.now() - MAX_CLOCK_SKEW_MS);
  const data = events.map(eventData);
  const lastId = events.at(-1)?.id.toLowerCase() ?? "";
  return connection.persist(async (attempt) => {
    if (attempt > 1 && expected === "any") {
      const standing = await findRecent(connection, stream, lastId, since);
      if (standing !== undefined) return pointerOf(standing);
    }
    try {
      const { client, appending } = connection;
      const expectedRevision = expected === "any" ? ANY : expected === "no-stream" ? NO_STREAM : BigInt(expected);
      // The deadline in the call does not hold while the client looks for a leader.
      const done = await withinDeadline(client.appendToStream(stream, data, { ...appending, expectedRevision }));
      // The server reports no position for a retry of an append that it has not finished indexing.
      return done.position ?? (await pointerInStream(connection, stream, done.nextExpectedRevision));
    } catch (error) {
      if (kindOf(error) === "wrong-expected-version") return undefined;
      throw error;
    }
  });
}
