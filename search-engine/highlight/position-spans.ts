import { item } from "../bytes/arrays.ts";
import type { TextWork } from "./text-work.ts";

/** Positions from the first to the last word of a phrase. */
export interface PositionSpan {
  readonly start: number;
  readonly end: number;
}

/** Steps of sorting a span, and the memory of its entries. */
const SPAN_STEPS = 20;
const SPAN_BYTES = 100;

/** The phrases of a text that contain a term. */
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

  /** The end of the phrase that was found first at this start. */
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
  /** For each span, the greatest end up to it. */
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
