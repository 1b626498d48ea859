import { f64, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { MultiTermsBody } from "../language/aggregations/multi-terms.ts";
import { timeZone } from "../language/dates/zone.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { Combinations, combinationsOf, type KeysByIndex, keysByIndex } from "./combinations.ts";
import { KeyTuples } from "./key-tuples.ts";
import { type BucketKeys, type TermKeys, termKeys } from "./term-keys.ts";
import { TermsCollector } from "./terms.ts";

/** Buckets by all combinations of the values of several fields, by default the most frequent first. */
export const multiTerms: MakeCollector<MultiTermsBody> = ({ fields, ...selection }, context, below) => {
  const parts = fields.map(({ timeZone: zone, ...values }) =>
    termKeys("multi_terms", { ...values, zone: zone === undefined ? undefined : timeZone(zone) }, context),
  );
  return new MultiTerms(
    parts,
    context,
    (keys) => new TermsCollector(keys, undefined, { ...selection, executionHint: undefined }, context, below),
  );
};

/** Documents whose keys are held at once: each may have many keys of many fields. */
const DOCUMENTS_AT_ONCE = 256;
/** Combinations that are collected at once, before the clock is checked. */
const BATCH_SIZE = 1_024;
/** Steps of a combination: for looking up each part, and for its bucket in a table that may be very large. */
const STEPS_OF_A_PART = 10;
const STEPS_OF_A_BUCKET = 40;
/** Steps of putting a key into the list of its document. */
const STEPS_OF_A_KEY = 4;

class MultiTerms implements Collector {
  readonly #parts: readonly TermKeys[];
  readonly #context: AggregationContext;
  readonly #tuples: KeyTuples;
  readonly #buckets: TermsCollector;
  /** Documents, each with a key and an owner, that wait for their buckets. */
  readonly #docs = new Uint32Array(BATCH_SIZE);
  readonly #owners = new Uint32Array(BATCH_SIZE);
  readonly #keys = new Float64Array(BATCH_SIZE);

  constructor(
    parts: readonly TermKeys[],
    context: AggregationContext,
    bucketsOf: (keys: BucketKeys) => TermsCollector,
  ) {
    this.#parts = parts;
    this.#context = context;
    this.#tuples = new KeyTuples(parts, context.work);
    this.#buckets = bucketsOf({
      range: undefined,
      each: (_segment, _docs, count, take) => {
        for (let index = 0; index < count; index++) take(index, f64(this.#keys, index));
      },
      named: (tuple) => this.#tuples.named(tuple),
      compare: (a, b) => this.#tuples.compare(a, b),
    });
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    for (const _ of this.#combine(...given));
  }

  *collectInSteps(segment: SegmentReader, docs: Uint32Array, count: number): Generator<void> {
    yield* this.#combine(segment, docs, undefined, count);
  }

  result(owner: number, inFiller: boolean): Buckets {
    return this.#buckets.result(owner, inFiller);
  }

  *#combine(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): Generator<void> {
    for (let from = 0; from < count; from += DOCUMENTS_AT_ONCE) {
      const end = Math.min(count, from + DOCUMENTS_AT_ONCE);
      yield* this.#combineSome(segment, docs.subarray(from, end), owners?.subarray(from, end), end - from);
    }
  }

  *#combineSome(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): Generator<void> {
    const keys = this.#parts.map((part) => this.#keysOf(part, segment, docs, count));
    // Counted before they are made: inside other buckets nothing else can end the search.
    const stepsOfEach = keys.length * STEPS_OF_A_PART + STEPS_OF_A_BUCKET;
    this.#context.work.spend(combinationsOf(keys, count) * stepsOfEach);
    const combinations = new Combinations(keys);
    let waiting = 0;
    for (let index = 0; index < count; index++) {
      for (let isOne = combinations.first(index); isOne; isOne = combinations.next()) {
        this.#docs[waiting] = u32(docs, index);
        this.#owners[waiting] = owners ? u32(owners, index) : 0;
        this.#keys[waiting++] = this.#tuples.reach(combinations.keys);
        if (waiting < BATCH_SIZE) continue;
        this.#buckets.collect(segment, this.#docs, this.#owners, waiting);
        waiting = 0;
        yield;
      }
    }
    this.#buckets.collect(segment, this.#docs, this.#owners, waiting);
  }

  /** The keys of a part. They count as they are read, since a document may have many keys and no combination. */
  #keysOf(part: TermKeys, segment: SegmentReader, docs: Uint32Array, count: number): KeysByIndex {
    const keys = keysByIndex(distinct(part), segment, docs, count);
    this.#context.work.spend(count + u32(keys.starts, count) * STEPS_OF_A_KEY);
    return keys;
  }
}

/** Equal values of a document follow each other and count once. */
const distinct = (keys: TermKeys): Pick<TermKeys, "each"> => ({
  each: (segment, docs, count, take) => {
    let [lastIndex, lastKey] = [-1, Number.NaN];
    keys.each(segment, docs, count, (index, key) => {
      if (index === lastIndex && key === lastKey) return;
      [lastIndex, lastKey] = [index, key];
      take(index, key);
    });
  },
});
