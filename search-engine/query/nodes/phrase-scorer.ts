import { type DocNumbers, frequencyAt, i32, item, positionAt, u8, u16, u32 } from "../../bytes/arrays.ts";
import type { InvertedField } from "../../index/segment.ts";
import type { TextData } from "../../index/segment-data.ts";
import { positionsFrom } from "../../index/text-postings.ts";
import type { Work } from "../../work/work.ts";
import { NO_MORE_DOCS, Scorer } from "../query.ts";
import { gallop } from "./docs.ts";
import type { PostingUnion } from "./posting-union.ts";
import type { Similarity } from "./similarity.ts";
import { type PhrasePlace, SloppyPositions } from "./sloppy-positions.ts";

/** Steps of moving the word at a place, for each other place. */
const STEPS_OF_A_MOVE = 2;

/** A phrase in one segment. */
export interface SegmentPhrase {
  readonly ordinals: readonly number[];
  readonly offsets: readonly number[];
  readonly slop: number;
  /** The postings of all terms allowed in the last place. */
  readonly last: PostingUnion | undefined;
}

export class PhraseScorer extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #docs: DocNumbers;
  readonly #text: TextData;
  readonly #similarity: Similarity | undefined;
  /** By term, in the phrase's order: its current posting and the end of its postings. */
  readonly #at: Int32Array;
  readonly #ends: Int32Array;
  /** Terms in ascending order of document frequency. */
  readonly #order: Int32Array;
  readonly #last: PostingUnion | undefined;
  readonly #places: readonly PhrasePlace[];
  readonly #sloppy: SloppyPositions | undefined;
  readonly #work: Work;
  #frequency = 0;

  constructor(
    { docs, starts }: InvertedField,
    text: TextData,
    { ordinals, offsets, slop, last }: SegmentPhrase,
    similarity: Similarity | undefined,
    work: Work,
  ) {
    super();
    this.#work = work;
    this.#docs = docs;
    this.#text = text;
    this.#similarity = similarity;
    this.#at = Int32Array.from(ordinals, (ordinal) => u32(starts, ordinal));
    this.#ends = Int32Array.from(ordinals, (ordinal) => u32(starts, ordinal + 1));
    this.#order = Int32Array.from(ordinals.keys()).sort((a, b) => this.#size(a) - this.#size(b));
    this.cost = this.#size(i32(this.#order, 0));
    this.#last = last;
    this.#places = offsets.map((offset) => ({ offset, positions: text.positions, from: 0, end: 0 }));
    const alternatives = last
      ? [...ordinals.map((ordinal) => [ordinal]), last.ordinals]
      : ordinals.map((each) => [each]);
    this.#sloppy = slop > 0 ? new SloppyPositions(this.#places, alternatives, slop) : undefined;
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
    if (this.#last && !this.#last.has(this.doc)) return false;
    this.#enterDocument();
    this.#frequency = this.#sloppy ? this.#sloppyFrequency(this.#sloppy) : this.#exactFrequency();
    return this.#frequency > 0;
  }
  override score(): number {
    return this.#similarity?.score(this.#frequency, u8(this.#text.norms, this.doc)) ?? 0;
  }

  #enterDocument(): void {
    const [text, at] = [this.#text, this.#at];
    for (let term = 0; term < at.length; term++) {
      const place = item(this.#places, term);
      const posting = i32(at, term);
      place.from = positionsFrom(text, posting);
      place.end = place.from + frequencyAt(text.frequencies, posting);
    }
    if (!this.#last) return;
    const place = item(this.#places, at.length);
    place.positions = this.#last.positions(this.doc, text);
    place.end = place.positions.length;
  }

  #sloppyFrequency(sloppy: SloppyPositions): number {
    const places = this.#places;
    const positions = places.reduce((sum, { from, end }) => sum + end - from, 0);
    this.#work.spend(STEPS_OF_A_MOVE * positions * places.length);
    return sloppy.frequency();
  }

  /** Frequency of the exact phrase. Starts from the place with the fewest positions in the document. */
  #exactFrequency(): number {
    let rarest = item(this.#places, 0);
    for (const place of this.#places) if (place.end - place.from < rarest.end - rarest.from) rarest = place;
    const { positions, from, end, offset } = rarest;
    this.#work.spend((end - from) * this.#places.length);
    let frequency = 0;
    for (let at = from; at < end; at++) if (this.#standsAt(positionAt(positions, at) - offset, rarest)) frequency++;
    return frequency;
  }

  /** Whether the phrase begins at a position. `known`: the place that this position comes from. */
  #standsAt(first: number, known: PhrasePlace): boolean {
    if (first < 0) return false;
    for (const place of this.#places) {
      if (place !== known && !hasPosition(place, first + place.offset)) return false;
    }
    return true;
  }

  #size(term: number): number {
    return i32(this.#ends, term) - i32(this.#at, term);
  }
}

function hasPosition({ positions, from, end }: PhrasePlace, wanted: number): boolean {
  let low = from;
  for (let high = end; low < high; ) {
    const middle = (low + high) >>> 1;
    if (positionAt(positions, middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < end && positionAt(positions, low) === wanted;
}
