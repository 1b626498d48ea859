import type { IndexReader, InvertedField } from "../../index/segment.ts";
import { utf8 } from "../../index/terms.ts";
import { noMoreDocs, type Query, Scorer, type Weight } from "../query.ts";
import { DocsScorer, gallop } from "./docs.ts";
import { fieldStatistics, inverseDocumentFrequency, Similarity } from "./similarity.ts";

/** One term of an inverted field, scored by BM25. */
export class Term implements Query {
  readonly field: string;
  readonly term: string;
  readonly key: string;
  constructor(field: string, term: string) {
    this.field = field;
    this.term = term;
    this.key = `term(${field}\u0000${term})`;
  }
  weigh(index: IndexReader, scoring: boolean, boost: number): Weight {
    const term = utf8(this.term);
    const { field } = this;
    const similarity = scoring ? termSimilarity(index, field, term, boost) : undefined;
    return {
      scorer(segment) {
        const inverted = segment.inverted(field);
        const ordinal = inverted?.terms.find(term) ?? -1;
        if (!inverted || ordinal < 0) return undefined;
        return similarity
          ? new TermScorer(inverted, ordinal, similarity)
          : new DocsScorer(inverted.docs, inverted.starts[ordinal]!, inverted.starts[ordinal + 1]!, 0);
      },
    };
  }
}

/** Documents that have the term, over all segments. */
export function documentFrequency(index: IndexReader, field: string, term: Uint8Array): number {
  let frequency = 0;
  for (const segment of index.segments) {
    const inverted = segment.inverted(field);
    const ordinal = inverted?.terms.find(term) ?? -1;
    if (inverted && ordinal >= 0) frequency += inverted.starts[ordinal + 1]! - inverted.starts[ordinal]!;
  }
  return frequency;
}

function termSimilarity(index: IndexReader, field: string, term: Uint8Array, boost: number): Similarity | undefined {
  const frequency = documentFrequency(index, field, term);
  if (frequency === 0) return undefined;
  const statistics = fieldStatistics(index, field);
  return new Similarity(statistics, inverseDocumentFrequency(statistics, frequency), boost);
}

class TermScorer extends Scorer {
  readonly cost: number;
  readonly #docs: Uint32Array;
  readonly #end: number;
  readonly #inverted: InvertedField;
  readonly #similarity: Similarity;
  #at: number;

  constructor(inverted: InvertedField, ordinal: number, similarity: Similarity) {
    super();
    this.#docs = inverted.docs;
    this.#at = inverted.starts[ordinal]! - 1;
    this.#end = inverted.starts[ordinal + 1]!;
    this.cost = this.#end - this.#at - 1;
    this.#inverted = inverted;
    this.#similarity = similarity;
  }
  override next(): number {
    this.#at++;
    this.doc = this.#at < this.#end ? this.#docs[this.#at]! : noMoreDocs;
    return this.doc;
  }
  override advance(target: number): number {
    this.#at = gallop(this.#docs, this.#at + 1, this.#end, target);
    this.doc = this.#at < this.#end ? this.#docs[this.#at]! : noMoreDocs;
    return this.doc;
  }
  override addTo(seen: Uint32Array, scores: Float64Array | undefined, from: number, end: number): void {
    const docs = this.#docs;
    const { positionStarts, norms } = this.#inverted;
    const similarity = this.#similarity;
    const last = this.#end;
    let at = this.#at;
    for (; at < last; at++) {
      const doc = docs[at]!;
      if (doc >= end) break;
      const place = doc - from;
      seen[place >>> 5]! |= 1 << (place & 31);
      if (scores === undefined) continue;
      const frequency = positionStarts ? positionStarts[at + 1]! - positionStarts[at]! : 1;
      scores[place]! += similarity.score(frequency, norms ? norms[doc]! : 1);
    }
    this.#at = at;
    this.doc = at < this.#end ? docs[at]! : noMoreDocs;
  }
  /** Fields without lengths count as length 1, those without positions as frequency 1. */
  override score(): number {
    const { positionStarts, norms } = this.#inverted;
    const frequency = positionStarts ? positionStarts[this.#at + 1]! - positionStarts[this.#at]! : 1;
    return this.#similarity.score(frequency, norms ? norms[this.doc]! : 1);
  }
}
