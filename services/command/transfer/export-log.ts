import { createHash } from "node:crypto";
import type { Database } from "../../../platform/database/port.ts";
import {
  comparePositions,
  type EventBatch,
  type EventStore,
  type Position,
} from "../../../platform/event-store/port.ts";
import { shareOf } from "../../../platform/event-store/positions.ts";
import { openAccounts } from "../accounts/accounts.ts";
import { lastIds } from "../handling/unique-names.ts";
import { eventLine, otherLine } from "./lines.ts";

export interface ExportOptions {
  /** The export ends before the first event that was decided later. */
  readonly until?: Date | undefined;
  /** Called with the number of events so far, and their share of the log unless a time ends them. */
  readonly onProgress?: (events: number, share?: number) => void;
}

/** The engines whose content moves with a log. */
export interface LogEngines {
  readonly eventStore: EventStore;
  readonly database: Database;
}

/**
 * The lines of the log as it stands, in pieces of some megabytes: every event that is committed now, the accounts, the
 * sequences of ids, and the closing line. @throws EventStoreUnavailable, DatabaseUnavailable
 */
export async function* exportLog(engines: LogEngines, options: ExportOptions = {}): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const lines of linesOf(engines, options)) {
    count += lines.length;
    const piece = Buffer.concat(lines);
    hash.update(piece);
    yield piece;
  }
  yield otherLine({ count, sha256: hash.digest("hex") });
}

async function* linesOf({ eventStore, database }: LogEngines, options: ExportOptions): AsyncGenerator<Buffer[]> {
  const { until, onProgress } = options;
  const head = await eventStore.head();
  let events = 0;
  for await (const batch of batchesToHead(eventStore)) {
    const end = until ? batch.events.findIndex(({ meta }) => new Date(meta.time) > until) : -1;
    const wanted = end < 0 ? batch.events : batch.events.slice(0, end);
    if (wanted.length > 0) yield wanted.map(eventLine);
    events += wanted.length;
    onProgress?.(events, until ? undefined : shareOf(batch.position, head));
    if (end >= 0) break;
  }
  const accounts = await openAccounts(database);
  const lines = (await accounts.all()).map(({ passwordHash, generation, createdAt, disabled, ...account }) => {
    const stored = { password_hash: passwordHash, disabled, token_generation: generation, created_at: createdAt };
    return otherLine({ kind: "account", ...account, ...stored });
  });
  for (const [name, value] of await lastIds(database)) lines.push(otherLine({ kind: "sequence", name, value }));
  yield lines;
}

/** Which events of the log: those after a position, of some types; otherwise all. */
export interface Part {
  readonly after?: Position | undefined;
  readonly types?: readonly string[];
}

/** The events of this part that are committed now. The next batch is read while one is used. */
export async function* batchesToHead(eventStore: EventStore, part: Part = {}): AsyncGenerator<EventBatch> {
  const { after = eventStore.start, ...types } = part;
  const head = await eventStore.head();
  if (comparePositions(after, head) >= 0) return;
  const end = new AbortController();
  const batches = eventStore.follow(after, { signal: end.signal, ...types })[Symbol.asyncIterator]();
  try {
    let arriving = batches.next();
    for (;;) {
      const arrived = await arriving;
      if (arrived.done) return;
      const isLast = comparePositions(arrived.value.position, head) >= 0;
      if (!isLast) {
        arriving = batches.next();
        // Awaited in the next round; it may fail while this batch is used.
        arriving.catch(() => undefined);
      }
      yield arrived.value;
      if (isLast) return;
    }
  } finally {
    end.abort();
    await batches.return?.();
  }
}
