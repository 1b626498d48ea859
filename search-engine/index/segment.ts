import { u32 } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import type { FieldTable } from "./mapping.ts";
import type { InvertedData, NumberValues, OrdinalData, PointValues, ShapeValues } from "./segment-data.ts";
import type { Dictionary, DictionaryData } from "./terms.ts";

/**
 * The data that a search reads: immutable segments of typed arrays in shared memory, each with documents numbered from
 * 0 in index order. A reader never changes; a new one replaces it after each publication.
 */
export interface IndexReader {
  readonly indexName: string;
  readonly fields: FieldTable;
  readonly segments: readonly SegmentReader[];
  /** Live documents of all segments. */
  readonly documentCount: number;
  /**
   * Numbers the terms of a field over all segments, in small steps. The reader keeps the numbers. Searches that need
   * them at the same time share the steps: each step counts as work of the search that takes it.
   * @throws ShardFailure beyond the limits of work
   */
  buildGlobalOrdinals(field: string, work: Work): Iterable<undefined>;
  /** Ordinals of a field's terms over all segments. Builds them at once where `buildGlobalOrdinals` has not. */
  globalOrdinals(field: string): GlobalOrdinals;
}

export interface SegmentReader {
  /** Index among the reader's segments. */
  readonly ordinal: number;
  /** Number of documents in earlier segments: base + doc is the document's position in index order. */
  readonly base: number;
  readonly maxDoc: number;
  /**
   * One bit per document (word doc >>> 5, bit doc & 31); undefined when nothing is deleted. Queries may ignore it,
   * since `collect` checks it.
   */
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
  /** Documents that have any value in the field (for `exists`), one bit per document. */
  present(field: string): Uint32Array | undefined;
  id(doc: number): string;
  /** The document as it was stored; undefined when the segment does not hold it. */
  source(doc: number): Uint8Array | undefined;
}

export type InvertedField = Readable<InvertedData>;
export type OrdinalValues = Readable<OrdinalData>;

/** The data with a searchable dictionary. */
type Readable<Data extends { readonly dictionary: DictionaryData }> = Omit<Data, "dictionary"> & {
  readonly terms: Dictionary;
};

export interface GlobalOrdinals {
  /** Ordinals are 0 to size - 1, one for each distinct term of the field, NOT in term order: use `compare`. */
  readonly size: number;
  /** By segment: segment ordinal → global ordinal; undefined where they are equal. */
  readonly maps: readonly (Uint32Array | undefined)[];
  text(global: number): string;
  /** Order of the terms' UTF-8 bytes. */
  compare(a: number, b: number): number;
}

/** Calls `take` with each deleted document of the segment, ascending. */
export function eachDeleted({ live, maxDoc }: SegmentReader, take: (doc: number) => void): void {
  if (!live) return;
  for (let word = 0; word < live.length; word++) {
    for (let dead = ~u32(live, word); dead !== 0; dead &= dead - 1) {
      const doc = (word << 5) + 31 - Math.clz32(dead & -dead);
      if (doc < maxDoc) take(doc);
    }
  }
}
