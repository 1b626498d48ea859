import { BACKWARDS, END, FORWARDS, type RecordedEvent as ServerEvent, type StreamingRead } from "@eventstore/db-client";
import { forEachConcurrently } from "../../async/for-each-concurrently.ts";
import { type Backlog, type EventHead, EventStoreUnavailable, type RecordedEvent, type StreamName } from "../port.ts";
import { leaveConnection } from "./client.ts";
import { type Connection, kindOf, SILENCE_TIMEOUT_MS, withinDeadline } from "./connection.ts";
import { headOf, pointerOf, recorded } from "./events.ts";
import { beginning, type CommitPointer, comparePointers, type Positions } from "./positions.ts";

export interface Limits {
  readonly count: number;
  /** Bytes of data; a page ends with the event that reaches this number. */
  readonly bytes: number;
}

/** The same number as for appends, and for the same reason. */
const CONCURRENT_READS = 80;
const MAX_BACKLOG_EVENTS = 1_000;
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;

/** A stream's events from a revision on; none when it does not exist. */
export async function readStreamPage(
  connection: Connection,
  positions: Positions,
  stream: StreamName,
  from: number,
  limits: Limits,
): Promise<RecordedEvent[]> {
  const page = await readStream(
    connection,
    stream,
    { from: BigInt(from), direction: FORWARDS, count: limits.count },
    limits.bytes,
  );
  return page.map((event) => recorded(event, positions));
}

/** The last wanted event of a stream. The server sends the contents of the newer ones too, page by page. */
export async function findLast(
  connection: Connection,
  positions: Positions,
  stream: StreamName,
  isWanted: (head: EventHead) => boolean,
  { count, bytes }: Limits,
): Promise<RecordedEvent | undefined> {
  const isFound = (event: ServerEvent) => isWanted(headOf(event, positions));
  for (let from: Range["from"] = END; ; ) {
    const page: ServerEvent[] = await readStream(connection, stream, { from, direction: BACKWARDS, count }, bytes);
    const found = page.find(isFound);
    if (found) return recorded(found, positions);
    const last = page.at(-1);
    if (last === undefined || last.revision === 0n) return undefined;
    from = last.revision - 1n;
  }
}

/** A stream's first event; undefined when it does not exist. */
export async function readFirst(connection: Connection, stream: StreamName): Promise<ServerEvent | undefined> {
  return (await readStream(connection, stream, { from: 0n, direction: FORWARDS, count: 1 }))[0];
}

/** The last events of the streams that exist. The server can read only one stream per call, so many calls run at once. */
export async function readHeads(
  connection: Connection,
  positions: Positions,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, EventHead>> {
  const heads = new Map<StreamName, EventHead>();
  await forEachConcurrently(CONCURRENT_READS, new Set(streams), async (stream) => {
    const [last] = await readStream(connection, stream, { from: END, direction: BACKWARDS, count: 1 });
    if (last !== undefined) heads.set(stream, headOf(last, positions));
  });
  return heads;
}

/** The pointer of one event of a stream. */
export async function pointerInStream(
  connection: Connection,
  stream: StreamName,
  revision: bigint,
): Promise<CommitPointer> {
  const [event] = await readStream(connection, stream, { from: revision, direction: FORWARDS, count: 1 });
  if (event?.revision !== revision) throw new Error(`EventStoreDB has lost event ${revision} of stream ${stream}`);
  return pointerOf(event);
}

/** The event with this id among the newest of a stream, back to `since`. */
export async function findRecent(
  connection: Connection,
  stream: StreamName,
  id: string,
  since: Date,
): Promise<ServerEvent | undefined> {
  const newest = await readStream(
    connection,
    stream,
    { from: END, direction: BACKWARDS, count: 1_000 },
    Number.POSITIVE_INFINITY,
    (event) => event.id === id || event.created < since,
  );
  const last = newest.at(-1);
  return last?.id === id ? last : undefined;
}

/** The pointer of the newest event in the whole server, whichever application wrote it. */
export async function readHead(connection: Connection): Promise<CommitPointer> {
  return connection.persist(async () => {
    const { client, reading } = connection;
    const [last] = await collected(
      connection,
      client.readAll({ ...reading, fromPosition: END, direction: BACKWARDS, maxCount: 1 }),
    );
    return last?.event === undefined ? beginning : pointerOf(last.event);
  });
}

/**
 * Number of events of the types behind a pointer. The server can't count, so up to a thousand events of any type are
 * read, within a limit of bytes.
 */
export async function readBacklog(
  connection: Connection,
  after: CommitPointer,
  types: ReadonlySet<string>,
): Promise<Backlog> {
  return connection.persist(async () => {
    const { client, reading } = connection;
    let bytes = 0;
    const range = { fromPosition: after, direction: FORWARDS, maxCount: MAX_BACKLOG_EVENTS } as const;
    const read = await collected(connection, client.readAll({ ...reading, ...range }), ({ event }) => {
      bytes += event?.data instanceof Uint8Array ? event.data.byteLength : 0;
      return bytes >= MAX_BACKLOG_BYTES;
    });
    const behind = read.flatMap(({ event }) =>
      event !== undefined && types.has(event.type) && comparePointers(pointerOf(event), after) > 0 ? event : [],
    );
    const isCut = read.length >= MAX_BACKLOG_EVENTS || bytes >= MAX_BACKLOG_BYTES;
    const oldest = behind[0] ?? (isCut ? read.at(-1)?.event : undefined);
    const seconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.created.getTime()) / 1_000);
    return { events: behind.length, seconds };
  });
}

interface Range {
  readonly from: bigint | typeof END;
  readonly direction: typeof FORWARDS | typeof BACKWARDS;
  readonly count: number;
}

async function readStream(
  connection: Connection,
  stream: StreamName,
  { from, direction, count }: Range,
  bytes = Number.POSITIVE_INFINITY,
  isEnough: (event: ServerEvent) => boolean = () => false,
): Promise<ServerEvent[]> {
  return connection.persist(async () => {
    const { client, reading } = connection;
    let read = 0;
    try {
      const answers = client.readStream(stream, { ...reading, fromRevision: from, direction, maxCount: count });
      const found = await collected(connection, answers, ({ event }) => {
        if (event === undefined) return false;
        read += event.data instanceof Uint8Array ? event.data.byteLength : 0;
        return read >= bytes || isEnough(event);
      });
      return found.flatMap(({ event }) => event ?? []);
    } catch (error) {
      if (kindOf(error) === "stream-not-found") return [];
      throw error;
    }
  });
}

/**
 * The answers up to the first for which `isEnough` holds. The rest are drained, since the client releases a call only
 * when its stream has ended. A silent server is given up.
 */
async function collected<Answer>(
  { client }: Connection,
  answers: StreamingRead<Answer>,
  isEnough: (answer: Answer) => boolean = () => false,
): Promise<Answer[]> {
  const cancel = () => void answers.cancel().catch(() => undefined);
  const leave = leaveConnection(client);
  const found: Answer[] = [];
  let done = false;
  let silence: NodeJS.Timeout | undefined;
  const collecting = new Promise<void>((resolve, reject) => {
    silence = setTimeout(() => {
      cancel();
      leave();
      reject(new EventStoreUnavailable("EventStoreDB is silent"));
    }, SILENCE_TIMEOUT_MS);
    answers.on("error", reject);
    answers.on("end", resolve);
    answers.on("data", (answer) => {
      if (done) return;
      silence?.refresh();
      found.push(answer);
      done = isEnough(answer);
      if (!done) return;
      cancel();
      resolve();
    });
  });
  try {
    await withinDeadline(collecting, cancel);
  } finally {
    clearTimeout(silence);
  }
  return found;
}
