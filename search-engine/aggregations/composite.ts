import { type DocNumbers, f64, hasBit, item, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { CompositeBody, CompositeSource } from "../language/aggregations/composite.ts";
import { ShardFailure } from "../language/errors/errors.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { Combinations, combinationsOf, type KeysByIndex, keysByIndex } from "./combinations.ts";
import { InvalidAfter, type KeySource, keySource, MISSING_KEY } from "./composite-source.ts";
import { eachBucket } from "./each-bucket.ts";
import { countTerms, type TermSource } from "./term-source.ts";

/** Buckets by all combinations of several keys, in the order of these keys, page by page with `after`. */
export const composite: MakeCollector<CompositeBody> = (body, context, below, name) => {
  const parts = body.sources.map((source, place) => partOf(source, place, body, context, name));
  return new Composite(parts, body, context, below);
};

/** A part of composite keys. */
interface Part {
  readonly name: string;
  readonly source: KeySource;
  readonly hasMissing: boolean;
  readonly ascending: boolean;
  /** In the order of the answer. */
  compare(a: number, b: number): number;
  /** How a key compares with the key of `after`; undefined without `after`. */
  readonly afterOrder: ((key: number) => number) | undefined;
}

function partOf(
  definition: CompositeSource,
  place: number,
  { after }: CompositeBody,
  context: AggregationContext,
  aggregation: string,
): Part {
  const { name, ascending, hasMissing, missingFirst } = definition;
  const source = keySource(definition, context);
  const sign = ascending ? 1 : -1;
  const ofMissing = (a: boolean, b: boolean) => (missingFirst ? -1 : 1) * (Number(a) - Number(b));
  const compare = (a: number, b: number) => {
    if (a === b) return 0;
    if (a === MISSING_KEY || b === MISSING_KEY) return ofMissing(a === MISSING_KEY, b === MISSING_KEY);
    return sign * source.compare(a, b);
  };
  if (!after) return { name, source, hasMissing, ascending, compare, afterOrder: undefined };
  const value = after.get(name) ?? null;
  if (value === null) {
    return { name, source, hasMissing, ascending, compare, afterOrder: (key) => ofMissing(key === MISSING_KEY, true) };
  }
  const order = inPosition(place, aggregation, () => source.comparedWith(value));
  const afterOrder = (key: number) => (key === MISSING_KEY ? ofMissing(true, false) : sign * order(key));
  return { name, source, hasMissing, ascending, compare, afterOrder };
}

function inPosition<Value>(place: number, aggregation: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidAfter)) throw error;
    const reason = `Cannot set after key in the composite aggregation [${aggregation}] - incompatible value in the position ${place}: ${error.message}`;
    throw new ShardFailure("parse_exception", reason);
  }
}

/** Buckets kept beyond the size of the answer before the superfluous ones are dropped. */
const SPARE_BUCKETS = 1_000;
/** Documents and combinations of a segment that are collected in one step, before the clock is checked. */
const MAX_WALKED = 16_384;
const COMBINATIONS_BETWEEN_YIELDS = 1_000;
/** Steps of a combination, and further steps for looking up each of its parts. */
const STEPS_OF_A_COMBINATION = 5;
const STEPS_OF_A_PART = 5;

class Composite implements Collector {
  readonly #parts: readonly Part[];
  readonly #size: number;
  readonly #context: AggregationContext;
  readonly #below: SubAggregations;
  readonly #batch: BucketBatch;
  /** For each part: its keys by bucket of the part before. The buckets of the last part are those of the answer. */
  readonly #tables: readonly BucketTable[];
  /** Keys of bucket b, from b * parts on. */
  readonly #keys: number[] = [];
  /** Buckets that may be in the answer. */
  #kept: number[] = [];
  /** The last of them once there are as many as the answer takes: no bucket behind it can be in the answer. */
  #last: number | undefined;
  /** The last key of the first part that `collectAll` has walked in this segment. */
  #walkedTo: number | undefined;

  constructor(parts: readonly Part[], { size }: CompositeBody, context: AggregationContext, below: SubAggregations) {
    this.#parts = parts;
    this.#size = size;
    this.#context = context;
    this.#below = below;
    this.#batch = new BucketBatch(below);
    const last = parts.length - 1;
    this.#tables = parts.map(
      // A bucket of the last part also has its keys.
      (_, place) =>
        new BucketTable(undefined, () => context.work.addBucket(place === last ? parts.length + below.size : 1)),
    );
  }

  /**
   * Terms of the first part are walked in the order of the answer, each with its documents, until no bucket behind it
   * can be in the answer. A walk that gets too long is broken off, and `collect` continues behind it.
   */
  collectAll(segment: SegmentReader): boolean {
    this.#walkedTo = undefined;
    const [first, ...others] = this.#parts;
    if (!first?.source.terms || first.hasMissing || !this.#below.isEmpty) return false;
    let walked = 0;
    for (const { key, postings } of postingsInOrder(first, first.source.terms, segment)) {
      if (this.#last !== undefined && first.compare(key, item(this.#keys, this.#last * this.#parts.length)) > 0) break;
      walked += postings.length;
      if (walked > MAX_WALKED) return false;
      const docs = liveAmong(postings, segment);
      const steps = this.#addWith(key, segment, docs, others, MAX_WALKED - walked);
      if (steps === undefined) return false;
      walked += steps;
      this.#walkedTo = key;
      if (this.#last === undefined && this.#kept.length >= this.#size) this.#drop();
    }
    return true;
  }

  /**
   * Adds the documents' combinations with a key of the first part. Returns the steps taken; undefined, with nothing
   * added, where it would need more than `most`.
   */
  #addWith(
    key: number,
    segment: SegmentReader,
    docs: Uint32Array,
    others: readonly Part[],
    most: number,
  ): number | undefined {
    const [second, third] = others;
    const terms = second?.source.terms;
    if (terms && !second.hasMissing && !third && terms.size <= docs.length) {
      this.#addCounted(key, terms, segment, docs);
      return terms.size;
    }
    const keys = [
      keysByIndex({ each: sameForAll(key) }, segment, docs, docs.length),
      ...others.map((part) => keysOf(part, segment, docs, docs.length)),
    ];
    const combinations = combinationsOf(keys, docs.length);
    if (combinations > most) return undefined;
    for (const _ of this.#combine(segment, docs, docs.length, keys));
    return combinations;
  }

  /** Counts the terms of documents first, and then looks up the combination with each: few terms occur in many documents. */
  #addCounted(key: number, terms: TermSource, segment: SegmentReader, docs: Uint32Array): void {
    this.#context.work.spend(docs.length + terms.size);
    const counts = new Uint32Array(terms.size);
    countTerms(terms, segment, docs, docs.length, counts);
    const combination = Float64Array.of(key, 0);
    for (let term = 0; term < counts.length; term++) {
      const documents = u32(counts, term);
      if (documents === 0) continue;
      combination[1] = term;
      this.#add(combination, documents);
    }
  }

  collect(...[segment, docs, _owners, count]: Parameters<Collector["collect"]>): void {
    for (const _ of this.collectInSteps(segment, docs, count));
  }

  *collectInSteps(segment: SegmentReader, docs: Uint32Array, count: number): Generator<void> {
    const keys = this.#parts.map((part, place) =>
      keysOf(place === 0 ? this.#notWalked(part) : part, segment, docs, count),
    );
    yield* this.#combine(segment, docs, count, keys);
  }

  /** A part without the keys that `collectAll` has walked. */
  #notWalked(part: Part): Pick<Part, "source" | "hasMissing"> {
    const walkedTo = this.#walkedTo;
    if (walkedTo === undefined) return part;
    const { compare, source } = part;
    const each: KeySource["each"] = (segment, docs, count, take) =>
      source.each(segment, docs, count, (index, key) => {
        if (compare(key, walkedTo) > 0) take(index, key);
      });
    return { ...part, source: { ...source, each } };
  }

  /** Adds all combinations of the keys of each document. */
  *#combine(segment: SegmentReader, docs: Uint32Array, count: number, keys: readonly KeysByIndex[]): Generator<void> {
    this.#context.work.spend(count * this.#parts.length);
    const combinations = new Combinations(keys);
    let left = COMBINATIONS_BETWEEN_YIELDS;
    for (let index = 0; index < count; index++) {
      for (let isOne = combinations.first(index); isOne; isOne = combinations.next()) {
        const bucket = this.#add(combinations.keys, 1);
        if (bucket !== undefined && !this.#below.isEmpty) this.#batch.add(segment, u32(docs, index), bucket);
        if (--left > 0) continue;
        left = COMBINATIONS_BETWEEN_YIELDS;
        yield;
      }
    }
    this.#batch.flush(segment);
  }

  /** Adds documents to the bucket of a combination, and returns it; undefined if it can't be in the answer. */
  #add(combination: Float64Array, documents: number): number | undefined {
    this.#context.work.spend(STEPS_OF_A_COMBINATION + STEPS_OF_A_PART * combination.length);
    if (!this.#isWanted(combination)) return undefined;
    let bucket = 0;
    for (let place = 0; place < combination.length; place++) {
      bucket = item(this.#tables, place).reach(bucket, f64(combination, place));
    }
    const table = item(this.#tables, this.#tables.length - 1);
    if (bucket * combination.length === this.#keys.length) {
      for (let place = 0; place < combination.length; place++) this.#keys.push(f64(combination, place));
      this.#kept.push(bucket);
      if (this.#kept.length >= 2 * this.#size + SPARE_BUCKETS) this.#drop();
    }
    table.counts[bucket] = u32(table.counts, bucket) + documents;
    return bucket;
  }

  /** Whether the combination lies behind `after`, and before the last bucket that the answer can have. */
  #isWanted(combination: Float64Array): boolean {
    const isBehind = this.#orderAfter(combination);
    return isBehind && (this.#last === undefined || this.#order(combination, 0, this.#last) <= 0);
  }

  #orderAfter(combination: Float64Array): boolean {
    for (let place = 0; place < combination.length; place++) {
      const { afterOrder } = item(this.#parts, place);
      if (!afterOrder) return true;
      const order = afterOrder(f64(combination, place));
      if (order !== 0) return order > 0;
    }
    return false;
  }

  /** Compares the keys from `at` on with those of a bucket. */
  #order(keys: ArrayLike<number>, at: number, bucket: number): number {
    const width = this.#parts.length;
    for (let place = 0; place < width; place++) {
      const key = keys[at + place] ?? Number.NaN;
      const order = item(this.#parts, place).compare(key, item(this.#keys, bucket * width + place));
      if (order !== 0) return order;
    }
    return 0;
  }

  #drop(): void {
    this.#kept = this.#sorted();
    this.#last = this.#kept.at(-1);
  }

  #sorted(): number[] {
    const width = this.#parts.length;
    this.#context.work.spend(comparisonsOf(this.#kept.length) * width);
    return [...this.#kept].sort((a, b) => this.#order(this.#keys, a * width, b)).slice(0, this.#size);
  }

  result(): Buckets {
    const { counts } = item(this.#tables, this.#tables.length - 1);
    const shown = this.#sorted();
    this.#context.countBuckets(shown.length);
    const last = shown.at(-1);
    const before = last === undefined ? "" : `"after_key":${this.#keyOf(last)},`;
    const buckets = eachBucket(shown, (number) => {
      const name = this.#keyOf(number);
      return { number, documents: u32(counts, number), before: `"key":${name},`, name };
    });
    return { before, buckets, keyed: false };
  }

  #keyOf(bucket: number): string {
    const members = this.#parts.map(({ name, source }, place) => {
      const key = item(this.#keys, bucket * this.#parts.length + place);
      return `${JSON.stringify(name)}:${key === MISSING_KEY ? "null" : source.print(key)}`;
    });
    return `{${members.join(",")}}`;
  }
}

const keysOf = (
  { source, hasMissing }: Pick<Part, "source" | "hasMissing">,
  ...documents: [segment: SegmentReader, docs: Uint32Array, count: number]
): KeysByIndex => keysByIndex(source, ...documents, hasMissing ? MISSING_KEY : undefined);

/** Gives each document the key. */
const sameForAll =
  (key: number): KeySource["each"] =>
  (_segment, _docs, count, take) => {
    for (let index = 0; index < count; index++) take(index, key);
  };

function liveAmong(postings: DocNumbers, { live }: SegmentReader): Uint32Array {
  const docs = new Uint32Array(postings);
  return live ? docs.filter((doc) => hasBit(live, doc)) : docs;
}

/** Terms of a segment in the order of the answer, from that of `after` on, each with its documents. */
function* postingsInOrder(
  { ascending, afterOrder }: Part,
  { field, globals }: TermSource,
  segment: SegmentReader,
): Generator<{ key: number; postings: DocNumbers }> {
  const inverted = segment.inverted(field);
  if (!inverted) return;
  const { starts, docs, terms } = inverted;
  const map = globals.maps[segment.ordinal];
  const keyAt = (place: number) => {
    const term = ascending ? place : terms.size - 1 - place;
    return { term, key: map ? u32(map, term) : term };
  };
  let [place, end] = [0, afterOrder ? terms.size : 0];
  while (place < end) {
    const middle = (place + end) >>> 1;
    if ((afterOrder?.(keyAt(middle).key) ?? 0) < 0) place = middle + 1;
    else end = middle;
  }
  for (; place < terms.size; place++) {
    const { term, key } = keyAt(place);
    yield { key, postings: docs.subarray(u32(starts, term), u32(starts, term + 1)) };
  }
}
