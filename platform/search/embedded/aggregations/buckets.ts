import { i32, u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Below } from "./aggregation.ts";

/** What arrays begin with: up to 64 bytes V8 keeps beside the object, which is much cheaper than memory of their own. */
const SMALL = 8;

/** The buckets of one aggregation under all its owners: one dense number for each (owner, key). */
export class BucketTable {
  /** Documents of each bucket. */
  counts = new Uint32Array(SMALL);
  keys = new Float64Array(SMALL);
  size = 0;
  readonly #owners: BucketsOfOwner[] = [];
  readonly #range: number;

  /** Keys are integers 0 ≤ key < `range`, or any numbers when it is undefined. */
  constructor(range?: number) {
    this.#range = range ?? Number.POSITIVE_INFINITY;
  }

  /** Counts a document in the bucket of a key and returns the bucket's number. */
  add(owner: number, key: number): number {
    const buckets = this.#of(owner);
    let bucket = buckets.find(key);
    if (bucket < 0) bucket = this.#create(buckets, key);
    this.counts[bucket] = u32(this.counts, bucket) + 1;
    return bucket;
  }

  /** The bucket of a key, made empty when there is none. */
  reach(owner: number, key: number): number {
    const buckets = this.#of(owner);
    const bucket = buckets.find(key);
    return bucket < 0 ? this.#create(buckets, key) : bucket;
  }

  /** Numbers of an owner's buckets, in the order of their first document. */
  bucketsOf(owner: number): readonly number[] {
    return this.#of(owner).numbers;
  }

  #of(owner: number): BucketsOfOwner {
    const known = this.#owners[owner];
    if (known) return known;
    // A flat table is fast and worth its size for the only owner, or for few keys.
    const buckets = owner === 0 && this.#range < 2 ** 24 ? new FlatBuckets(this.#range) : new MappedBuckets();
    this.#owners[owner] = buckets;
    return buckets;
  }

  #create(buckets: BucketsOfOwner, key: number): number {
    const bucket = this.size++;
    if (bucket === this.keys.length) {
      this.counts = doubled(this.counts, Uint32Array);
      this.keys = doubled(this.keys, Float64Array);
    }
    this.keys[bucket] = key;
    buckets.put(key, bucket);
    return bucket;
  }
}

interface BucketsOfOwner {
  readonly numbers: number[];
  find(key: number): number;
  put(key: number, bucket: number): void;
}

class FlatBuckets implements BucketsOfOwner {
  readonly numbers: number[] = [];
  readonly #byKey: Int32Array;
  constructor(range: number) {
    this.#byKey = new Int32Array(range);
  }
  find(key: number): number {
    return i32(this.#byKey, key) - 1;
  }
  put(key: number, bucket: number): void {
    this.#byKey[key] = bucket + 1;
    this.numbers.push(bucket);
  }
}

class MappedBuckets implements BucketsOfOwner {
  readonly numbers: number[] = [];
  readonly #byKey = new Map<number, number>();
  find(key: number): number {
    return this.#byKey.get(key) ?? -1;
  }
  put(key: number, bucket: number): void {
    this.#byKey.set(key, bucket);
    this.numbers.push(bucket);
  }
}

type Growable = Uint32Array | Float64Array;

/** A copy of twice the size. */
function doubled<A extends Growable>(array: A, type: new (size: number) => A): A {
  const larger = new type(array.length * 2);
  larger.set(array);
  return larger;
}

/** The documents of a batch with their buckets, for the aggregations below; a document of several buckets comes as often. */
export class BucketBatch {
  #docs = new Uint32Array(SMALL);
  #buckets = new Uint32Array(SMALL);
  #count = 0;

  add(doc: number, bucket: number): void {
    if (this.#count === this.#docs.length) {
      this.#docs = doubled(this.#docs, Uint32Array);
      this.#buckets = doubled(this.#buckets, Uint32Array);
    }
    this.#docs[this.#count] = doc;
    this.#buckets[this.#count++] = bucket;
  }

  passTo(below: Below, segment: SegmentReader): void {
    if (this.#count > 0) below.collect(segment, this.#docs, this.#buckets, this.#count);
    this.#count = 0;
  }
}
