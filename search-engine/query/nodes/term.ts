import { type DocNumbers, hasBit } from "../../bytes/arrays.ts";
import { blockOf, endOfBlock, MAX_FREQUENCY } from "../../index/impacts.ts";
import type { IndexReader, InvertedField } from "../../index/segment.ts";
import type { TextData } from "../../index/segment-data.ts";
import { utf8 } from "../../index/terms.ts";
import type { TermMarks } from "../marks.ts";
import { NO_MORE_DOCS, type Query, Scorer, type Weight } from "../query.ts";
import { DocsScorer, gallop } from "./docs.ts";
import { fieldStatistics, inverseDocumentFrequency, Similarity } from "./similarity.ts";

/** One term of an inverted field, scored by BM25. */
export class Term implements Query {
  readonly field: string;
  readonly term: string;
  readonly key: string;
  readonly marks: TermMarks;
  readonly #frequency: number | undefined;
  /** `frequency`: document frequency for scoring, if it is not that of the term. */
  constructor(field: string, term: string, frequency?: number) {
    this.field = field;
    this.term = term;
    this.marks = { kind: "term", field, term };
    this.#frequency = frequency;
    this.key = `term(${field}\u0000${term})`;
  }
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const term = utf8(this.term);
    const { field } = this;
    const frequency = this.#frequency ?? (scoring ? documentFrequency(index, field, term) : 0);
    const similarity = scoring ? termSimilarity(index, field, frequency, boost) : undefined;
    return {
      scorer(segment) {
        const inverted = segment.inverted(field);
        const ordinal = inverted?.terms.find(term) ?? -1;
        if (!inverted || ordinal < 0) return undefined;
        if (similarity && inverted.text) return new TermScorer(inverted, inverted.text, ordinal, similarity);
        // In fields that are not text, length and frequency are 1.
        const score = similarity?.score(1, 1) ?? 0;
        return new DocsScorer(inverted.docs, inverted.starts[ordinal]!, inverted.starts[ordinal + 1]!, score);
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

function termSimilarity(index: IndexReader, field: string, frequency: number, boost: number): Similarity | undefined {
  if (frequency === 0) return undefined;
  const statistics = fieldStatistics(index, field);
  return new Similarity(statistics, inverseDocumentFrequency(statistics, frequency), boost);
}

class TermScorer extends Scorer {
  readonly cost: number;
  readonly #docs: DocNumbers;
  readonly #end: number;
  readonly #text: TextData;
  readonly #similarity: Similarity;
  #at: number;

  constructor(inverted: InvertedField, text: TextData, ordinal: number, similarity: Similarity) {
    super();
    this.#docs = inverted.docs;
    this.#at = inverted.starts[ordinal]! - 1;
    this.#end = inverted.starts[ordinal + 1]!;
    this.cost = this.#end - this.#at - 1;
    this.#text = text;
    this.#similarity = similarity;
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
  override addTo(seen: Uint32Array, scores: Float64Array | undefined, from: number, end: number): void {
    const docs = this.#docs;
    const { frequencies, norms } = this.#text;
    const similarity = this.#similarity;
    const last = this.#end;
    let at = this.#at;
    for (; at < last; at++) {
      const doc = docs[at]!;
      if (doc >= end) break;
      const place = doc - from;
      seen[place >>> 5]! |= 1 << (place & 31);
      if (scores === undefined) continue;
      scores[place]! += similarity.score(frequencies[at]!, norms[doc]!);
    }
    this.#at = at;
    this.doc = at < this.#end ? docs[at]! : NO_MORE_DOCS;
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined, minCompetitiveScore: number): number {
    const from = this.#at + 1;
    const most = Math.min(from + docs.length, this.#end);
    const to = scores ? this.#scoreBlocks(scores, from, most, minCompetitiveScore) : most;
    docs.set(this.#docs.subarray(from, to));
    this.#moveTo(to - 1);
    return to - from;
  }
  override skip(live: Uint32Array | undefined, minCompetitiveScore: number): number {
    let at = this.#at + 1;
    let count = 0;
    while (at < this.#end) {
      const block = blockOf(at);
      if (this.#bestOf(block) > minCompetitiveScore) break;
      const end = Math.min(endOfBlock(block), this.#end);
      count += live ? this.#countLive(live, at, end) : end - at;
      at = end;
    }
    this.#moveTo(at - 1);
    return count;
  }
  override score(): number {
    return this.#scoreOf(this.#at);
  }

  #scoreOf(posting: number): number {
    const { frequencies, norms } = this.#text;
    return this.#similarity.score(frequencies[posting]!, norms[this.#docs[posting]!]!);
  }

  /** Live documents of postings [from, to). */
  #countLive(live: Uint32Array, from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at++) if (hasBit(live, this.#docs[at]!)) count++;
    return count;
  }

  /** Moves to a posting that was visited. */
  #moveTo(posting: number): void {
    this.#at = posting;
    if (posting + 1 >= this.#end) this.doc = NO_MORE_DOCS;
  }

  /**
   * Scores postings [from, to). Blocks without a score above `minCompetitiveScore` get 0; behind a competitive block it
   * stops at such a block, so that it can be skipped. Returns where it stopped.
   */
  #scoreBlocks(scores: Float64Array, from: number, to: number, minCompetitiveScore: number): number {
    let isFirstScored = false;
    for (let at = from; at < to; ) {
      const block = blockOf(at);
      const end = Math.min(endOfBlock(block), to);
      if (this.#bestOf(block) > minCompetitiveScore) {
        for (let posting = at; posting < end; posting++) scores[posting - from] = this.#scoreOf(posting);
        isFirstScored ||= at === from;
      } else if (isFirstScored) return at;
      else scores.fill(0, at - from, end - from);
      at = end;
    }
    return to;
  }

  #bestOf(block: number): number {
    const { starts, pairs } = this.#text.impacts;
    let best = 0;
    for (let at = starts[block]!; at < starts[block + 1]!; at++) {
      const pair = pairs[at]!;
      const frequency = pair >>> 8 === MAX_FREQUENCY ? Number.POSITIVE_INFINITY : pair >>> 8;
      best = Math.max(best, this.#similarity.score(frequency, pair & 0xff));
    }
    return best;
  }
}
