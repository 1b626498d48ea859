import type { Positions } from "./arrays.ts";
import type { SourceData } from "./sources.ts";
import type { DictionaryData } from "./terms.ts";

/**
 * A segment as it goes from the thread that builds to the one that searches: plain objects and typed arrays over shared
 * memory. Once published nothing in it changes. Keys of the maps are field names.
 */
export interface SegmentData {
  readonly id: number;
  readonly maxDoc: number;
  readonly inverted: Map<string, InvertedData>;
  readonly ordinals: Map<string, OrdinalData>;
  readonly numbers: Map<string, NumberData>;
  readonly points: Map<string, PointData>;
  readonly shapes: Map<string, ShapeData>;
  readonly present: Map<string, Uint32Array>;
  readonly sources: SourceData;
}

export interface InvertedData {
  readonly dictionary: DictionaryData;
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly positionStarts: Uint32Array | undefined;
  readonly positions: Positions | undefined;
  readonly norms: Uint8Array | undefined;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

export interface OrdinalData {
  readonly dictionary: DictionaryData;
  readonly offsets: Uint32Array | undefined;
  readonly ordinals: Int32Array;
}

export interface NumberData {
  readonly offsets: Uint32Array | undefined;
  readonly values: Float64Array;
  readonly sortedValues: Float64Array;
  readonly sortedDocs: Uint32Array;
}

export interface PointData {
  readonly offsets: Uint32Array | undefined;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

export interface ShapeData {
  readonly offsets: Uint32Array;
  readonly numbers: Float64Array;
}

export const emptySegment = (id: number, maxDoc: number, sources: SourceData): SegmentData => ({
  id,
  maxDoc,
  inverted: new Map(),
  ordinals: new Map(),
  numbers: new Map(),
  points: new Map(),
  shapes: new Map(),
  present: new Map(),
  sources,
});
