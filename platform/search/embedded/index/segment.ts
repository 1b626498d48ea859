import { u32 } from "./arrays.ts";
import type { FieldTable } from "./mapping.ts";
import type { InvertedData, NumberValues, OrdinalData, PointValues, ShapeValues } from "./segment-data.ts";
import type { Dictionary, DictionaryData } from "./terms.ts";

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

export type InvertedField = Readable<InvertedData>;
export type OrdinalValues = Readable<OrdinalData>;

/** With a dictionary that can be asked. */
type Readable<Data extends { readonly dictionary: DictionaryData }> = Omit<Data, "dictionary"> & {
  readonly terms: Dictionary;
};

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
