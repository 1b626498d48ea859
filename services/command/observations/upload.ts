import { setTimeout as pause } from "node:timers/promises";
import { type IngestResult, LISTED_LINE_ERRORS, type LineError } from "../../../contracts/observation.ts";
import { DatabaseUnavailable } from "../../../platform/database/port.ts";
import { comparePositions, EventStoreUnavailable, type Position } from "../../../platform/event-store/port.ts";
import { HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { LinesWrite, WriteDependencies, Written } from "../http/write.ts";
import { linesOf } from "../parsing/lines.ts";
import type { IngestedLines } from "./ingest.ts";
import { LONGEST_LINE } from "./read-entries.ts";

/** Milliseconds that an upload waits for an engine that is away, before it gives up. */
const PATIENCE = 60_000;
const PAUSES = { least: 250, most: 5_000 };

/**
 * Takes in lines while they come: a chunk of them is stored while the next one arrives, and no more, so that an upload
 * of any length takes the same memory. `offset`: that of the network, minutes.
 */
export async function takeLines(
  dependencies: WriteDependencies,
  offset: number,
  write: LinesWrite,
): Promise<Written<IngestResult>> {
  const tally = new Tally(dependencies.eventStore.start);
  let storing: Promise<void> = Promise.resolve();
  const store = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    tally.count(await persistently(dependencies, { ...write, offset, bytes, first: tally.lines + 1 }));
  };
  try {
    for await (const bytes of linesOf(write.request, { longest: LONGEST_LINE })) {
      await storing;
      storing = store(bytes);
      // Awaited with the next chunk, which may take its time.
      storing.catch(() => undefined);
    }
  } catch (error) {
    // Whoever sends it again must find what is under way.
    await storing.catch(() => undefined);
    throw error;
  }
  await storing;
  return { position: tally.position, result: tally.result() };
}

interface Chunk extends LinesWrite {
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly first: number;
}

/** Stores the chunk, also through an outage. @throws HttpProblem, or what says that the engine stays away. */
async function persistently(dependencies: WriteDependencies, chunk: Chunk): Promise<Stored> {
  const { jobs, clock } = dependencies;
  const { dryRun, offset, first, delivery: upload } = chunk;
  let { again } = chunk;
  const end = Date.now() + PATIENCE;
  for (let wait = PAUSES.least; ; wait = Math.min(2 * wait, PAUSES.most)) {
    try {
      const cause = { ...chunk.cause, time: clock().toISOString() };
      // A copy, since the job's bytes leave for another thread.
      const bytes = chunk.bytes.slice();
      const stored = await jobs.run({ kind: "ingest-lines", bytes, first, cause, upload, again, dryRun, offset });
      if (stored.outcome === "done") return stored;
      throw problem("busy", "The same upload is being stored by another request; try again.");
    } catch (error) {
      if (!isPassing(error) || Date.now() + wait > end) throw error;
      // Nobody knows what became of it.
      again = true;
      await pause(wait);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof HttpProblem) return error.code === "busy";
  return error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable;
}

type Stored = Extract<IngestedLines, { outcome: "done" }>;

/** Adds up what came of the chunks. */
class Tally {
  position: Position;
  lines = 0;
  readonly #series = new Set<number>();
  #values = 0;
  #refused = 0;
  readonly #errors: LineError[] = [];

  constructor(position: Position) {
    this.position = position;
  }

  count({ position, lines, series, values, refused, errors }: Stored): void {
    if (comparePositions(this.position, position) < 0) this.position = position;
    this.lines += lines;
    for (const id of series) this.#series.add(id);
    this.#values += values;
    this.#refused += refused;
    this.#errors.push(...errors.slice(0, LISTED_LINE_ERRORS - this.#errors.length));
  }

  result(): IngestResult {
    return { series: this.#series.size, values: this.#values, refused: this.#refused, errors: this.#errors };
  }
}
