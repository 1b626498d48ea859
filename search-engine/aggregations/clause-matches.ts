import { u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Clause } from "../language/queries/table.ts";
import type { AggregationContext } from "./aggregation.ts";
import type { Matcher } from "./matcher.ts";

/** Pairs of document and clause that are matched at once. */
const MAX_PAIRS = 2 ** 18;

/** Tells which of several clauses match each document that an aggregation collects. */
export class ClauseMatches {
  readonly #matchers: readonly Matcher[];

  /** @throws ShardFailure */
  constructor(clauses: readonly Clause[], context: AggregationContext) {
    this.#matchers = clauses.map((clause) => context.matcher(clause));
  }

  /**
   * Calls `take` with the index of each of docs[0 .. count) and the places of the clauses that match it, ascending;
   * undefined where none does. `docs` ascend and may repeat a document.
   */
  each(
    segment: SegmentReader,
    docs: Uint32Array,
    count: number,
    take: (index: number, places: readonly number[] | undefined) => void,
  ): void {
    const size = Math.ceil(MAX_PAIRS / this.#matchers.length);
    for (let from = 0; from < count; from += size) {
      const to = Math.min(count, from + size);
      this.#some(segment, docs.subarray(from, to), to - from, (index, places) => take(from + index, places));
    }
  }

  #some(
    segment: SegmentReader,
    docs: Uint32Array,
    count: number,
    take: (index: number, places: readonly number[] | undefined) => void,
  ): void {
    const distinct = distinctOf(docs, count);
    const found = this.#matching(segment, distinct);
    for (let index = 0, place = 0; index < count; index++) {
      if (docs[index] !== distinct[place]) place++;
      take(index, found[place]);
    }
  }

  /** The clauses that match each of the documents; undefined where none does. */
  #matching(segment: SegmentReader, docs: Uint32Array): readonly (readonly number[] | undefined)[] {
    const found: (number[] | undefined)[] = [];
    for (const [place, matcher] of this.#matchers.entries()) {
      matcher.each(segment, docs, docs.length, (index) => {
        const list = found[index];
        if (list) list.push(place);
        else found[index] = [place];
      });
    }
    return found;
  }
}

function distinctOf(docs: Uint32Array, count: number): Uint32Array {
  const distinct = new Uint32Array(count);
  let size = 0;
  for (let index = 0; index < count; index++) {
    if (index === 0 || docs[index] !== docs[index - 1]) distinct[size++] = u32(docs, index);
  }
  return distinct.subarray(0, size);
}
