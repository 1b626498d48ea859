import type { DocNumbers, Frequencies, Ordinals, Positions } from "../bytes/arrays.ts";
import type { BoxTree } from "../geo/box-tree.ts";
import type { ContentHashes } from "./content-hashes.ts";
import type { Impacts } from "./impacts.ts";
import type { SourceData } from "./sources.ts";
import type { DictionaryData } from "./terms.ts";

/**
 * A segment as it is passed between threads: plain objects and typed arrays in shared memory. Immutable once published.
 * Keys of the maps are field names.
 */
export interface SegmentData {
  readonly id: number;
  readonly maxDoc: number;
  readonly inverted: Map<string, InvertedData>;
  readonly ordinals: Map<string, OrdinalData>;
  readonly numbers: Map<string, NumberValues>;
  readonly points: Map<string, PointValues>;
  readonly shapes: Map<string, ShapeValues>;
  /** Documents that have any value in the field, one bit per document. */
  readonly present: Map<string, Uint32Array>;
  readonly sources: SourceData;
  readonly hashes: ContentHashes;
}

export interface InvertedData {
  readonly dictionary: DictionaryData;
  /** Postings of term i are docs[starts[i] .. starts[i + 1]), ascending. */
  readonly starts: Uint32Array;
  readonly docs: DocNumbers;
  readonly text: TextData | undefined;
  /** Documents with at least one term, and occurrences of all terms, both including deleted documents. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

/** Positions, norms and impacts of a text field. */
export interface TextData {
  /** How often the term of each posting occurs in its document. */
  readonly frequencies: Frequencies;
  /** For each posting as many as its frequency; `positionsFrom` in `text-postings` tells where they begin. */
  readonly positions: Positions;
  readonly positionStarts: Uint32Array;
  /** The length of each document in one byte, by Lucene's SmallFloat.intToByte4. */
  readonly norms: Uint8Array;
  readonly impacts: Impacts;
}

/** Terms of each document, as ordinals of the dictionary. */
export interface OrdinalData {
  readonly dictionary: DictionaryData;
  /**
   * Undefined: at most one term, ordinals[doc], -1 for none. Else ordinals[offsets[doc] .. offsets[doc + 1]), ascending
   * and distinct.
   */
  readonly offsets: Uint32Array | undefined;
  readonly ordinals: Ordinals;
}

/** Numbers of each document. */
export interface NumberValues {
  /**
   * Undefined: at most one value, values[doc], NaN for none. Else values[offsets[doc] .. offsets[doc + 1]), ascending.
   */
  readonly offsets: Uint32Array | undefined;
  readonly values: Float64Array;
  /** All values, ascending, and their documents: for range queries. */
  readonly sortedValues: Float64Array;
  readonly sortedDocs: DocNumbers;
}

/** Points in degrees, quantised as `geo/` encodes them. */
export interface PointValues {
  /** Undefined: at most one point, at [doc], NaN for none. Else points [offsets[doc] .. offsets[doc + 1]). */
  readonly offsets: Uint32Array | undefined;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly tree: BoxTree | undefined;
}

/**
 * Shapes, encoded as described in `geo/encode.ts`. Document doc has numbers[offsets[doc] .. offsets[doc + 1]), an empty
 * range for none.
 */
export interface ShapeValues {
  readonly offsets: Uint32Array;
  readonly numbers: Float64Array;
  readonly tree: BoxTree | undefined;
}

export const emptySegment = (
  id: number,
  maxDoc: number,
  { sources, hashes }: Pick<SegmentData, "sources" | "hashes">,
): SegmentData => ({
  id,
  maxDoc,
  inverted: new Map(),
  ordinals: new Map(),
  numbers: new Map(),
  points: new Map(),
  shapes: new Map(),
  present: new Map(),
  sources,
  hashes,
});
