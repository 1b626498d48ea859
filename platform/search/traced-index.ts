import { comparePositions, type Position } from "../event-store/port.ts";
import { causesOf, type Tracing } from "../tracing/port.ts";
import type { TraceContext } from "../tracing/trace-context.ts";

/** Batches that wait for the index; of more than these, the oldest are not traced. */
const MAX_WAITING = 1_000;

interface Waiting {
  readonly position: Position;
  readonly since: number;
  readonly causes: readonly TraceContext[];
}

/**
 * The time from the catalogue's commit of a batch until the search index shows it. Known where one process makes the view and
 * follows it.
 */
export class TracedIndex {
  readonly #tracing: Tracing;
  #waiting: Waiting[] = [];
  #shown: Position | undefined;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** The catalogue has the events up to this position. */
  committed(position: Position, causes: readonly TraceContext[]): void {
    if (causes.length === 0) return;
    if (this.#waiting.length === MAX_WAITING) this.#waiting.shift();
    this.#waiting.push({ position, since: Date.now(), causes });
    // The index, in a process of its own, may have been told first.
    if (this.#shown) this.shown(this.#shown);
  }

  /** The index shows the events up to this position: one span for all batches that it has taken at once. */
  shown(position: Position): void {
    this.#shown = position;
    const isShown = (batch: Waiting) => comparePositions(batch.position, position) <= 0;
    const shown = this.#waiting.filter(isShown);
    const [first] = shown;
    if (!first) return;
    this.#waiting = this.#waiting.filter((batch) => !isShown(batch));
    const causes = causesOf(shown.flatMap((batch) => batch.causes.map((meta) => ({ meta }))));
    const attributes = { "airlog.view": "catalogue", "airlog.batches": shown.length };
    this.#tracing.start("index catalogue", { kind: "internal", causes, attributes, startTime: first.since }).end();
  }
}
