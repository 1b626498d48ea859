import { randomUUID } from "node:crypto";
import { binaryEvent, NO_STREAM } from "@eventstore/db-client";
import type { EventStore } from "../port.ts";
import { append, importEvents } from "./append.ts";
import { Connection, type ConnectionOptions, kindOf } from "./connection.ts";
import { contentOf } from "./events.ts";
import { follow } from "./follow.ts";
import { earlierPointer, laterPointer, Positions } from "./positions.ts";
import { findLast, readBacklog, readFirst, readHead, readHeads, readStreamPage } from "./reading.ts";

const DEFAULT_BATCH_SIZE = 1_000;
const DEFAULT_BATCH_BYTES = 8 * 1024 * 1024;
const PAGE_SIZE = 500;

/** Holds the log's id, written by the first process that opens the store. */
const LOG_STREAM = "airlog-log";

/**
 * The event store in an EventStoreDB (23.10 or later) or KurrentDB, which other applications may share if they write
 * other streams. Appends to many streams are not atomic; repeating one completes it.
 * @throws EventStoreUnavailable when the server can't be reached, or refuses the user · Error when the URL is malformed.
 */
export async function openEventStoreDb(options: ConnectionOptions): Promise<EventStore> {
  const connection = new Connection(options);
  try {
    return storeOver(connection, new Positions(await logId(connection)));
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function logId(connection: Connection): Promise<string> {
  await connection.persist(async () => {
    try {
      const id = randomUUID().replaceAll("-", "").slice(0, 12);
      const created = binaryEvent({ type: "LogCreated", data: new Uint8Array(Buffer.from(id)) });
      await connection.client.appendToStream(LOG_STREAM, created, {
        ...connection.appending,
        expectedRevision: NO_STREAM,
      });
    } catch (error) {
      if (kindOf(error) !== "wrong-expected-version") throw error;
    }
  });
  const first = await readFirst(connection, LOG_STREAM);
  const id = first === undefined ? "" : Buffer.from(contentOf(first)).toString();
  if (!/^[0-9a-f]{12}$/.test(id)) throw new Error(`stream ${LOG_STREAM} of EventStoreDB was written by somebody else`);
  return id;
}

function storeOver(connection: Connection, positions: Positions): EventStore {
  const head = async () => positions.of(await readHead(connection));
  return {
    atomicAcrossStreams: false,
    knowsEveryId: false,
    logId: positions.log,
    start: positions.start,
    head,
    append: async (streams) => {
      if (streams.length === 0) return { outcome: "appended", position: await head() };
      const done = await append(connection, streams);
      if ("conflict" in done) return { outcome: "conflict", stream: done.conflict };
      const position = positions.of(done.pointers.reduce(laterPointer));
      return { outcome: "appended", position, earliest: positions.of(done.pointers.reduce(earlierPointer)) };
    },
    importEvents: (events) => importEvents(connection, events),
    latest: (streams) => readHeads(connection, positions, streams),
    read: async function* (stream, from = 0, pageSize = PAGE_SIZE) {
      const limits = { count: pageSize, bytes: DEFAULT_BATCH_BYTES };
      for (let next = from; ; ) {
        const page = await readStreamPage(connection, positions, stream, next, limits);
        yield* page;
        const last = page.at(-1);
        if (last === undefined) return;
        next = last.revision + 1;
      }
    },
    findLast: (stream, isWanted) =>
      findLast(connection, positions, stream, isWanted, { count: PAGE_SIZE, bytes: DEFAULT_BATCH_BYTES }),
    follow: async function* (position, options) {
      const { batchSize = DEFAULT_BATCH_SIZE, batchBytes = DEFAULT_BATCH_BYTES } = options;
      const from = positions.parse(position);
      yield* follow(connection, positions, from, { count: batchSize, bytes: batchBytes }, options);
    },
    backlog: async (position, types) => readBacklog(connection, positions.parse(position), new Set(types)),
    parsePosition: (text) => positions.of(positions.parse(text)),
    close: () => connection.close(),
  };
}
