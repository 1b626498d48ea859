import {
  type IngestResult,
  LISTED_LINE_ERRORS,
  type LineError,
  MAX_LINE_BYTES,
} from "../../../contracts/observation.ts";
import { retry } from "../../../platform/async/retry.ts";
import { DatabaseUnavailable } from "../../../platform/database/port.ts";
import {
  comparePositions,
  type EventStore,
  EventStoreUnavailable,
  type Position,
} from "../../../platform/event-store/port.ts";
import { HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { LinesWrite, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { linesOf } from "../parsing/lines.ts";
import { type IngestedLines, ingestLinesJob, type LinesInput } from "./job.ts";
import { logBefore } from "./store-values.ts";

/** How long an upload waits for an engine that is away. */
const ENGINE_TIMEOUT_MS = 60_000;
const throughOutage = { firstMs: 250, maxMs: 5_000, timeoutMs: ENGINE_TIMEOUT_MS, isTransient };

export interface UploadDependencies {
  readonly eventStore: EventStore;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  /** The network's, minutes. */
  readonly offset: number;
}

/**
 * Stores lines while they come: one chunk is stored while the next one arrives, so that an upload of any length takes
 * the same memory.
 */
export async function storeLines(dependencies: UploadDependencies, write: LinesWrite): Promise<Written<IngestResult>> {
  const { eventStore, offset } = dependencies;
  const before = await retry(() => logBefore(eventStore, write), throughOutage);
  const tally = new Tally(eventStore.start, write.isRetry);
  let storing: Promise<void> = Promise.resolve();
  const store = async (bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<void> => {
    const { deferred, isRetry, lines } = tally;
    const chunk = { ...write, offset, bytes, first: lines + 1, deferred, isRetry, isLast, ...before };
    const stored = await persistently(dependencies, chunk).catch((error: unknown) => {
      // After a failure it is unknown whether values were stored.
      write.noteStored();
      throw error;
    });
    if (stored.values > 0) write.noteStored();
    tally.count(stored);
  };
  const storeDeferred = async (): Promise<void> => {
    if (tally.deferred.length > 0) await store(new Uint8Array(0), true);
  };
  let mayGoOn = true;
  try {
    for await (const bytes of linesOf(write.request, { place: write.place, maxLineBytes: MAX_LINE_BYTES })) {
      await storing;
      mayGoOn = await retry(write.mayGoOn, throughOutage);
      if (!mayGoOn) break;
      storing = store(bytes, false);
      // Awaited with the next chunk, which may take its time.
      storing.catch(() => undefined);
    }
  } catch (error) {
    // A retry must find all lines that came, so they are stored before this request ends.
    await storing.then(storeDeferred).catch(() => undefined);
    throw error;
  }
  await storing;
  await storeDeferred();
  if (!mayGoOn) throw accountChanged(tally, write.context.dryRun);
  return { position: tally.position, result: tally.result() };
}

function accountChanged({ lines, accepted, refused }: Tally, dryRun: boolean): HttpProblem {
  const stored = dryRun ? 0 : accepted;
  return problem(
    "token-invalid",
    `The account was disabled or changed during the upload, before line ${lines + 1} (lines stored: ${stored}, refused: ${refused}). Log in again; with an Idempotency-Key, sending all of it again adds what is missing.`,
  );
}

interface Chunk extends LinesWrite, Omit<LinesInput, "upload"> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Stores the chunk, also through an outage of the engine. @throws HttpProblem, or the outage when it lasts too long. */
function persistently({ jobs, clock }: UploadDependencies, chunk: Chunk): Promise<Stored> {
  const { offset, first, deferred, isLast, logEndBefore, delivery: upload } = chunk;
  return retry(async (attempt) => {
    const metadata = { ...chunk.context.metadata, time: clock().toISOString() };
    const context = { ...chunk.context, metadata };
    // After a failure it is unknown whether the chunk was stored.
    const isRetry = chunk.isRetry || attempt > 1;
    const input = { first, deferred, isLast, context, upload, isRetry, offset, ...(logEndBefore && { logEndBefore }) };
    // A copy, since the job's bytes leave for another thread.
    const stored = await jobs.run(ingestLinesJob, { bytes: chunk.bytes.slice(), ...input }, chunk.identity.provider);
    if (stored.outcome === "done") return { ...stored, isRetry: chunk.isRetry || (stored.isRetry && attempt === 1) };
    throw problem("busy", "The same upload is being stored by another request; try again.");
  }, throughOutage);
}

function isTransient(error: unknown): boolean {
  if (error instanceof HttpProblem) return error.code === "busy";
  return error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable;
}

type Stored = Extract<IngestedLines, { outcome: "done" }>;

/** Adds up the results of the chunks, and keeps what the next one continues with. */
class Tally {
  position: Position;
  lines = 0;
  accepted = 0;
  refused = 0;
  deferred: Stored["deferred"] = [];
  isRetry: boolean;
  readonly #series = new Set<number>();
  #values = 0;
  readonly #errors: LineError[] = [];

  constructor(position: Position, isRetry: boolean) {
    this.position = position;
    this.isRetry = isRetry;
  }

  count({ position, lines, accepted, series, values, refused, errors, deferred, isRetry }: Stored): void {
    this.deferred = deferred;
    this.isRetry = isRetry;
    if (comparePositions(this.position, position) < 0) this.position = position;
    this.lines += lines;
    this.accepted += accepted;
    for (const id of series) this.#series.add(id);
    this.#values += values;
    this.refused += refused;
    this.#errors.push(...errors.slice(0, LISTED_LINE_ERRORS - this.#errors.length));
  }

  result(): IngestResult {
    return { series: this.#series.size, values: this.#values, refused: this.refused, errors: this.#errors };
  }
}
