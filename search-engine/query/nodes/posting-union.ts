import { frequencyAt, positionAt, u16, u32 } from "../../bytes/arrays.ts";
import type { InvertedField } from "../../index/segment.ts";
import type { TextData } from "../../index/segment-data.ts";
import { positionsFrom } from "../../index/text-postings.ts";

/** The postings of several terms of a segment by document. */
export class PostingUnion {
  readonly ordinals: readonly number[];
  /** Postings of document d are postings[starts[d] .. starts[d + 1]). */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  #buffer = new Uint32Array(16);

  constructor({ starts, docs }: InvertedField, ordinals: readonly number[], maxDoc: number) {
    this.ordinals = ordinals;
    this.#starts = new Uint32Array(maxDoc + 2);
    let total = 0;
    // Counts are stored two places further: filling moves each start to the end of its document, which is the next
    // one's start.
    const counts = this.#starts;
    for (const ordinal of ordinals) {
      const end = u32(starts, ordinal + 1);
      total += end - u32(starts, ordinal);
      for (let posting = u32(starts, ordinal); posting < end; posting++) increment(counts, u16(docs, posting) + 2);
    }
    for (let doc = 2; doc < counts.length; doc++) counts[doc] = u32(counts, doc) + u32(counts, doc - 1);
    this.#postings = new Uint32Array(total);
    for (const ordinal of ordinals) {
      const end = u32(starts, ordinal + 1);
      for (let posting = u32(starts, ordinal); posting < end; posting++) {
        this.#postings[increment(counts, u16(docs, posting) + 1)] = posting;
      }
    }
  }

  has(doc: number): boolean {
    return u32(this.#starts, doc) < u32(this.#starts, doc + 1);
  }

  /** Positions of all the terms in the document, ascending; valid until the next call. */
  positions(doc: number, text: TextData): Uint32Array {
    let count = 0;
    for (let at = u32(this.#starts, doc); at < u32(this.#starts, doc + 1); at++) {
      const posting = u32(this.#postings, at);
      const from = positionsFrom(text, posting);
      const size = frequencyAt(text.frequencies, posting);
      if (count + size > this.#buffer.length) this.#grow(count + size);
      for (let index = 0; index < size; index++) this.#buffer[count++] = positionAt(text.positions, from + index);
    }
    return this.#buffer.subarray(0, count).sort();
  }

  #grow(size: number): void {
    const grown = new Uint32Array(size * 2);
    grown.set(this.#buffer);
    this.#buffer = grown;
  }
}

/** Increments the number, and returns the old one. */
function increment(counts: Uint32Array, index: number): number {
  const before = u32(counts, index);
  counts[index] = before + 1;
  return before;
}
