import { randomUUID } from "node:crypto";
import type { ViewName } from "../../contracts/views.ts";
import { delay } from "../../platform/async/delay.ts";
import type { Database, Queryable } from "../../platform/database/port.ts";
import { comparePositions, type EventStore, type Position } from "../../platform/event-store/port.ts";
import { shareOf } from "../../platform/event-store/positions.ts";
import { type DropIndex, dropBuild } from "../../platform/views/drop.ts";
import { releaseLease, takeLease, withLease } from "../../platform/views/lease.ts";
import { sizeOf } from "../../platform/views/listing.ts";
import { createBuild, lockBuild, readCheckpoint, registeredBuilds, SCRATCH } from "../../platform/views/registry.ts";
import { compareTables, type TableDifferences } from "./compare.ts";
import { applyOrSkip, skipsIn } from "./skips.ts";
import type { SqlView } from "./view.ts";
import { ViewWriter } from "./writer.ts";

export interface VerifyParts {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, "start" | "follow" | "read">;
  /** Stops the comparison. */
  readonly signal: AbortSignal;
  /** Called with the number of events that were applied so far, and their share of those that the compared build has. */
  readonly onProgress?: (events: number, share: number) => void;
  /** Called with the number of rows that were compared so far, and their share of those that the compared build has. */
  readonly onCompared?: (rows: number, share: number) => void;
  /** How long the projector has the lock of the compared build after an attempt to hold it still. */
  readonly pauseMs?: number;
}

/** A row that differs from the one that the log gives: changed, surplus or missing. */
export type DifferentRow = TableDifferences["rows"][number] & { readonly table: string };

export interface Verified {
  readonly generation: number;
  /** Number of rows that differ. */
  readonly count: number;
  /** The first of each table, by key. */
  readonly rows: readonly DifferentRow[];
}

/** The compared build goes on faster than it can be followed. */
export class ComparisonGivenUp extends Error {
  override readonly name = "ComparisonGivenUp";
}

/** Missing events up to which the compared build is held still. */
const MAX_EVENTS_WHILE_LOCKED = 200;
/**
 * Time after which the build is released if the missing events take longer: a writing transaction stalls the log's readers.
 */
const MAX_LOCKED_MS = 300;
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 30;
/** Rounds in a row in which catching up may leave no fewer events than the fewest before. */
const MAX_ROUNDS_WITHOUT_GAIN = 30;
/** Size of a batch. The build can be released between two batches. */
const BATCH = { batchSize: 1_000, batchBytes: 6 * 1024 ** 2 };
const BATCH_WHILE_LOCKED = { batchSize: 10, batchBytes: 256 * 1024 };
/** Longer than dropping one build takes. */
const DROP_LEASE_MS = 60_000;

/**
 * Builds the view aside from the log, up to the position of the newest complete build of its version, and compares the two
 * row by row at that position. Undefined when there is no complete build. Waits while another process compares the view.
 * @throws ComparisonGivenUp; whatever ends a build: an event that can't be applied; failures of the engines; the signal's
 * reason
 */
export async function verifyView(name: ViewName, view: SqlView, parts: VerifyParts): Promise<Verified | undefined> {
  let verified: Verified | undefined;
  const work = async (signal: AbortSignal) => {
    verified = await compareWithAside(name, view, { ...parts, signal });
  };
  await withLease(parts.database, comparison(view), parts.signal, work, { holder: randomUUID() });
  parts.signal.throwIfAborted();
  return verified;
}

/** Drops the remains of killed comparisons. */
export async function dropKilledComparisons(database: Database, views: readonly SqlView[]): Promise<void> {
  const holder = randomUUID();
  for (const view of views) {
    if (!(await takeLease(database, comparison(view), holder, DROP_LEASE_MS))) continue;
    try {
      await dropBuild(database, view.build(SCRATCH), withoutIndex);
    } finally {
      await releaseLease(database, comparison(view), holder);
    }
  }
}

/** A build that is made to be compared has tables only. */
const withoutIndex: DropIndex = async () => {};

/** The lease of the build that a comparison makes. */
const comparison = ({ name, version }: SqlView) => ({ name: `${name} compared`, version });

async function compareWithAside(name: ViewName, view: SqlView, parts: VerifyParts): Promise<Verified | undefined> {
  const { database, eventStore, pauseMs = PAUSE_MS } = parts;
  const builds = await registeredBuilds(database);
  const found = builds.findLast((each) => each.name === name && each.version === view.version && each.complete);
  if (!found) return undefined;
  const live = view.build(found.generation);
  const aside = view.build(SCRATCH);
  // An interrupted comparison may have left a build.
  await dropBuild(database, aside, withoutIndex);
  await createBuild(database, aside, eventStore.start);
  try {
    const writer = new ViewWriter(database, aside, await readCheckpoint(database, aside));
    const apply = applyTo(writer, aside, parts);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (attempt > 1) await delay(pauseMs, parts.signal);
      if (!(await catchUp(live, apply, parts))) break;
      const verified = await database.transaction(async (snapshot) => {
        await snapshot.query("set transaction isolation level repeatable read, read only");
        const isLevel = await holdLevel(snapshot, live, apply, parts);
        return isLevel ? compareBuilds(snapshot, { live, aside }, parts) : undefined;
      });
      if (verified) return { generation: live.generation, ...verified };
    }
    throw new ComparisonGivenUp(
      `${name} can't be compared while so many events are written. Repeat it when fewer are.`,
    );
  } finally {
    await dropBuild(database, aside, withoutIndex);
  }
}

/** Applies the events of the compared build until few are missing. False when it grows as fast as they are applied. */
async function catchUp(live: SqlView, apply: Apply, { database }: VerifyParts): Promise<boolean> {
  let fewest = Number.POSITIVE_INFINITY;
  let withoutGain = 0;
  while (withoutGain < MAX_ROUNDS_WITHOUT_GAIN) {
    const { events } = await apply((await readCheckpoint(database, live)).position);
    if (events <= MAX_EVENTS_WHILE_LOCKED) return true;
    withoutGain = events < fewest ? 0 : withoutGain + 1;
    fewest = Math.min(fewest, events);
  }
  return false;
}

/**
 * Holds the compared build still until the other one has its events, and then begins the snapshot. False if that would take
 * too long.
 */
async function holdLevel(
  snapshot: Queryable,
  live: SqlView,
  apply: Apply,
  { database }: VerifyParts,
): Promise<boolean> {
  return database.transaction(async (lock) => {
    await lockBuild(lock, live);
    const enough = AbortSignal.timeout(MAX_LOCKED_MS);
    const { isLevel } = await apply((await readCheckpoint(lock, live)).position, { ...BATCH_WHILE_LOCKED, enough });
    if (!isLevel) return false;
    // The first query of the transaction fixes its snapshot.
    await snapshot.query("select 1");
    return true;
  });
}

async function compareBuilds(
  snapshot: Queryable,
  { live, aside }: Readonly<Record<"live" | "aside", SqlView>>,
  { signal, onCompared }: VerifyParts,
): Promise<Omit<Verified, "generation">> {
  let count = 0;
  let compared = 0;
  const rows: DifferentRow[] = [];
  const all = (await sizeOf(snapshot, live.schema)).rows;
  for (const [table, name] of Object.entries(live.tables)) {
    const tables = { live: name, aside: aside.tables[table] ?? "" };
    const differences = await compareTables(snapshot, tables, signal, (rows) => {
      compared += rows;
      onCompared?.(compared, compared < all ? compared / all : 1);
    });
    count += differences.count;
    rows.push(...differences.rows.map((row) => ({ ...row, table })));
  }
  return { count, rows };
}

interface ApplyOptions {
  readonly batchSize: number;
  readonly batchBytes: number;
  /** Ends the work between two batches. */
  readonly enough?: AbortSignal;
}

interface Applied {
  readonly events: number;
  /** Whether all events up to the position are applied. */
  readonly isLevel: boolean;
}

type Apply = (end: Position, options?: ApplyOptions) => Promise<Applied>;

/** A function that applies the events up to a position. */
function applyTo(writer: ViewWriter, view: SqlView, { eventStore, signal, onProgress }: VerifyParts): Apply {
  let all = 0;
  const isSkipped = (event: string) => skipsIn(eventStore)(view.name, event);
  return async (end, { enough, ...batches }: ApplyOptions = BATCH) => {
    const before = all;
    const isLevel = () => comparePositions(writer.checkpoint.position, end) >= 0;
    if (isLevel()) return { events: 0, isLevel: true };
    const reached = new AbortController();
    const stopping = enough ? AbortSignal.any([signal, enough]) : signal;
    const options = { ...batches, types: view.handles, signal: AbortSignal.any([stopping, reached.signal]) };
    for await (const batch of eventStore.follow(writer.checkpoint.position, options)) {
      const events = batch.events.filter(({ position }) => comparePositions(position, end) <= 0);
      const isLast = comparePositions(batch.position, end) >= 0;
      all += await applyOrSkip(
        writer,
        { events, position: isLast ? end : batch.position },
        { isSkipped, signal: stopping },
      );
      signal.throwIfAborted();
      onProgress?.(all, shareOf(batch.position, end));
      if (isLast) reached.abort();
    }
    // Following ends without an error when it is interrupted.
    signal.throwIfAborted();
    return { events: all - before, isLevel: isLevel() };
  };
}
