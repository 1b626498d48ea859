import { type DocNumbers, frequencyAt, i32, type Positions, positionAt, u8, u16, u32 } from "../../index/arrays.ts";
import type { IndexReader, InvertedField } from "../../index/segment.ts";
import type { TextData } from "../../index/segment-data.ts";
import { utf8 } from "../../index/terms.ts";
import { positionsFrom } from "../../index/text-postings.ts";
import type { PhraseMarks } from "../marks.ts";
import { NO_MORE_DOCS, type Query, Scorer, type Weight } from "../query.ts";
import { gallop } from "./docs.ts";
import { fieldStatistics, inverseDocumentFrequency, Similarity } from "./similarity.ts";
import { SloppyPositions } from "./sloppy-positions.ts";
import { documentFrequency } from "./term.ts";

/** Terms of a text field one after another, with at most `slop` moves. */
export class Phrase implements Query {
  readonly field: string;
  readonly terms: readonly string[];
  readonly slop: number;
  readonly key: string;
  readonly marks: PhraseMarks;

  constructor(field: string, terms: readonly string[], slop: number) {
    this.marks = { kind: "phrase", field, places: terms, slop };
    this.field = field;
    this.terms = terms;
    this.slop = slop;
    this.key = `phrase(${field}\u0000${terms.join("\u0000")})~${slop}`;
  }

  weigh(index: IndexReader, scoring: boolean, boost: number): Weight {
    const { field, slop } = this;
    const terms = this.terms.map(utf8);
    const similarity = scoring ? phraseSimilarity(index, field, terms, boost) : undefined;
    return {
      scorer(segment) {
        const inverted = segment.inverted(field);
        if (!inverted?.text) return undefined;
        const ordinals = terms.map((term) => inverted.terms.find(term));
        if (ordinals.some((ordinal) => ordinal < 0)) return undefined;
        return new PhraseScorer(inverted, inverted.text, ordinals, slop, similarity);
      },
    };
  }
}

/** The phrase's idf is the sum of its terms' idfs. A repeated term counts repeatedly. */
function phraseSimilarity(
  index: IndexReader,
  field: string,
  terms: readonly Uint8Array[],
  boost: number,
): Similarity | undefined {
  const statistics = fieldStatistics(index, field);
  const frequencies = terms.map((term) => documentFrequency(index, field, term)).filter((frequency) => frequency > 0);
  if (frequencies.length === 0) return undefined;
  const idf = frequencies.reduce((sum, frequency) => sum + inverseDocumentFrequency(statistics, frequency), 0);
  return new Similarity(statistics, Math.fround(idf), boost);
}

class PhraseScorer extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #docs: DocNumbers;
  readonly #text: TextData;
  readonly #similarity: Similarity | undefined;
  /** By term, in the phrase's order: its current posting and the end of its postings. */
  readonly #at: Int32Array;
  readonly #ends: Int32Array;
  /** Where the positions of those postings begin. */
  readonly #firsts: Int32Array;
  /** Terms by the number of their documents. */
  readonly #order: Int32Array;
  readonly #sloppy: SloppyPositions | undefined;
  #frequency = 0;

  constructor(
    { docs, starts }: InvertedField,
    text: TextData,
    ordinals: readonly number[],
    slop: number,
    similarity: Similarity | undefined,
  ) {
    super();
    this.#docs = docs;
    this.#text = text;
    this.#similarity = similarity;
    this.#at = Int32Array.from(ordinals, (ordinal) => u32(starts, ordinal));
    this.#ends = Int32Array.from(ordinals, (ordinal) => u32(starts, ordinal + 1));
    this.#firsts = new Int32Array(ordinals.length);
    this.#order = Int32Array.from(ordinals.keys()).sort((a, b) => this.#size(a) - this.#size(b));
    this.cost = this.#size(i32(this.#order, 0));
    this.#sloppy = slop > 0 ? new SloppyPositions(text, ordinals, slop) : undefined;
  }
  override next(): number {
    return this.advance(this.doc + 1);
  }
  override advance(target: number): number {
    const [docs, at, ends, order] = [this.#docs, this.#at, this.#ends, this.#order];
    let doc = target;
    let index = 0;
    while (index < order.length) {
      const term = i32(order, index);
      const posting = gallop(docs, i32(at, term), i32(ends, term), doc);
      at[term] = posting;
      if (posting >= i32(ends, term)) {
        this.doc = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
      const found = u16(docs, posting);
      if (found > doc) {
        doc = found;
        index = index === 0 ? 1 : 0;
      } else index++;
    }
    this.doc = doc;
    return doc;
  }
  override matches(): boolean {
    this.#frequency = this.#sloppy ? this.#sloppy.frequency(this.#at) : this.#exactFrequency();
    return this.#frequency > 0;
  }
  override score(): number {
    return this.#similarity?.score(this.#frequency, u8(this.#text.norms, this.doc)) ?? 0;
  }

  /** Frequency of the exact phrase. Starts from the term that is rarest in the document. */
  #exactFrequency(): number {
    const text = this.#text;
    const { frequencies, positions } = text;
    const [at, firsts] = [this.#at, this.#firsts];
    let rarest = 0;
    let fewest = NO_MORE_DOCS;
    for (let term = 0; term < at.length; term++) {
      firsts[term] = positionsFrom(text, i32(at, term));
      const count = frequencyAt(frequencies, i32(at, term));
      if (count < fewest) [rarest, fewest] = [term, count];
    }
    let frequency = 0;
    const from = i32(firsts, rarest);
    for (let place = from; place < from + fewest; place++) {
      const first = positionAt(positions, place) - rarest;
      let term = 0;
      for (; term < at.length; term++) {
        if (term === rarest) continue;
        const begin = i32(firsts, term);
        const end = begin + frequencyAt(frequencies, i32(at, term));
        const found = firstPositionAtLeast(positions, begin, end, first + term);
        if (found >= end || positions[found] !== first + term) break;
      }
      if (term === at.length && first >= 0) frequency++;
    }
    return frequency;
  }

  #size(term: number): number {
    return i32(this.#ends, term) - i32(this.#at, term);
  }
}

/** The first index in [from, end) whose position is ≥ target, else `end`. */
function firstPositionAtLeast(positions: Positions, from: number, end: number, target: number): number {
  let low = from;
  for (let high = end; low < high; ) {
    const middle = (low + high) >>> 1;
    if (positionAt(positions, middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
