import { u32 } from "../index/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { MAX_VISITED, noMoreDocs, type Query, Scorer, type Weight } from "./query.ts";

/** Says of a document of one segment whether it matches; called with ascending documents. */
export type Predicate = (doc: number) => boolean;

/**
 * A query that looks at each document's values: every match scores the boost. `candidates`, when cheap to know, is a
 * bitset that contains every match of the segment; undefined means all documents.
 */
export interface PredicateQuery {
  predicate(segment: SegmentReader): Predicate | undefined;
  candidates?(segment: SegmentReader): Uint32Array | undefined;
}

export function predicateQuery(definition: PredicateQuery): Query {
  return {
    weigh(_index: IndexReader, _scoring: boolean, boost: number): Weight {
      return {
        scorer(segment) {
          const predicate = definition.predicate(segment);
          return (
            predicate &&
            predicateScorer(segment.maxDoc, predicate, definition.candidates?.(segment), segment.maxDoc, boost)
          );
        },
      };
    },
  };
}

/** Walks over the documents that satisfy the predicate. `cost` is a guess of how many these are. */
export function predicateScorer(
  maxDoc: number,
  predicate: Predicate,
  candidates: Uint32Array | undefined,
  cost: number,
  boost: number,
): Scorer {
  return new PredicateScorer(maxDoc, predicate, candidates, cost, boost);
}

class PredicateScorer extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #maxDoc: number;
  readonly #predicate: Predicate;
  readonly #candidates: Uint32Array | undefined;
  readonly #boost: number;

  constructor(maxDoc: number, predicate: Predicate, candidates: Uint32Array | undefined, cost: number, boost: number) {
    super();
    this.cost = cost;
    this.#maxDoc = maxDoc;
    this.#predicate = predicate;
    this.#candidates = candidates;
    this.#boost = boost;
  }
  override next(): number {
    return this.advance(this.doc + 1);
  }
  override advance(target: number): number {
    if (this.#candidates === undefined) this.doc = target < this.#maxDoc ? target : noMoreDocs;
    else this.doc = nextSetBit(this.#candidates, target, this.#maxDoc);
    return this.doc;
  }
  override matches(): boolean {
    return this.#predicate(this.doc);
  }
  /** Without candidates each document is looked at: in a loop of its own, since most of them fail. */
  override take(docs: Uint32Array, scores: Float64Array | undefined): number {
    if (this.#candidates !== undefined) return super.take(docs, scores);
    const predicate = this.#predicate;
    const end = Math.min(this.#maxDoc, this.doc + 1 + MAX_VISITED);
    let count = 0;
    let doc = this.doc + 1;
    for (; doc < end && count < docs.length; doc++) if (predicate(doc)) docs[count++] = doc;
    this.doc = doc < this.#maxDoc ? doc - 1 : noMoreDocs;
    if (scores) scores.fill(this.#boost, 0, count);
    return count;
  }
  override retain(docs: Uint32Array, count: number): number {
    const candidates = this.#candidates;
    const predicate = this.#predicate;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      if (candidates && (u32(candidates, doc >>> 5) & (1 << (doc & 31))) === 0) continue;
      if (predicate(doc)) docs[kept++] = doc;
    }
    return kept;
  }
  override score(): number {
    return this.#boost;
  }
}

/** The first set bit ≥ from, or noMoreDocs. */
export function nextSetBit(bits: Uint32Array, from: number, size: number): number {
  if (from >= size) return noMoreDocs;
  let index = from >>> 5;
  let word = u32(bits, index) & (-1 << (from & 31));
  while (word === 0) {
    index++;
    if (index >= bits.length) return noMoreDocs;
    word = u32(bits, index);
  }
  const found = (index << 5) + (31 - Math.clz32(word & -word));
  return found < size ? found : noMoreDocs;
}
