import { ANY, NO_STREAM } from "@eventstore/db-client";
import type { ExpectedRevision, NewEvent, StreamAppend, StreamName } from "../port.ts";
import { concurrently } from "./concurrently.ts";
import { type Connection, kindOf } from "./connection.ts";
import { eventData, placeOf, sizeOf } from "./events.ts";
import { beginning, laterPlace, type Place } from "./positions.ts";
import { findRecent, placeInStream } from "./reading.ts";

export type Appended = { readonly place: Place } | { readonly conflict: StreamName };

/** The server takes 1 MiB at once, in its own way of counting; this leaves some room for that. */
const largestAppend = 1_000_000;
const appendsAtOnce = 32;

/** How far the clocks of server and client may differ, in milliseconds. */
const clockSkew = 10 * 60_000;

/**
 * Appends to each stream by itself, many at once. After a conflict no more are begun, those under way go through.
 * Sending the same again completes what is missing and doubles nothing, since the server knows an append by its ids and
 * expected revision.
 * @throws RangeError when a stream is named twice or gets no events, or an event is too large.
 */
export async function append(connection: Connection, streams: readonly StreamAppend[]): Promise<Appended> {
  refuseMisuse(streams);
  const repeating = withRepeatedId(streams);
  if (repeating !== undefined) return { conflict: repeating };
  const chunks = new Map(streams.map((each) => [each.stream, chunked(each)]));
  let last = beginning;
  let conflict: StreamName | undefined;
  await concurrently(appendsAtOnce, streams, async ({ stream, expected }) => {
    if (conflict !== undefined) return;
    const place = await appendChunks(connection, stream, expected, chunks.get(stream) ?? []);
    if (place === undefined) conflict ??= stream;
    else last = laterPlace(last, place);
  });
  return conflict === undefined ? { place: last } : { conflict };
}

function refuseMisuse(streams: readonly StreamAppend[]): void {
  const names = new Set<StreamName>();
  for (const { stream, events } of streams) {
    if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
    if (names.has(stream)) throw new RangeError(`${stream} is named twice in one append`);
    names.add(stream);
  }
}

/** The server would take one id twice for a repetition, and swallow the second. */
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

/** The events in runs that the server takes at once. */
function chunked({ stream, events }: StreamAppend): NewEvent[][] {
  const chunks: NewEvent[][] = [];
  let room = 0;
  for (const event of events) {
    const size = sizeOf(event);
    if (size > largestAppend) {
      throw new RangeError(
        `an event of ${size} bytes for ${stream} is too large: EventStoreDB takes ${largestAppend} at once`,
      );
    }
    if (size > room) {
      chunks.push([]);
      room = largestAppend;
    }
    chunks.at(-1)?.push(event);
    room -= size;
  }
  return chunks;
}

/** Chunk after chunk, each where the one before ended. Undefined when the stream is not where it is expected. */
async function appendChunks(
  connection: Connection,
  stream: StreamName,
  expected: ExpectedRevision,
  chunks: readonly (readonly NewEvent[])[],
): Promise<Place | undefined> {
  let next = expected;
  let place: Place | undefined;
  for (const events of chunks) {
    place = await appendChunk(connection, stream, next, events);
    if (place === undefined) return undefined;
    if (next !== "any") next = (next === "no-stream" ? -1 : next) + events.length;
  }
  return place;
}

/**
 * An append whose answer was lost is sent again. With an expected revision the server finds it in the stream; without,
 * it remembers the ids only until it is restarted, so they are looked for.
 */
async function appendChunk(
  connection: Connection,
  stream: StreamName,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Place | undefined> {
  const begun = new Date(Date.now() - clockSkew);
  const data = events.map(eventData);
  const lastId = events.at(-1)?.id.toLowerCase() ?? "";
  return connection.persist(async (attempt) => {
    if (attempt > 1 && expected === "any") {
      const standing = await findRecent(connection, stream, lastId, begun);
      if (standing !== undefined) return placeOf(standing);
    }
    try {
      const { client, appending } = connection;
      const expectedRevision = expected === "any" ? ANY : expected === "no-stream" ? NO_STREAM : BigInt(expected);
      const done = await client.appendToStream(stream, data, { ...appending, expectedRevision });
      // A repetition that the server has not finished indexing comes without its position.
      return done.position ?? (await placeInStream(connection, stream, done.nextExpectedRevision));
    } catch (error) {
      if (kindOf(error) === "wrong-expected-version") return undefined;
      throw error;
    }
  });
}
