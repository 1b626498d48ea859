import { f64, i32, u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Below } from "./aggregation.ts";

/** What arrays begin with: up to 64 bytes V8 keeps beside the object, which is much cheaper than memory of their own. */
const SMALL = 8;
/** Keys below this are looked up in a flat table. */
const MAX_FLAT = 2 ** 16;
/** Documents with their buckets that go to the aggregations below at once. */
const BATCH_SIZE = 8192;

/** The buckets of one aggregation under all its owners: one dense number for each (owner, key). */
export class BucketTable {
  /** Documents of each bucket. */
  counts = new Uint32Array(SMALL);
  keys = new Float64Array(SMALL);
  size = 0;
  /** Of each bucket. */
  #owners = new Uint32Array(SMALL);
  /** The bucket of the same owner that was made next, plus one. */
  #next = new Uint32Array(SMALL);
  /** The first and the last bucket of each owner, plus one. */
  #first = new Uint32Array(SMALL);
  #last = new Uint32Array(SMALL);
  readonly #numbers: BucketNumbers;
  readonly #onCreate: () => void;

  /** Keys are integers 0 ≤ key < `range`, or any numbers when it is undefined. `onCreate` counts buckets, and may throw. */
  constructor(range: number | undefined, onCreate: () => void) {
    this.#onCreate = onCreate;
    this.#numbers = new BucketNumbers(range);
  }

  /** Counts documents in the bucket of a key and returns the bucket's number. */
  add(owner: number, key: number, documents = 1): number {
    const bucket = this.reach(owner, key);
    this.counts[bucket] = u32(this.counts, bucket) + documents;
    return bucket;
  }

  /** The bucket of a key, made empty when there is none. */
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

  /** Numbers of an owner's buckets, in the order of their first document. */
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

/** Finds the bucket of an owner and a key: a flat table by key for owner 0 where keys are few, else a hash table. */
class BucketNumbers {
  readonly isFlat: boolean;
  readonly #range: number;
  /** By key: the bucket, plus one. Made on first use: most tables have one owner, or have none at all. */
  #byKey: Int32Array | undefined;
  /** By hash: the bucket, plus one. A power of two, at most half full. */
  #slots = new Int32Array(SMALL);
  #used = 0;

  constructor(range = Number.POSITIVE_INFINITY) {
    this.#range = range;
    this.isFlat = range < MAX_FLAT;
  }

  flat(key: number): number {
    this.#byKey ??= new Int32Array(this.#range);
    return i32(this.#byKey, key) - 1;
  }

  putFlat(key: number, bucket: number): number {
    if (this.#byKey) this.#byKey[key] = bucket + 1;
    return bucket;
  }

  /** The slot that holds the bucket, or would. */
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
function doubled<A extends Growable>(array: A, type: new (size: number) => A): A {
  const larger = new type(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * Documents with their buckets, for the aggregations below; a document of several buckets comes as often. They go down in
 * batches of bounded size, however many values a document has.
 */
export class BucketBatch {
  readonly #below: Below;
  #docs = new Uint32Array(SMALL);
  #buckets = new Uint32Array(SMALL);
  #count = 0;

  constructor(below: Below) {
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
