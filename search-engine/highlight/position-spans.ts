import { item } from "../bytes/arrays.ts";
import type { TextWork } from "./text-work.ts";

/** Positions from the first to the last word of a phrase. */
export interface PositionSpan {
  readonly start: number;
  readonly end: number;
}

/** Steps of putting a span in order, and what its entries take. */
const SPAN_STEPS = 20;
const SPAN_BYTES = 100;

/** The phrases in a text that a term belongs to. */
export class PositionSpans {
  readonly #work: TextWork;
  readonly #spans: PositionSpan[] = [];
  #byStart: SpansByStart | undefined;

  constructor(work: TextWork) {
    this.#work = work;
  }

  /** @throws ShardFailure when there are too many */
  add(spans: readonly PositionSpan[]): void {
    this.#work.spend(spans.length * SPAN_STEPS);
    this.#work.take(spans.length * SPAN_BYTES);
    for (const span of spans) this.#spans.push(span);
    this.#byStart = undefined;
  }

  /** Whether the position lies in a phrase. */
  isIn(position: number): boolean {
    const { starts, greatestEnds } = this.#index();
    let low = 0;
    for (let high = starts.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (item(starts, middle) <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 && item(greatestEnds, low - 1) >= position;
  }

  /** Where the phrase ends that was found first of those that begin at the position. */
  endOf(start: number): number | undefined {
    return this.#index().ends.get(start);
  }

  #index(): SpansByStart {
    this.#byStart ??= byStart(this.#spans);
    return this.#byStart;
  }
}

interface SpansByStart {
  readonly starts: readonly number[];
  /** Of each span, the greatest end of it and those before it. */
  readonly greatestEnds: readonly number[];
  /** By start. */
  readonly ends: ReadonlyMap<number, number>;
}

function byStart(spans: readonly PositionSpan[]): SpansByStart {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let greatest = 0;
  return {
    starts: sorted.map(({ start }) => start),
    greatestEnds: sorted.map(({ end }) => {
      greatest = Math.max(greatest, end);
      return greatest;
    }),
    ends: new Map(spans.toReversed().map(({ start, end }) => [start, end])),
  };
}
