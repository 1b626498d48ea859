import { copied, f64, i32, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Work } from "../work/work.ts";
import type { Collector, SubAggregations } from "./aggregation.ts";

/** V8 keeps typed arrays of up to 64 bytes on its heap, which is much cheaper than separate memory. */
const INITIAL_CAPACITY = 8;
/** Key ranges below this use a flat table. */
const MAX_FLAT_RANGE = 2 ** 16;
/** Pairs of document and bucket that are passed to sub-aggregations at once. */
const BATCH_SIZE = 8192;

/** Buckets of one aggregation for all owners. Each pair (owner, key) has a dense number. */
export class BucketTable {
  /** Documents of each bucket. */
  counts = new Uint32Array(INITIAL_CAPACITY);
  keys = new Float64Array(INITIAL_CAPACITY);
  size = 0;
  /** Owner of each bucket. */
  #owners = new Uint32Array(INITIAL_CAPACITY);
  /** Next bucket of the same owner, plus one; 0 after the last. */
  #next = new Uint32Array(INITIAL_CAPACITY);
  /** First and last bucket of each owner, plus one; 0 if there is none. */
  #first = new Uint32Array(INITIAL_CAPACITY);
  #last = new Uint32Array(INITIAL_CAPACITY);
  readonly #numbers: BucketNumbers;
  readonly #onCreate: () => void;

  /**
   * Keys are integers in [0, range), or any numbers if `range` is undefined. `onCreate` is called for each new bucket;
   * it may throw.
   */
  constructor(range: number | undefined, onCreate: () => void) {
    this.#onCreate = onCreate;
    this.#numbers = new BucketNumbers(range);
  }

  /** Counts documents in the bucket of a key. Returns the bucket's number. */
  add(owner: number, key: number, documents = 1): number {
    const bucket = this.reach(owner, key);
    this.counts[bucket] = u32(this.counts, bucket) + documents;
    return bucket;
  }

  /** The bucket of a key, created with count 0 if missing. */
  reach(owner: number, key: number): number {
    const numbers = this.#numbers;
    if (owner === 0 && numbers.isFlat) {
      const known = numbers.flat(key);
      return known >= 0 ? known : numbers.putFlat(key, this.#create(owner, key));
    }
    const slot = numbers.slotOf(owner, key, this.#owners, this.keys);
    const known = numbers.at(slot);
    if (known >= 0) return known;
    const bucket = this.#create(owner, key);
    numbers.put(slot, bucket, this.#owners, this.keys);
    return bucket;
  }

  /** Numbers of an owner's buckets, in order of creation. */
  bucketsOf(owner: number): number[] {
    const numbers: number[] = [];
    for (let bucket = this.#first[owner] ?? 0; bucket > 0; bucket = u32(this.#next, bucket - 1)) {
      numbers.push(bucket - 1);
    }
    return numbers;
  }

  #create(owner: number, key: number): number {
    this.#onCreate();
    const bucket = this.size++;
    if (bucket === this.keys.length) {
      this.counts = doubled(this.counts, Uint32Array);
      this.keys = doubled(this.keys, Float64Array);
      this.#owners = doubled(this.#owners, Uint32Array);
      this.#next = doubled(this.#next, Uint32Array);
    }
    while (owner >= this.#first.length) {
      this.#first = doubled(this.#first, Uint32Array);
      this.#last = doubled(this.#last, Uint32Array);
    }
    this.keys[bucket] = key;
    this.#owners[bucket] = owner;
    const last = u32(this.#last, owner);
    if (last > 0) this.#next[last - 1] = bucket + 1;
    else this.#first[owner] = bucket + 1;
    this.#last[owner] = bucket + 1;
    return bucket;
  }
}

/** Maps (owner, key) to buckets: a flat table for owner 0 if the key range is small, else a hash table. */
class BucketNumbers {
  readonly isFlat: boolean;
  readonly #range: number;
  /** Bucket by key, plus one; 0 if there is none. Allocated on first use, since many tables stay empty. */
  #byKey: Int32Array | undefined;
  /** Open-addressing hash table of buckets, plus one. The size is a power of two; at most half of it is used. */
  #slots = new Int32Array(INITIAL_CAPACITY);
  #used = 0;

  constructor(range = Number.POSITIVE_INFINITY) {
    this.#range = range;
    this.isFlat = range < MAX_FLAT_RANGE;
  }

  /** The bucket, or -1. */
  flat(key: number): number {
    this.#byKey ??= new Int32Array(this.#range);
    return i32(this.#byKey, key) - 1;
  }

  putFlat(key: number, bucket: number): number {
    if (this.#byKey) this.#byKey[key] = bucket + 1;
    return bucket;
  }

  /** The slot that holds the bucket, or the free one that it would take. */
  slotOf(owner: number, key: number, owners: Uint32Array, keys: Float64Array): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash(owner, key) & mask; ; slot = (slot + 1) & mask) {
      const bucket = i32(slots, slot) - 1;
      if (bucket < 0 || (u32(owners, bucket) === owner && f64(keys, bucket) === key)) return slot;
    }
  }

  at(slot: number): number {
    return i32(this.#slots, slot) - 1;
  }

  put(slot: number, bucket: number, owners: Uint32Array, keys: Float64Array): void {
    this.#slots[slot] = bucket + 1;
    if (++this.#used * 2 <= this.#slots.length) return;
    const held = this.#slots;
    this.#slots = new Int32Array(held.length * 2);
    for (const each of held) {
      if (each > 0) this.#slots[this.slotOf(u32(owners, each - 1), f64(keys, each - 1), owners, keys)] = each;
    }
  }
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

function hash(owner: number, key: number): number {
  // +0 and −0 are one key.
  double[0] = key + 0;
  let mixed =
    Math.imul(owner, 0x9e3779b1) ^ Math.imul(i32(words, 0), 0x85ebca6b) ^ Math.imul(i32(words, 1), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

type Growable = Uint32Array | Float64Array;

/** A copy of twice the size. */
const doubled = <A extends Growable>(array: A, type: new (size: number) => A): A =>
  copied(array, new type(array.length * 2));

/**
 * Buffers documents with their buckets for the sub-aggregations. A document with several buckets appears once for each.
 * Batches are bounded, however many values a document has.
 */
export class BucketBatch {
  readonly #below: Pick<SubAggregations, "collect">;
  #docs = new Uint32Array(INITIAL_CAPACITY);
  #buckets = new Uint32Array(INITIAL_CAPACITY);
  #count = 0;

  constructor(below: Pick<SubAggregations, "collect">) {
    this.#below = below;
  }

  add(segment: SegmentReader, doc: number, bucket: number): void {
    if (this.#count === this.#docs.length) {
      if (this.#count >= BATCH_SIZE) this.flush(segment);
      else {
        this.#docs = doubled(this.#docs, Uint32Array);
        this.#buckets = doubled(this.#buckets, Uint32Array);
      }
    }
    this.#docs[this.#count] = doc;
    this.#buckets[this.#count++] = bucket;
  }

  flush(segment: SegmentReader): void {
    if (this.#count > 0) this.#below.collect(segment, this.#docs, this.#buckets, this.#count);
    this.#count = 0;
  }
}

/** Buckets by key, whose documents go to the sub-aggregations. */
export class KeyBuckets {
  readonly table: BucketTable;
  readonly #below: SubAggregations;
  readonly #batch: BucketBatch;

  /** `range`: as for a `BucketTable`. Each bucket counts in `work`, with those that its sub-aggregations make. */
  constructor(range: number | undefined, below: SubAggregations, work: Work) {
    this.table = new BucketTable(range, () => work.addBucket(1 + below.size));
    this.#below = below;
    this.#batch = new BucketBatch(below);
  }

  /**
   * Collects documents. `each` calls its argument with the index in `docs` and each key of each document, equal keys in
   * a row; a document is in a bucket once.
   */
  collect(
    [segment, docs, owners]: Parameters<Collector["collect"]>,
    each: (take: (index: number, key: number) => void) => void,
  ): void {
    const [table, batch, isLeaf] = [this.table, this.#batch, this.#below.isEmpty];
    let [lastIndex, lastKey] = [-1, Number.NaN];
    each((index, key) => {
      if (index === lastIndex && key === lastKey) return;
      lastIndex = index;
      lastKey = key;
      const bucket = table.add(owners ? u32(owners, index) : 0, key);
      if (!isLeaf) batch.add(segment, u32(docs, index), bucket);
    });
    batch.flush(segment);
  }
}
