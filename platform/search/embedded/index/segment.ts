import { type Positions, u32 } from "./arrays.ts";
import type { FieldTable } from "./mapping.ts";

/**
 * What a search reads: immutable segments of typed arrays (over SharedArrayBuffer, built in the worker), each a run of
 * documents numbered 0..maxDoc-1 in index order. A reader never changes; a new one replaces it after each publication.
 */
export interface IndexReader {
  readonly indexName: string;
  readonly fields: FieldTable;
  readonly segments: readonly SegmentReader[];
  /** Live documents of all segments. */
  readonly documentCount: number;
  /** One numbering of a keyword field's terms over all segments; made on first use, kept while the reader lives. */
  globalOrdinals(field: string): GlobalOrdinals;
}

export interface SegmentReader {
  /** Location among the reader's segments. */
  readonly ordinal: number;
  /** Documents of earlier segments: base + doc is the document's place in index order. */
  readonly base: number;
  readonly maxDoc: number;
  /** Bit per document (word doc >>> 5, bit doc & 31), undefined when nothing is deleted. Queries need not look: who collects does. */
  readonly live: Uint32Array | undefined;
  readonly liveCount: number;
  /** text, keyword, boolean (terms `T`, `F`) and `_id`. */
  inverted(field: string): InvertedField | undefined;
  /** date (ms since 1970), double, boolean (0, 1). */
  numbers(field: string): NumberValues | undefined;
  /** keyword and `_id`. */
  ordinals(field: string): OrdinalValues | undefined;
  /** geo_point. */
  points(field: string): PointValues | undefined;
  /** geo_shape. */
  shapes(field: string): ShapeValues | undefined;
  /** Documents that have any value in the field (what `exists` asks), bit per document. */
  present(field: string): Uint32Array | undefined;
  id(doc: number): string;
  /** The document as it was stored, undefined when it is not held. */
  source(doc: number): Uint8Array | undefined;
}

/** Terms in the order of their UTF-8 bytes. */
export interface TermDictionary {
  readonly size: number;
  /** Term i is bytes[offsets[i] .. offsets[i + 1]). */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  text(ordinal: number): string;
  /** The term's ordinal, or -(insertion point) - 1. */
  find(term: Uint8Array): number;
}

export interface InvertedField {
  readonly terms: TermDictionary;
  /** Postings of term i are docs[starts[i] .. starts[i + 1]), ascending. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  /**
   * text only: the positions of posting p are positions[positionStarts[p] .. positionStarts[p + 1]), so its frequency is
   * the difference.
   */
  readonly positionStarts: Uint32Array | undefined;
  readonly positions: Positions | undefined;
  /** text only: document length by Lucene's SmallFloat.intToByte4, one byte a document. */
  readonly norms: Uint8Array | undefined;
  /** Documents with at least one term, and occurrences of all terms, deleted documents included. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

/** One or more numbers a document. */
export interface NumberValues {
  /** undefined: one value at most, values[doc], NaN where none. Else values[offsets[doc] .. offsets[doc + 1]), ascending. */
  readonly offsets: Uint32Array | undefined;
  readonly values: Float64Array;
  /** All values ascending, and beside each its document: for ranges. */
  readonly sortedValues: Float64Array;
  readonly sortedDocs: Uint32Array;
}

/** One or more terms a document, as ordinals of the dictionary. */
export interface OrdinalValues {
  /** undefined: one term at most, ordinals[doc], -1 where none. Else ordinals[offsets[doc] .. offsets[doc + 1]), ascending, distinct. */
  readonly offsets: Uint32Array | undefined;
  readonly ordinals: Int32Array;
  readonly terms: TermDictionary;
}

/** Points in degrees, quantised as `geo/` encodes them. */
export interface PointValues {
  /** undefined: one point at most, at [doc], NaN where none. Else [offsets[doc] .. offsets[doc + 1]). */
  readonly offsets: Uint32Array | undefined;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** Shapes as `geo/` encodes them: numbers of document doc are numbers[offsets[doc] .. offsets[doc + 1]), none when empty. */
export interface ShapeValues {
  readonly offsets: Uint32Array;
  readonly numbers: Float64Array;
}

export interface GlobalOrdinals {
  /** Ordinals are 0..size-1, each a distinct term of the field; NOT in term order: use `compare`. */
  readonly size: number;
  /** By segment: segment ordinal → global ordinal, undefined where they are the same numbers. */
  readonly maps: readonly (Uint32Array | undefined)[];
  text(global: number): string;
  /** Order of the terms' UTF-8 bytes. */
  compare(a: number, b: number): number;
}

/** Documents of a segment that are deleted, in order. */
export function eachDeleted({ live, maxDoc }: SegmentReader, take: (doc: number) => void): void {
  if (!live) return;
  for (let word = 0; word < live.length; word++) {
    for (let dead = ~u32(live, word); dead !== 0; dead &= dead - 1) {
      const doc = (word << 5) + 31 - Math.clz32(dead & -dead);
      if (doc < maxDoc) take(doc);
    }
  }
}
