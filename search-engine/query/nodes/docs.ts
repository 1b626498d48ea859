import { countBits, type DocNumbers } from "../../bytes/arrays.ts";
import { nextSetBit } from "../predicate.ts";
import { NO_MORE_DOCS, Scorer } from "../query.ts";

/** The first index ≥ from with docs[index] ≥ target, below `end`: gallops, then halves. */
export function gallop(docs: DocNumbers, from: number, end: number, target: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && docs[low + step]! < target) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Iterates over docs[start .. end), which ascend and are distinct. Every match scores the boost. */
export class DocsScorer extends Scorer {
  readonly cost: number;
  readonly #docs: DocNumbers;
  readonly #end: number;
  readonly #boost: number;
  #at: number;

  constructor(docs: DocNumbers, start: number, end: number, boost: number) {
    super();
    this.cost = end - start;
    this.#docs = docs;
    this.#at = start - 1;
    this.#end = end;
    this.#boost = boost;
  }
  override next(): number {
    this.#at++;
    this.doc = this.#at < this.#end ? this.#docs[this.#at]! : NO_MORE_DOCS;
    return this.doc;
  }
  override advance(target: number): number {
    this.#at = gallop(this.#docs, this.#at + 1, this.#end, target);
    this.doc = this.#at < this.#end ? this.#docs[this.#at]! : NO_MORE_DOCS;
    return this.doc;
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined): number {
    const from = this.#at + 1;
    const to = Math.min(from + docs.length, this.#end);
    docs.set(this.#docs.subarray(from, to));
    scores?.fill(this.#boost, 0, to - from);
    this.#at = to - 1;
    this.doc = to < this.#end ? this.#docs[this.#at]! : NO_MORE_DOCS;
    return to - from;
  }
  override skip(live: Uint32Array | undefined, minCompetitiveScore: number): number {
    if (live || this.#boost > minCompetitiveScore) return 0;
    const count = Math.max(0, this.#end - this.#at - 1);
    this.#at = this.#end;
    this.doc = NO_MORE_DOCS;
    return count;
  }
  override addTo(seen: Uint32Array, scores: Float64Array | undefined, from: number, end: number): void {
    const docs = this.#docs;
    let at = this.#at;
    for (; at < this.#end; at++) {
      const place = docs[at]! - from;
      if (place >= end - from) break;
      seen[place >>> 5]! |= 1 << (place & 31);
      if (scores) scores[place]! += this.#boost;
    }
    this.#at = at;
    this.doc = at < this.#end ? docs[at]! : NO_MORE_DOCS;
  }
  override score(): number {
    return this.#boost;
  }
}

/** Iterates over the set bits. Every match scores the boost. */
export class BitsScorer extends Scorer {
  readonly cost: number;
  readonly #bits: Uint32Array;
  readonly #maxDoc: number;
  readonly #boost: number;

  constructor(bits: Uint32Array, maxDoc: number, cost: number, boost: number) {
    super();
    this.cost = cost;
    this.#bits = bits;
    this.#maxDoc = maxDoc;
    this.#boost = boost;
  }
  override next(): number {
    this.doc = nextSetBit(this.#bits, this.doc + 1, this.#maxDoc);
    return this.doc;
  }
  override advance(target: number): number {
    this.doc = nextSetBit(this.#bits, target, this.#maxDoc);
    return this.doc;
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined): number {
    const bits = this.#bits;
    const words = (this.#maxDoc + 31) >>> 5;
    let count = 0;
    let word = (this.doc + 1) >>> 5;
    let left = word < words ? bits[word]! & (-1 << ((this.doc + 1) & 31)) : 0;
    while (count < docs.length && word < words) {
      if (left === 0) {
        word++;
        left = word < words ? bits[word]! : 0;
        continue;
      }
      docs[count++] = (word << 5) + 31 - Math.clz32(left & -left);
      left &= left - 1;
    }
    this.doc = word < words ? docs[count - 1]! : NO_MORE_DOCS;
    scores?.fill(this.#boost, 0, count);
    return count;
  }
  override skip(live: Uint32Array | undefined, minCompetitiveScore: number): number {
    if (this.#boost > minCompetitiveScore) return 0;
    const count = countBits(this.#bits, this.doc + 1, live);
    this.doc = NO_MORE_DOCS;
    return count;
  }
  override score(): number {
    return this.#boost;
  }
}
