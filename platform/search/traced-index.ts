import { comparePositions, type Position } from "../event-store/port.ts";
import { causesOf, type Tracing } from "../tracing/port.ts";
import type { TraceContext } from "../tracing/trace-context.ts";

/**
 * Maximum batches of a build that wait for its index; older ones are not traced. If nothing in the process follows the
 * build, they wait for ever.
 */
const MAX_WAITING = 100;

interface Waiting {
  readonly position: Position;
  readonly since: number;
  readonly causes: readonly TraceContext[];
}

/** Batches that wait for the index of a build, and the index's position. */
interface Followed {
  waiting: Waiting[];
  shown?: Position;
}

/**
 * Traces the time from the catalogue's commit of a batch until the search index shows it. This is known where one
 * process builds the view and follows it.
 */
export class TracedIndex {
  readonly #tracing: Tracing;
  /** Builds by their schema. */
  readonly #builds = new Map<string, Followed>();

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** Reports that the build with this schema has the events up to this position. */
  committed(schema: string, position: Position, causes: readonly TraceContext[]): void {
    if (causes.length === 0) return;
    const { waiting, shown } = this.#of(schema);
    if (waiting.length === MAX_WAITING) waiting.shift();
    waiting.push({ position, since: Date.now(), causes });
    // The index, in a process of its own, may have been faster.
    if (shown) this.shown(schema, shown);
  }

  /** Reports that the build's index shows the events up to this position. Makes one span for all batches shown together. */
  shown(schema: string, position: Position): void {
    const build = this.#of(schema);
    build.shown = position;
    const isShown = (batch: Waiting) => comparePositions(batch.position, position) <= 0;
    const shown = build.waiting.filter(isShown);
    const [first] = shown;
    if (!first) return;
    build.waiting = build.waiting.filter((batch) => !isShown(batch));
    const causes = causesOf(shown.flatMap((batch) => batch.causes.map((meta) => ({ meta }))));
    const attributes = { "airlog.view": "catalogue", "airlog.batches": shown.length };
    this.#tracing.start("index catalogue", { kind: "internal", causes, attributes, startTime: first.since }).end();
  }

  #of(schema: string): Followed {
    const known = this.#builds.get(schema) ?? { waiting: [] };
    this.#builds.set(schema, known);
    return known;
  }
}
