import { u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { CardinalityBody } from "../language/aggregations/cardinality.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector } from "./aggregation.ts";
import { eachTerm, termSource } from "./term-source.ts";
import { eachNumber, numberSource } from "./values.ts";

/**
 * Exact number of distinct values. Elasticsearch is exact up to its precision threshold (3,000 by default) and
 * estimates above it, where the two differ by a few per cent.
 */
export const cardinality: MakeCollector<CardinalityBody> = ({ field, missing }, context) => {
  const terms = termSource("cardinality", field, context, missing);
  const { work } = context;
  if (terms) return new Cardinality((segment, docs, count, take) => eachTerm(terms, segment, docs, count, take), work);
  if (!context.index.fields.field(field)) return new Cardinality(missing === undefined ? noValue : oneValue, work);
  const numbers = numberSource("cardinality", field, context, { missing });
  const numbered = new Map<number, number>();
  return new Cardinality(
    (segment, docs, count, take) =>
      eachNumber(numbers, segment, docs, count, (index, value) => {
        let number = numbered.get(value);
        if (number === undefined) {
          work.take(MAP_ENTRY_BYTES);
          number = numbered.size;
          numbered.set(value, number);
        }
        take(index, number);
      }),
    work,
  );
};

/** Approximate size of a number in a Map, in V8. */
const MAP_ENTRY_BYTES = 40;
/** Approximate overhead of a typed array, in V8. */
const ARRAY_BYTES = 200;

/** Calls `take` with the index in `docs` and the number (ordinal) of each value. */
type EachValue = (
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  take: (index: number, value: number) => void,
) => void;

/** An unmapped field has no values, but every document has the missing one if it is given: a text or a number. */
const noValue: EachValue = () => undefined;
const oneValue: EachValue = (_segment, _docs, count, take) => {
  for (let index = 0; index < count; index++) take(index, 0);
};

class Cardinality implements Collector {
  readonly #each: EachValue;
  readonly #work: Work;
  /** Bitset of the values seen, by owner. */
  readonly #seen: Uint32Array[] = [];
  readonly #counts: number[] = [];

  constructor(each: EachValue, work: Work) {
    this.#each = each;
    this.#work = work;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#each(segment, docs, count, (index, value) => this.#add(owners ? u32(owners, index) : 0, value));
  }

  #add(owner: number, value: number): void {
    const word = value >>> 5;
    const bit = 1 << (value & 31);
    let seen = this.#seen[owner];
    if (!seen || word >= seen.length) {
      const larger = new Uint32Array(Math.max(4, 2 ** Math.ceil(Math.log2(word + 1))));
      this.#work.take(larger.byteLength + ARRAY_BYTES);
      if (seen) larger.set(seen);
      seen = larger;
      this.#seen[owner] = seen;
    }
    if ((u32(seen, word) & bit) !== 0) return;
    seen[word] = u32(seen, word) | bit;
    this.#counts[owner] = (this.#counts[owner] ?? 0) + 1;
  }

  metric(owner: number): number {
    return this.#counts[owner] ?? 0;
  }

  result(owner: number): string {
    return `"value":${this.metric(owner)}`;
  }
}
